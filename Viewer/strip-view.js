// SPDX-License-Identifier: Apache-2.0

import { factor, PictureFrame, points } from "./picture-frame.js";

/** @typedef {import("./pictures.js").Pictures} Pictures */
/**
 * A cell of the strip in a frame of the kernel.
 * @typedef {{id: number, index: number, expansion: number, x: number, y: number, width: number, height: number,
 *   alpha: number, cropX: number, cropY: number, cropWidth: number, cropHeight: number, contentVersion: number, zIndex: number}} StripCell
 */

/** The bounds of the shapes of expanded thumbnails, as in the configuration of the gallery. */
const [narrowest, widest] = [0.2, 5];
/** Where a focused element waits while its page is out of sight. */
const aside = "translate(-9999px,0)";

/** One element of the pool: a tab, and the picture behind its window. */
class Thumbnail {
  id = -1;
  index = -1;
  count = -1;
  stamp = 0;
  version = -1;
  isDirty = true;
  isSelected = false;
  element = document.createElement("div");
  picture = new PictureFrame("picture");
  #transform = "";
  /** The transform behind the number that a fling changes. */
  #rest = "";
  #drawnWidth = -1;
  #drawnHeight = -1;
  #y = 0;
  #cropWidth = -1;
  #cropHeight = -1;
  #alpha = 1;
  #zIndex = 0;
  #width = 0;
  #height = 0;
  #isHidden = true;

  constructor() {
    this.element.className = "thumbnail";
    this.element.setAttribute("role", "tab");
    this.element.setAttribute("aria-selected", "false");
    this.element.tabIndex = -1;
    this.element.hidden = true;
    this.element.append(this.picture.element);
  }

  /**
   * @param {number} id
   * @param {number | null} ratio
   * @param {number} height the height of the strip, in points
   */
  assign(id, ratio, height) {
    this.id = id;
    this.version = -1;
    this.isDirty = true;
    this.index = -1;
    this.element.id = `thumbnail-${id}`;
    this.element.dataset.page = String(id);
    this.#setHidden(false);
    this.resize(ratio, height);
  }

