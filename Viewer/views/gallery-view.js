// SPDX-License-Identifier: Apache-2.0

import { PageElement } from "./page-element.js";
import { Pool } from "./pool.js";

/** @typedef {import("../pictures/pictures.js").Pictures} Pictures */
/** @typedef {import("./page-element.js").PreviewCell} PreviewCell */
/** @typedef {import("./page-element.js").ZoomedRect} ZoomedRect */

/** The elements that wait for pages, so that none has to be made in a frame. */
const spareCount = 3;

/** The large pages: elements of a pool that mirror the cells of the preview. */
export class GalleryView {
  #pictures;
  #labelOf;
  #noteOf;
  #pool;

  /** Whether pages fly past. */
  isFlying = false;

  /**
   * @param {HTMLElement} element
   * @param {Pictures} pictures
   * @param {(index: number) => string} labelOf the text for the picture of a page
   * @param {(id: number, index: number) => string} noteOf what is shown on a page, beside its picture
   */
  constructor(element, pictures, labelOf, noteOf) {
    this.#pictures = pictures;
    this.#labelOf = labelOf;
    this.#noteOf = noteOf;
    this.#pool = new Pool(() => {
      const page = new PageElement();
      element.append(page.element);
      return page;
    });
  }

  /** The number of elements. */
  get elementCount() { return this.#pool.count; }

  /** Whether a picture of a page is on the screen. @param {number} id */
  isPictureShown(id) { return Boolean(this.#pool.of(id)?.picture.picture); }

  /**
   * Mirrors a frame.
   * @param {{length: number, [index: number]: PreviewCell}} cells
   * @param {ZoomedRect | null} zoomed
   * @param {boolean} isMoving texts wait until nothing moves
   */
  draw(cells, zoomed, isMoving) {
    this.#pool.begin(cells);
    for (let number = 0; number < cells.length; number += 1) {
      const cell = cells[number];
      const page = this.#pool.take(number, cell.id);
      page.draw(cell, zoomed && zoomed.page === cell.id ? zoomed : null, this.isFlying);
      if (page.isDirty || cell.contentVersion !== page.version) this.#show(page, cell);
      if (!isMoving && cell.index !== page.index) page.describe(cell.index, this.#labelOf(cell.index));
    }
    this.#pool.end(isMoving);
    if (!isMoving) this.#pool.prepare(spareCount);
  }

  /** The pictures of a page have changed. @param {number} id */
  invalidate(id) {
    const page = this.#pool.of(id);
    if (page) page.isDirty = true;
  }

  #show(/** @type {PageElement} */ page, /** @type {PreviewCell} */ cell) {
    if (page.version >= 0 && page.version !== cell.contentVersion && cell.contentBlend < 1) page.keepOld();
    page.version = cell.contentVersion;
    page.show(this.#pictures.best(cell.id), this.#noteOf(cell.id, cell.index));
  }
}
