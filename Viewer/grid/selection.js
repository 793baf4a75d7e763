// SPDX-License-Identifier: Apache-2.0

/**
 * Selected pages, as in a file manager: a click selects one, Control adds or removes, Shift extends
 * from the anchor. Pages are known by ID, so that edits of others do not select other pages.
 */
export class Selection {
  /** @type {Set<number>} */
  #pages = new Set();
  #anchor = 0;
  #focus = 0;
  #pageAt;
  /** The pages at the focus and at the anchor, which keep both when others come and go. @type {(number | null)[]} */
  #marked = [null, null];

  /** Whether what is chosen is added or removed, as with Control: pages are collected one by one, such as with a finger. */
  isCollecting = false;

  /** @param {(index: number) => number | null} pageAt */
  constructor(pageAt) {
    this.#pageAt = pageAt;
  }

  /** The index that keys start from. */
  get focus() { return this.#focus; }

  set focus(index) {
    this.#focus = index;
    this.#marked[0] = this.#pageAt(index);
  }

  #anchorAt(/** @type {number} */ index) {
    this.#anchor = index;
    this.#marked[1] = this.#pageAt(index);
  }

  /** Both keys and ranges start from a page, such as the one that was active before. @param {number} index */
  begin(index) {
    this.focus = index;
    this.#anchorAt(index);
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

  /** Pages have come or gone: forgets those that are gone, and keeps its places. @param {(page: number) => number | null} indexOf @param {number} count of the pages */
  prune(indexOf, count) {
    for (const page of this.#pages) if (indexOf(page) === null) this.#pages.delete(page);
    const [focus, anchor] = this.#marked.map((page) => (page === null ? null : indexOf(page)));
    this.focus = Math.max(0, Math.min(focus ?? this.#focus, count - 1));
    this.#anchorAt(anchor ?? this.#focus);
  }

  /** Pages are going to leave: the focus goes on to the next one that stays, or back to the last one. @param {Set<number>} leaving @param {number} count of the pages */
  leave(leaving, count) {
    const isLeaving = (/** @type {number} */ index) => leaving.has(this.#pageAt(index) ?? -1);
    let index = this.#focus;
    while (index < count && isLeaving(index)) index += 1;
    if (index === count) index = this.#focus;
    while (index > 0 && isLeaving(index)) index -= 1;
    if (index !== this.#focus) this.begin(index);
  }

  /** Adds a page. @param {number} index */
  add(index) {
    const page = this.#pageAt(index);
    if (page === null || !this.#pages.has(page)) this.select(index, { isAdding: true });
  }

  /**
   * Takes a click, or the key that stands for one.
   * @param {number} index
   * @param {{isAdding?: boolean, isRange?: boolean}} [keys] Control or Command, and Shift
   */
  select(index, { isAdding = false, isRange = false } = {}) {
    this.focus = index;
    if (isRange) return this.#extend(index, isAdding);
    this.#anchorAt(index);
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
