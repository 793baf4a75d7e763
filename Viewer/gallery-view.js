// SPDX-License-Identifier: Apache-2.0

import { factor, PictureFrame, points } from "./picture-frame.js";
import { sharper } from "./pictures.js";

/** @typedef {import("./pictures.js").Pictures} Pictures */
/**
 * A cell of the preview in a frame of the kernel.
 * @typedef {{id: number, index: number, pageDistance: number, x: number, y: number, width: number, height: number,
 *   scale: number, alpha: number, contentX: number, contentY: number, contentWidth: number, contentHeight: number,
 *   parallaxOffset: number, contentBlend: number, contentVersion: number, zIndex: number}} PreviewCell
 */
/**
 * The rectangle of the zoomed page in the preview.
 * @typedef {{page: number, x: number, y: number, width: number, height: number}} ZoomedRect
 */

/** One element of the pool: a page, and the window in which its picture moves. */
class PageElement {
  id = -1;
  index = -1;
  stamp = 0;
  version = -1;
  /** Whether the pictures have changed since the last frame. */
  isDirty = true;
  element = document.createElement("div");
  #window = document.createElement("div");
  #label = document.createElement("p");
  /** The picture, and that of the replaced content below it. */
  picture = new PictureFrame("picture");
  #old = new PictureFrame("picture");
  #transform = "";
  #windowTransform = "";
  #alpha = 1;
  #zIndex = 0;
  #parallax = 0;
  #blend = 1;
  #width = -1;
  #height = -1;
  #windowWidth = -1;
  #windowHeight = -1;
  #isHidden = true;