  hide() {
    if (this.#isHidden) return;
    this.#setHidden(true);
    this.picture.clear();
  }

  #setHidden(/** @type {boolean} */ isHidden) {
    if (isHidden !== this.#isHidden) this.element.hidden = this.#isHidden = isHidden;
  }

  /** Lays out the box of an expanded thumbnail: smaller ones are scaled down from it, and stay sharp. */
  resize(/** @type {number | null} */ ratio, /** @type {number} */ height) {
    const shape = ratio ? Math.min(Math.max(ratio, narrowest), widest) : 0.5;
    const width = Math.max(1, Math.round(height * Math.max(0.5, shape)));
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    this.#transform = "";
    this.#drawnWidth = this.#cropWidth = -1;
  }

  release() {
    this.id = -1;
    this.picture.release();
  }

  setAside() {
    if (this.#transform !== aside) this.element.style.transform = this.#transform = aside;
  }

  /** Draws a cell; writes only what has changed. */
  draw(/** @type {StripCell} */ cell) {
    const { width, height, y } = cell;
    if (width !== this.#drawnWidth || height !== this.#drawnHeight || y !== this.#y) this.#reshape(width, height, y);
    // In a fling nothing else changes: one number becomes a text.
    const transform = `translate(${points(cell.x - width / 2)}${this.#rest}`;
    if (transform !== this.#transform) this.element.style.transform = this.#transform = transform;
    if (cell.alpha !== this.#alpha) this.element.style.opacity = String(this.#alpha = cell.alpha);
    if (cell.zIndex !== this.#zIndex) this.element.style.zIndex = String(this.#zIndex = cell.zIndex);
    if (cell.cropWidth !== this.#cropWidth || cell.cropHeight !== this.#cropHeight) this.#crop(cell);
  }

  #reshape(/** @type {number} */ width, /** @type {number} */ height, /** @type {number} */ y) {
    this.#drawnWidth = width;
    this.#drawnHeight = height;
    this.#y = y;
    this.#rest = `px,${points(y - height / 2)}px) scale(${factor(width / this.#width)},${factor(height / this.#height)})`;
  }

  /** Shows the part of the picture that fills the window. */
  #crop(/** @type {StripCell} */ { cropX, cropY, cropWidth, cropHeight }) {
    this.#cropWidth = cropWidth;
    this.#cropHeight = cropHeight;
    const [left, top] = [points(-cropX / cropWidth * this.#width), points(-cropY / cropHeight * this.#height)];
    this.picture.element.style.transform = `translate(${left}px,${top}px) scale(${factor(1 / cropWidth)},${factor(1 / cropHeight)})`;
  }

  /** Describes the page for people who do not see it. */
  describe(/** @type {number} */ index, /** @type {number} */ count, /** @type {string} */ label) {
    this.element.setAttribute("aria-label", label);
    if (index !== this.index) this.element.setAttribute("aria-posinset", String(index + 1));
    if (count !== this.count) this.element.setAttribute("aria-setsize", String(count));
    this.index = index;
    this.count = count;
  }

  select(/** @type {boolean} */ isSelected) {
    if (isSelected === this.isSelected) return;
    this.isSelected = isSelected;
    this.element.setAttribute("aria-selected", String(isSelected));
    this.element.tabIndex = isSelected ? 0 : -1;
  }
}

/** The thumbnails: elements of a pool that mirror the cells of the strip. */
export class StripView {
  /** @type {Map<number, Thumbnail>} */
  #shown = new Map();
  /** @type {Thumbnail[]} */
  #free = [];
  #element;
  #pictures;
  #stamp = 0;
  #height = 0;
  #ratioOf;
  #labelOf;

  /** The style of the pictures. */
  style = "h66";

  /**
   * @param {HTMLElement} element
   * @param {Pictures} pictures
   * @param {(id: number) => number | null} ratioOf
   * @param {(id: number, index: number, count: number) => string} labelOf
   */
  constructor(element, pictures, ratioOf, labelOf) {
    this.#element = element;
    this.#pictures = pictures;
    this.#ratioOf = ratioOf;
    this.#labelOf = labelOf;
  }

  /** The number of elements. */
  get elementCount() { return this.#shown.size + this.#free.length; }

  /** The element of a page, `null` if it is out of sight. @param {number} id */
  elementOf(id) { return this.#shown.get(id)?.element ?? null; }

  /** @param {number} height the height of the strip, in points */
  resize(height) {
    this.#height = height;
    for (const thumbnail of this.#shown.values()) thumbnail.resize(this.#ratioOf(thumbnail.id), height);
  }

  /**
   * Mirrors a frame.
   * @param {{length: number, [index: number]: StripCell}} cells
   * @param {number | null} activePage
   * @param {number} count the number of all pages
   * @param {boolean} isMoving texts wait until nothing moves
   */
  draw(cells, activePage, count, isMoving) {
    this.#stamp += 1;
    let known = 0;
    for (let number = 0; number < cells.length; number += 1) {
      const thumbnail = this.#shown.get(cells[number].id);
      if (!thumbnail) continue;
      thumbnail.stamp = this.#stamp;
      known += 1;
    }
    // First free elements, then take them: what leaves at one end arrives at the other.
    if (this.#shown.size > known) this.#release();
    for (let number = 0; number < cells.length; number += 1) {
      const cell = cells[number];
      const thumbnail = this.#shown.get(cell.id) ?? this.#take(cell.id);
      thumbnail.draw(cell);
      thumbnail.select(cell.id === activePage);
      if (thumbnail.isDirty || cell.contentVersion !== thumbnail.version) this.#update(thumbnail, cell);
      if (!isMoving && (cell.index !== thumbnail.index || count !== thumbnail.count)) thumbnail.describe(cell.index, count, this.#labelOf(cell.id, cell.index, count));
    }
    for (const thumbnail of this.#free) thumbnail.hide();
  }

  /** The pictures of a page have changed. @param {number} id */
  invalidate(id) {
    const thumbnail = this.#shown.get(id);
    if (thumbnail) thumbnail.isDirty = true;
  }

  /** Describes all thumbnails anew. */
  relabel() {
    for (const thumbnail of this.#shown.values()) thumbnail.index = -1;
  }

  /** Tells assistive technology the order of the elements: that of the pool is another one. */
  order(/** @type {{length: number, [index: number]: StripCell}} */ cells) {
    let ids = "";
    for (let number = 0; number < cells.length; number += 1) ids += `thumbnail-${cells[number].id} `;
    this.#element.setAttribute("aria-owns", ids.trimEnd());
  }

  #update(/** @type {Thumbnail} */ thumbnail, /** @type {StripCell} */ cell) {
    if (cell.contentVersion !== thumbnail.version) thumbnail.resize(this.#ratioOf(cell.id), this.#height);
    thumbnail.version = cell.contentVersion;
    thumbnail.isDirty = false;
    thumbnail.picture.show(this.#pictures.thumbnail(cell.id, this.style));
    thumbnail.draw(cell);
  }

  #take(/** @type {number} */ id) {
    let thumbnail = this.#free.pop();
    if (!thumbnail) {
      thumbnail = new Thumbnail();
      this.#element.append(thumbnail.element);
    }
    thumbnail.assign(id, this.#ratioOf(id), this.#height);
    thumbnail.stamp = this.#stamp;
    this.#shown.set(id, thumbnail);
    return thumbnail;
  }

  #release() {
    for (const [id, thumbnail] of this.#shown) {
      if (thumbnail.stamp === this.#stamp) continue;
      // A focused element is not recycled: the focus would be lost.
      if (thumbnail.element === document.activeElement) {
        thumbnail.setAside();
        continue;
      }
      thumbnail.select(false);
      thumbnail.release();
      this.#shown.delete(id);
      this.#free.push(thumbnail);
    }
  }
}
