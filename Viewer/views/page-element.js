// SPDX-License-Identifier: Apache-2.0

import { factor, PictureFrame, points } from "../pictures/frame.js";
import { sharper } from "../pictures/picture.js";
import { PooledElement } from "./pool.js";

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

/** The least that is drawn of a page that is much longer than wide, or wider than long, in points. */
const thinnest = 1;

/** One element of the pool of the preview: a page, and the window in which its picture moves. */
export class PageElement extends PooledElement {
  #window = document.createElement("div");
  #label = document.createElement("p");
  /** The picture of the replaced content, below the other one. */
  #old = new PictureFrame("picture");
  #note = "";
  #x = NaN;
  #y = NaN;
  #scale = 1;
  #alpha = 1;
  #zIndex = 0;
  #parallax = 0;
  #blend = 1;
  #width = -1;
  #height = -1;
  /** The window as it is laid out, and as it is drawn. */
  #wide = -1;
  #high = -1;
  #windowX = NaN;
  #windowY = NaN;
  #windowWidth = -1;
  #windowHeight = -1;

  constructor() {
    super("page");
    this.#window.className = "window";
    this.#window.dataset.part = "content";
    this.#label.className = "page-note";
    this.#window.append(this.#old.element, this.picture.element);
    this.element.append(this.#window, this.#label);
  }

  /** @override */
  release() {
    super.release();
    this.#old.clear();
  }

  /**
   * Draws a cell; writes only what has changed.
   * @param {PreviewCell} cell
   * @param {ZoomedRect | null} zoomed
   * @param {boolean} isFlying a page that flies past is scaled, whatever its box
   */
  draw(cell, zoomed, isFlying) {
    const { width, height, alpha, zIndex } = cell;
    if (width !== this.#width || height !== this.#height) this.#resize(width, height);
    const x = points(cell.x - width / 2);
    const y = points(cell.y - height / 2);
    const scale = factor(cell.scale);
    if (this.isAside || x !== this.#x || y !== this.#y || scale !== this.#scale) this.#place(x, y, scale);
    if (alpha !== this.#alpha) this.element.style.opacity = String(this.#alpha = alpha);
    if (zIndex !== this.#zIndex) this.element.style.zIndex = String(this.#zIndex = zIndex);
    if (zoomed) this.#drawWindow(zoomed.x, zoomed.y, zoomed.width, zoomed.height, true);
    else this.#drawWindow(cell.contentX, cell.contentY, cell.contentWidth, cell.contentHeight, isFlying);
    this.#shift(points(cell.parallaxOffset));
    if (cell.contentBlend !== this.#blend) this.#fade(cell.contentBlend);
  }

  #resize(/** @type {number} */ width, /** @type {number} */ height) {
    this.#width = width;
    this.#height = height;
    this.element.style.width = `${width}px`;
    this.element.style.height = `${height}px`;
  }

  #place(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ scale) {
    this.#x = x;
    this.#y = y;
    this.#scale = scale;
    this.isAside = false;
    this.element.style.transform = scale === 1 ? `translate(${x}px,${y}px)` : `translate(${x}px,${y}px) scale(${scale})`;
  }

  /** Draws the window. A zoom and a flight change its scale only, once it has a box. */
  #drawWindow(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width, /** @type {number} */ height, /** @type {boolean} */ isScaled) {
    if (width < thinnest) [x, width] = [x + (width - thinnest) / 2, thinnest];
    if (height < thinnest) [y, height] = [y + (height - thinnest) / 2, thinnest];
    const keepsBox = isScaled && this.#wide > 0;
    // Boxes are laid out in whole points; what is missing is a factor, so that edges are exact.
    const wide = keepsBox ? this.#wide : Math.max(1, Math.round(width));
    const high = keepsBox ? this.#high : Math.max(1, Math.round(height));
    const isLaidOut = wide === this.#wide && high === this.#high;
    if (isLaidOut && x === this.#windowX && y === this.#windowY && width === this.#windowWidth && height === this.#windowHeight) return;
    this.#windowX = x;
    this.#windowY = y;
    this.#windowWidth = width;
    this.#windowHeight = height;
    if (!isLaidOut) this.#layOut(wide, high);
    this.#window.style.transform = `translate(${points(x)}px,${points(y)}px) scale(${factor(width / wide)},${factor(height / high)})`;
  }

  #layOut(/** @type {number} */ wide, /** @type {number} */ high) {
    this.#wide = wide;
    this.#high = high;
    this.#window.style.width = `${wide}px`;
    this.#window.style.height = `${high}px`;
  }

  /** Moves the picture inside its window. */
  #shift(/** @type {number} */ parallax) {
    if (parallax === this.#parallax) return;
    this.#parallax = parallax;
    const shift = parallax === 0 ? "" : `translateX(${parallax}px)`;
    this.picture.element.style.transform = shift;
    if (this.#old.picture) this.#old.element.style.transform = shift;
  }

  #fade(/** @type {number} */ blend) {
    this.#blend = blend;
    this.picture.element.style.opacity = blend === 1 ? "" : String(blend);
    this.#old.element.style.opacity = blend === 1 ? "" : String(1 - blend);
    if (blend === 1) this.#old.clear();
  }

  /** The content was replaced: the last picture fades out below the next one. */
  keepOld() {
    if (!this.picture.picture) return;
    this.#old.take(this.picture);
    this.#old.element.style.transform = this.picture.element.style.transform;
  }

  /**
   * Shows a picture, and a note on it or in its place.
   * @param {import("../pictures/picture.js").Picture | null} picture
   * @param {string} note
   */
  show(picture, note) {
    this.isDirty = false;
    this.picture.show(sharper(this.picture.picture, picture));
    if (note !== this.#note) this.#label.textContent = this.#note = note;
  }

  /** Describes the picture for people who do not see it. @param {number} index @param {string} label */
  describe(index, label) {
    this.index = index;
    this.picture.describe(label);
  }
}