  constructor() {
    this.element.className = "page";
    this.element.hidden = true;
    this.#window.className = "window";
    this.#window.dataset.part = "content";
    this.#label.className = "page-note";
    this.#window.append(this.#old.element, this.picture.element);
    this.element.append(this.#window, this.#label);
  }

  /** @param {number} id */
  assign(id) {
    this.id = id;
    this.version = -1;
    this.isDirty = true;
    this.element.dataset.page = String(id);
    this.#setHidden(false);
  }

  hide() {
    if (this.#isHidden) return;
    this.#setHidden(true);
    this.picture.clear();
  }

  #setHidden(/** @type {boolean} */ isHidden) {
    if (isHidden !== this.#isHidden) this.element.hidden = this.#isHidden = isHidden;
  }

  release() {
    this.id = -1;
    this.index = -1;
    this.picture.release();
    this.#old.clear();
  }

  /** Draws a cell; writes only what has changed. */
  draw(/** @type {PreviewCell} */ cell, /** @type {ZoomedRect | null} */ zoomed) {
    const { width, height } = cell;
    if (width !== this.#width || height !== this.#height) {
      this.#width = width;
      this.#height = height;
      this.element.style.width = `${width}px`;
      this.element.style.height = `${height}px`;
    }
    const x = points(cell.x - width / 2);
    const y = points(cell.y - height / 2);
    const scale = factor(cell.scale);
    const transform = scale === 1 ? `translate(${x}px,${y}px)` : `translate(${x}px,${y}px) scale(${scale})`;
    if (transform !== this.#transform) this.element.style.transform = this.#transform = transform;
    if (cell.alpha !== this.#alpha) this.element.style.opacity = String(this.#alpha = cell.alpha);
    if (cell.zIndex !== this.#zIndex) this.element.style.zIndex = String(this.#zIndex = cell.zIndex);
    this.#drawWindow(cell, zoomed);
    this.#drawBlend(cell);
  }

  #drawWindow(/** @type {PreviewCell} */ cell, /** @type {ZoomedRect | null} */ zoomed) {
    const { x, y, width, height } = zoomed ?? { x: cell.contentX, y: cell.contentY, width: cell.contentWidth, height: cell.contentHeight };
    // Boxes are laid out in whole points; what is missing is a factor, so that edges are exact.
    // A zoom changes the factor only, once there is a box.
    const isKept = zoomed !== null && this.#windowWidth > 0;
    const [wide, high] = isKept ? [this.#windowWidth, this.#windowHeight] : [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
    if (wide !== this.#windowWidth || high !== this.#windowHeight) {
      this.#windowWidth = wide;
      this.#windowHeight = high;
      const { style } = this.#window;
      style.width = `${wide}px`;
      style.height = `${high}px`;
      style.setProperty("--width", `${wide}px`);
      style.setProperty("--height", `${high}px`);
    }
    const transform = `translate(${points(x)}px,${points(y)}px) scale(${factor(width / wide)},${factor(height / high)})`;
    if (transform !== this.#windowTransform) this.#window.style.transform = this.#windowTransform = transform;
    const parallax = points(cell.parallaxOffset);
    if (parallax === this.#parallax) return;
    this.#parallax = parallax;
    const shift = parallax === 0 ? "" : `translateX(${parallax}px)`;
    this.picture.element.style.transform = shift;
    this.#old.element.style.transform = shift;
  }

  #drawBlend(/** @type {PreviewCell} */ cell) {
    if (cell.contentBlend === this.#blend) return;
    this.#blend = cell.contentBlend;
    this.picture.element.style.opacity = this.#blend === 1 ? "" : String(this.#blend);
    this.#old.element.style.opacity = this.#blend === 1 ? "" : String(1 - this.#blend);
    if (this.#blend === 1) this.#old.clear();
  }

  /** The content was replaced: the last picture fades out below the next one. */
  keepOld() {
    if (this.picture.picture) this.#old.take(this.picture);
  }

  /**
   * Shows a picture, or a note in its place.
   * @param {import("./pictures.js").Picture | null} picture
   * @param {string} label
   * @param {string} note
   */
  show(picture, label, note) {
    this.picture.show(sharper(this.picture.picture, picture), label);
    if (this.#label.textContent !== note) this.#label.textContent = note;
  }
}

/** The large pages: elements of a pool that mirror the cells of the preview. */
export class GalleryView {
  /** @type {Map<number, PageElement>} */
  #shown = new Map();
  /** @type {PageElement[]} */
  #free = [];
  #element;
  #pictures;
  #stamp = 0;
  #labelOf;
  #noteOf;

  /**
   * @param {HTMLElement} element
   * @param {Pictures} pictures
   * @param {(index: number) => string} labelOf the text for the picture of a page
   * @param {(id: number, index: number) => string} noteOf what is shown on a page, beside its picture
   */
  constructor(element, pictures, labelOf, noteOf) {
    this.#element = element;
    this.#pictures = pictures;
    this.#labelOf = labelOf;
    this.#noteOf = noteOf;
  }

  /** The number of elements. */
  get elementCount() { return this.#shown.size + this.#free.length; }

  /** Whether a picture of a page is on the screen. @param {number} id */
  isPictureShown(id) { return Boolean(this.#shown.get(id)?.picture.picture); }

  /**
   * Mirrors a frame.
   * @param {{length: number, [index: number]: PreviewCell}} cells
   * @param {ZoomedRect | null} zoomed
   */
  draw(cells, zoomed) {
    this.#stamp += 1;
    let known = 0;
    for (let number = 0; number < cells.length; number += 1) {
      const page = this.#shown.get(cells[number].id);
      if (!page) continue;
      page.stamp = this.#stamp;
      known += 1;
    }
    // First free elements, then take them: a page that another one replaces is not hidden in between.
    if (this.#shown.size > known) this.#release();
    for (let number = 0; number < cells.length; number += 1) {
      const cell = cells[number];
      const page = this.#shown.get(cell.id) ?? this.#take(cell.id);
      page.draw(cell, zoomed && zoomed.page === cell.id ? zoomed : null);
      if (cell.contentVersion !== page.version || cell.index !== page.index || page.isDirty) this.#update(page, cell);
    }
    for (const page of this.#free) page.hide();
  }

  /** The pictures of a page have changed. @param {number} id */
  invalidate(id) {
    const page = this.#shown.get(id);
    if (page) page.isDirty = true;
  }

  #update(/** @type {PageElement} */ page, /** @type {PreviewCell} */ cell) {
    if (page.version >= 0 && page.version !== cell.contentVersion && cell.contentBlend < 1) page.keepOld();
    page.version = cell.contentVersion;
    page.index = cell.index;
    page.isDirty = false;
    page.show(this.#pictures.best(cell.id), this.#labelOf(cell.index), this.#noteOf(cell.id, cell.index));
  }

  #take(/** @type {number} */ id) {
    let page = this.#free.pop();
    if (!page) {
      page = new PageElement();
      this.#element.append(page.element);
    }
    page.assign(id);
    page.stamp = this.#stamp;
    this.#shown.set(id, page);
    return page;
  }

  #release() {
    for (const [id, page] of this.#shown) {
      if (page.stamp === this.#stamp) continue;
      page.release();
      this.#shown.delete(id);
      this.#free.push(page);
    }
  }
}
