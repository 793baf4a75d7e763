// SPDX-License-Identifier: Apache-2.0

import { GridCell } from "./grid-cell.js";

/** @typedef {import("./grid-layout.js").GridLayout} GridLayout */

const isMirrored = () => document.documentElement.dir === "rtl";

/** The elements of a grid for the pages in its window, which show other pages when it is scrolled. */
export class GridCells {
  #parts;
  #layout;
  #space;
  /** @type {Map<number, GridCell>} */
  #shown = new Map();
  /** @type {GridCell[]} */
  #free = [];

  /** @param {any} parts @param {GridLayout} layout @param {HTMLElement} space in which the elements lie */
  constructor(parts, layout, space) {
    this.#parts = parts;
    this.#layout = layout;
    this.#space = space;
  }

  /** The pages that have an element. */
  get pages() { return [...this.#shown.values()].map((cell) => cell.page); }

  /** Removes the elements outside of a range. */
  keep(/** @type {number} */ first, /** @type {number} */ last) {
    for (const [index, cell] of this.#shown) {
      if (index >= first && index < last) continue;
      cell.picture.clear();
      cell.element.remove();
      this.#shown.delete(index);
      this.#free.push(cell);
    }
  }

  /**
   * Draws the page of an index.
   * @param {number} index
   * @param {number} shift of a very long list: from where a cell is to where it is drawn
   * @param {import("./selection.js").Selection} selection
   * @param {string} style of the picture
   */
  draw(index, shift, selection, style) {
    const { gallery, stage } = this.#parts;
    let cell = this.#shown.get(index);
    if (!cell) {
      cell = this.#free.pop() ?? new GridCell();
      this.#shown.set(index, cell);
      this.#space.append(cell.element);
    }
    const page = gallery.pageAt(index) ?? -1;
    const { x, y } = this.#layout.place(index);
    cell.show(index, gallery.count, page, stage.isDamaged(page));
    cell.select(selection.has(page), index === selection.focus);
    cell.place(isMirrored() ? -x : x, y + shift, this.#layout.size, gallery.ratioOf(page) ?? 0.7);
    this.#showPicture(cell, style);
  }

  /** The pictures of a page have changed. @param {number} page @param {string} style */
  invalidate(page, style) {
    for (const cell of this.#shown.values()) {
      if (cell.page !== page) continue;
      cell.mark(this.#parts.stage.isDamaged(page));
      this.#showPicture(cell, style);
    }
  }

  #showPicture(/** @type {GridCell} */ cell, /** @type {string} */ style) {
    cell.picture.show(this.#parts.pictures.thumbnail(cell.page, style));
  }
}
