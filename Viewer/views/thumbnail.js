// SPDX-License-Identifier: Apache-2.0

import { factor, points } from "../pictures/frame.js";
import { PooledElement } from "./pool.js";

/**
 * A cell of the strip in a frame of the kernel.
 * @typedef {{id: number, index: number, expansion: number, x: number, y: number, width: number, height: number,
 *   alpha: number, cropX: number, cropY: number, cropWidth: number, cropHeight: number, contentVersion: number, zIndex: number}} StripCell
 */
/** @typedef {{label: string, isDamaged: boolean}} ThumbnailTexts */

/** The bounds of the shapes of expanded thumbnails, as in the configuration of the gallery. */
const [narrowest, widest] = [0.2, 5];
/** The distance that nobody sees, in points. */
const invisible = 0.001;

/** One element of the pool of the strip: a tab, and the picture behind its window. */
export class Thumbnail extends PooledElement {
  count = -1;
  isSelected = false;
  /** Whether the box has the shape of the page. */
  isShaped = false;
  /** The center on the track. */
  x = 0;
  /** Whether the element is where it was drawn last. */
  isPlaced = false;
  #y = 0;
  #drawnWidth = -1;
  #drawnHeight = -1;
  #cropWidth = -1;
  #cropHeight = -1;
  #alpha = 1;
  #zIndex = 0;
  #damage = "";
  #width = 0;
  #height = 0;

  constructor() {
    super("thumbnail");
    this.element.setAttribute("role", "tab");
    this.element.setAttribute("aria-selected", "false");
    this.element.tabIndex = -1;
    this.element.append(this.picture.element);
  }

  /** @override @param {number} id */
  assign(id) {
    super.assign(id);
    this.isShaped = this.isPlaced = false;
    this.#mark("");
  }

  /** Marks a damaged page with its number. In a fling, that costs nothing as long as there is none. */
  #mark(/** @type {string} */ number) {
    if (number === this.#damage) return;
    this.#damage = number;
    if (number) this.element.setAttribute("data-damage", number);
    else this.element.removeAttribute("data-damage");
  }

  /**
   * Lays out the box of an expanded thumbnail: smaller ones are scaled down from it, and stay sharp.
   *
   * Any box does for a collapsed thumbnail: it is laid out when the page expands, or nothing moves.
   */
  shape(/** @type {number | null} */ ratio, /** @type {number} */ height) {
    this.isShaped = true;
    const shape = ratio ? Math.min(Math.max(ratio, narrowest), widest) : 0.5;
    const width = Math.max(1, Math.round(height * Math.max(0.5, shape)));
    if (width === this.#width && height === this.#height) return;
    this.#width = width;
    this.#height = height;
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
    this.isPlaced = false;
    this.#cropWidth = -1;
  }

  /** Whether the element has been laid out. */
  get hasBox() { return this.#width > 0; }

  /** The content of the page, and its shape, is another one. @param {number} version */
  renew(version) {
    this.version = version;
    this.isDirty = true;
    this.isShaped = false;
  }

  /** @param {import("../pictures/picture.js").Picture | null} picture */
  show(picture) {
    this.isDirty = false;
    this.picture.show(picture);
  }

  /** The picture waits: that of another page does not stay. */
  clear() {
    if (this.picture.picture?.page !== this.id) this.picture.clear();
  }

  /** @override */
  release() {
    super.release();
    this.select(false);
    this.isPlaced = false;
  }

  /** @override */
  setAside() {
    super.setAside();
    this.isPlaced = false;
  }

  /**
   * Draws a cell; writes only what has changed. In a fling, that is nothing: the track moves.
   * @param {StripCell} cell
   * @param {number} x the center on the track
   */
  draw(cell, x) {
    const { width, height, y } = cell;
    if (!this.isPlaced || Math.abs(x - this.x) > invisible || width !== this.#drawnWidth || height !== this.#drawnHeight || y !== this.#y) {
      this.#place(x, y, width, height);
    }
    if (cell.alpha !== this.#alpha) this.element.style.opacity = String(this.#alpha = cell.alpha);
    if (cell.zIndex !== this.#zIndex) this.element.style.zIndex = String(this.#zIndex = cell.zIndex);
    if (cell.cropWidth !== this.#cropWidth || cell.cropHeight !== this.#cropHeight) this.#crop(cell);
  }

  #place(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width, /** @type {number} */ height) {
    this.isPlaced = true;
    this.isAside = false;
    this.x = x;
    this.#y = y;
    this.#drawnWidth = width;
    this.#drawnHeight = height;
    this.element.style.transform = `translate(${points(x - width / 2)}px,${points(y - height / 2)}px) scale(${factor(width / this.#width)},${factor(height / this.#height)})`;
  }

  /** Shows the part of the picture that fills the window. */
  #crop(/** @type {StripCell} */ { cropX, cropY, cropWidth, cropHeight }) {
    this.#cropWidth = cropWidth;
    this.#cropHeight = cropHeight;
    const left = points(-cropX / cropWidth * this.#width);
    const top = points(-cropY / cropHeight * this.#height);
    this.picture.element.style.transform = `translate(${left}px,${top}px) scale(${factor(1 / cropWidth)},${factor(1 / cropHeight)})`;
  }

  /** Describes the page for people who do not see it, and marks a damaged one. */
  describe(/** @type {number} */ index, /** @type {number} */ count, /** @type {ThumbnailTexts} */ { label, isDamaged }) {
    this.element.id = `thumbnail-${this.id}`;
    this.element.setAttribute("aria-label", label);
    this.#mark(isDamaged ? String(index + 1) : "");
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
