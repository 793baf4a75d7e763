// SPDX-License-Identifier: Apache-2.0

/**
 * Selected pages, as in a file manager: a click selects one, Control adds or removes, Shift extends
 * from the anchor. Pages are known by ID, so that edits of others do not select other pages.
 */
export class Selection {
  /** @type {Set<number>} */
  #pages = new Set();
  #anchor = 0;
  #pageAt;

  /** The index that keys start from. */
  focus = 0;

  /** @param {(index: number) => number | null} pageAt */
  constructor(pageAt) {
    this.#pageAt = pageAt;
  }

  get size() { return this.#pages.size; }

  /** @param {number} page */
  has(page) { return this.#pages.has(page); }

  /** The selected pages in the order of a list. @param {(page: number) => number | null} indexOf */
  inOrder(indexOf) {
    const known = [...this.#pages].map((page) => ({ page, index: indexOf(page) }));
    return known.filter(({ index }) => index !== null).sort((a, b) => Number(a.index) - Number(b.index)).map(({ page }) => page);
  }

  clear() {
    this.#pages.clear();
  }

  /** Forgets pages that are gone. @param {(page: number) => number | null} indexOf */
  prune(indexOf) {
    for (const page of this.#pages) if (indexOf(page) === null) this.#pages.delete(page);
  }

  /**
   * Takes a click, or the key that stands for one.
   * @param {number} index
   * @param {{isAdding?: boolean, isRange?: boolean}} [keys] Control or Command, and Shift
   */
  select(index, { isAdding = false, isRange = false } = {}) {
    this.focus = index;
    if (isRange) return this.#extend(index, isAdding);
    this.#anchor = index;
    const page = this.#pageAt(index);
    if (!isAdding) this.#pages.clear();
    if (page === null) return;
    if (!this.#pages.delete(page)) this.#pages.add(page);
  }

  /** Moves the focus: the selection follows, extends with Shift, and stays with Control. */
  move(/** @type {number} */ index, { isAdding = false, isRange = false } = {}) {
    if (isAdding && !isRange) this.focus = index;
    else this.select(index, { isAdding: isAdding && isRange, isRange });
  }

  /** @param {number} count */
  selectAll(count) {
    for (let index = 0; index < count; index += 1) {
      const page = this.#pageAt(index);
      if (page !== null) this.#pages.add(page);
    }
  }

  #extend(/** @type {number} */ index, /** @type {boolean} */ isAdding) {
    if (!isAdding) this.#pages.clear();
    for (let other = Math.min(index, this.#anchor); other <= Math.max(index, this.#anchor); other += 1) {
      const page = this.#pageAt(other);
      if (page !== null) this.#pages.add(page);
    }
  }
}
