// SPDX-License-Identifier: Apache-2.0

/**
 * An element of a pool.
 * @typedef {object} Pooled
 * @property {number} stamp the number of the last frame that showed it
 * @property {Element} element
 * @property {(id: number) => void} assign shows a page
 * @property {() => void} release another page may take the element
 * @property {() => void} setAside nothing of it is on the screen, for now
 * @property {() => void} hide it is not there for anybody
 */

/**
 * The elements of a surface, which mirror the pages of one frame after the other.
 *
 * @template {Pooled} E
 */
export class Pool {
  /** @type {Map<number, E>} */
  #shown = new Map();
  /** @type {E[]} */
  #free = [];
  #make;
  #stamp = 0;

  /** @param {() => E} make */
  constructor(make) {
    this.#make = make;
  }

  /** The number of elements. */
  get count() { return this.#shown.size + this.#free.length; }

  /** The elements that show a page. */
  get shown() { return this.#shown.values(); }

  /** The element of a page. @param {number} id */
  of(id) { return this.#shown.get(id); }

  /**
   * Begins a frame: frees the elements of pages that have left, so that those that arrive can take them.
   * @param {{length: number, [index: number]: {id: number}}} cells
   */
  begin(cells) {
    this.#stamp += 1;
    let known = 0;
    for (let number = 0; number < cells.length; number += 1) {
      const entry = this.#shown.get(cells[number].id);
      if (!entry) continue;
      entry.stamp = this.#stamp;
      known += 1;
    }
    if (this.#shown.size > known) this.#release();
  }

  #release() {
    for (const [id, entry] of this.#shown) {
      if (entry.stamp === this.#stamp) continue;
      // A focused element is not recycled: the focus would be lost.
      if (entry.element === document.activeElement) {
        entry.setAside();
        continue;
      }
      entry.release();
      this.#shown.delete(id);
      this.#free.push(entry);
    }
  }

  /** The element of a page, which it takes if it has none. @param {number} id */
  take(id) {
    let entry = this.#shown.get(id);
    if (entry) return entry;
    entry = this.#free.pop() ?? this.#make();
    entry.assign(id);
    entry.stamp = this.#stamp;
    this.#shown.set(id, entry);
    return entry;
  }

  /** Ends a frame: what shows no page leaves the screen, and is hidden when nothing moves. @param {boolean} isMoving */
  end(isMoving) {
    for (let number = 0; number < this.#free.length; number += 1) {
      if (isMoving) this.#free[number].setAside();
      else this.#free[number].hide();
    }
  }

  /** Makes elements that wait, so that none has to be made in a frame. @param {number} spareCount */
  prepare(spareCount) {
    while (this.#free.length < spareCount) this.#free.push(this.#make());
  }
}
