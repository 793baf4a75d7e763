// SPDX-License-Identifier: Apache-2.0

import { element } from "../controls/icons.js";
import { thumbnailStyle } from "../pictures/ladder.js";
import { GridCells } from "./grid-cells.js";
import { GridLayout } from "./grid-layout.js";

/** The list of a grid: it scrolls, and draws the pages in its window. */
export class GridList {
  #gallery;
  #selection;
  #cells;
  #space = element("div", { class: "grid-space", role: "presentation" });
  /** Its size, and the place in it that stays when that changes. */
  #size = "";
  #place = { index: 0, part: 0 };

  /** The places of the pages. */
  layout = new GridLayout();

  element = element("div", { class: "grid-list", role: "listbox", "aria-label": "All pages", "aria-multiselectable": "true", "data-home": true, tabindex: "0" }, this.#space);

  /** @param {any} parts @param {import("./selection.js").Selection} selection */
  constructor(parts, selection) {
    this.#gallery = parts.gallery;
    this.#selection = selection;
    this.#cells = new GridCells(parts, this.layout, this.#space);
  }

  /** Begins at the page with the focus. */
  open() {
    this.#layOut();
    this.#size = this.#presentSize;
    this.reveal(this.#selection.focus, true);
  }

  /** Shows no pages any more. */
  close() { this.#cells.keep(0, 0); }

  /** The pages that are shown, and the style of their pictures. */
  get shown() { return { pages: this.#cells.pages, style: this.#style }; }

  get #style() { return thumbnailStyle(this.layout.size, devicePixelRatio); }

  /** The pictures of a page have changed. @param {number} page */
  invalidate(page) { this.#cells.invalidate(page, this.#style); }

  /** Scrolls a page into the window. @param {number} index */
  reveal(index, isCentered = false) {
    const { scrollTop, clientHeight } = this.element;
    this.element.scrollTop = this.layout.reveal(index, scrollTop, clientHeight, isCentered);
  }

  draw() {
    this.#layOut();
    this.#keepPlace();
    const { scrollTop, clientHeight } = this.element;
    const { focus } = this.#selection;
    const top = this.layout.offset(scrollTop, clientHeight);
    this.#place = this.layout.placeToKeep(top, clientHeight, focus);
    const [first, last] = this.layout.range(top, clientHeight);
    this.#cells.keep(first, last);
    for (let index = first; index < last; index += 1) this.#cells.draw(index, scrollTop - top, this.#selection, this.#style);
    this.element.setAttribute("aria-activedescendant", `cell-${focus}`);
  }

  #layOut() {
    this.layout.layOut(this.#gallery.count, this.element.clientWidth);
    this.#space.style.height = `${this.layout.listHeight}px`;
  }

  get #presentSize() { return `${this.element.clientWidth} ${this.element.clientHeight}`; }

  /** In a window of another size, such as on a device that was turned, the same pages are shown. */
  #keepPlace() {
    if (this.#size === this.#presentSize) return;
    this.#size = this.#presentSize;
    this.element.scrollTop = this.layout.keep(this.#place, this.element.clientHeight);
  }
}
