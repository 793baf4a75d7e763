// SPDX-License-Identifier: Apache-2.0

import { PictureFrame } from "../pictures/frame.js";

/** Where an element waits that shows no page: a point without a size is not painted, and keeps its focus. */
const aside = "scale(0)";

/** One element of a pool: it shows a page, waits aside, or is there for nobody. */
export class PooledElement {
  id = -1;
  index = -1;
  version = -1;
  /** The number of the last frame that showed it. */
  stamp = 0;
  /** Whether the pictures have changed since the last frame. */
  isDirty = true;
  element = document.createElement("div");
  picture = new PictureFrame("picture");
  /** Whether nothing of it is on the screen, for now. */
  isAside = false;
  #isHidden = true;

  /** @param {string} className */
  constructor(className) {
    this.element.className = className;
    this.element.hidden = true;
  }

  /** Shows a page. @param {number} id */
  assign(id) {
    this.id = id;
    this.index = this.version = -1;
    this.isDirty = true;
    this.element.setAttribute("data-page", String(id));
    this.#setHidden(false);
  }

  /** Another page may take the element. */
  release() {
    this.id = -1;
    this.picture.release();
  }

  /** Waits at a place that is not on the screen. */
  setAside() {
    if (this.isAside) return;
    this.isAside = true;
    if (this.id < 0) this.element.removeAttribute("data-page");
    this.element.style.transform = aside;
  }

  /** Nothing moves: what shows no page is not there for anybody. */
  hide() {
    if (this.#isHidden) return;
    this.#setHidden(true);
    this.element.removeAttribute("data-page");
    this.picture.clear();
  }

  #setHidden(/** @type {boolean} */ isHidden) {
    if (isHidden !== this.#isHidden) this.element.hidden = this.#isHidden = isHidden;
  }
}

/**
 * The elements of a surface, which mirror the pages of one frame after the other.
 *
 * @template {Pick<PooledElement, "stamp" | "assign" | "release" | "setAside" | "hide"> & {element: Element}} E
 */
export class Pool {
  /** @type {Map<number, E>} */
  #shown = new Map();
  /** @type {E[]} */
  #free = [];
  /** The elements of this frame's cells, in their order. @type {(E | undefined)[]} */
  #found = [];
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

  /** The element of a cell of this frame, if its page had one before. @param {number} place */
  at(place) { return this.#found[place]; }

  /**
   * Begins a frame: frees the elements of pages that have left, so that those that arrive can take them.
   * @param {{length: number, [index: number]: {id: number}}} cells
   */
  begin(cells) {
    this.#stamp += 1;
    let known = 0;
    for (let place = 0; place < cells.length; place += 1) {
      const entry = this.#found[place] = this.#shown.get(cells[place].id);
      if (!entry) continue;
      entry.stamp = this.#stamp;
      known += 1;
    }
    if (this.#shown.size > known) this.#shown.forEach(this.#leave);
  }

  #leave = (/** @type {E} */ entry, /** @type {number} */ id) => {
    if (entry.stamp === this.#stamp) return;
    // A focused element is not recycled: the focus would be lost.
    if (entry.element === document.activeElement) return entry.setAside();
    entry.release();
    this.#shown.delete(id);
    this.#free.push(entry);
  };

  /** The element of a cell, which it takes if it has none. @param {number} place @param {number} id */
  take(place, id) {
    const found = this.#found[place];
    if (found) return found;
    const entry = this.#free.pop() ?? this.#make();
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

  /** The focus has left an element, which was kept for it if its page has left before. @param {boolean} isMoving */
  blur(isMoving) {
    this.#shown.forEach(this.#leave);
    this.end(isMoving);
  }

  /** Makes elements that wait, so that none has to be made in a frame. @param {number} spareCount */
  prepare(spareCount) {
    while (this.#free.length < spareCount) this.#free.push(this.#make());
  }
}
