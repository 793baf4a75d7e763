// SPDX-License-Identifier: Apache-2.0

import { factor, PictureFrame, points } from "../pictures/frame.js";
import { sharper } from "../pictures/pictures.js";

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

/** Where an element waits that shows no page. */
const aside = "scale(0)";

/** One element of the pool of the preview: a page, and the window in which its picture moves. */
export class PageElement {
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
  #isHidden = true;
  #isAside = false;

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
    this.index = -1;
    this.version = -1;
    this.isDirty = true;
    this.element.dataset.page = String(id);
    this.#setHidden(false);
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

  release() {
    this.id = -1;
    this.picture.release();
    this.#old.clear();
  }

  /** Waits at a place that is not on the screen. */
  setAside() {
    if (this.#isAside) return;
    this.#isAside = true;
    this.#x = NaN;
    this.element.removeAttribute("data-page");
    this.element.style.transform = aside;
  }

  /** Draws a cell; writes only what has changed. */
  draw(/** @type {PreviewCell} */ cell, /** @type {ZoomedRect | null} */ zoomed) {
    const { width, height, alpha, zIndex } = cell;
    if (width !== this.#width || height !== this.#height) this.#resize(width, height);
    const [x, y, scale] = [points(cell.x - width / 2), points(cell.y - height / 2), factor(cell.scale)];
    if (x !== this.#x || y !== this.#y || scale !== this.#scale) this.#place(x, y, scale);
    if (alpha !== this.#alpha) this.element.style.opacity = String(this.#alpha = alpha);
    if (zIndex !== this.#zIndex) this.element.style.zIndex = String(this.#zIndex = zIndex);
    if (zoomed) this.#drawWindow(zoomed.x, zoomed.y, zoomed.width, zoomed.height, true);
    else this.#drawWindow(cell.contentX, cell.contentY, cell.contentWidth, cell.contentHeight, false);
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
    this.#isAside = false;
    this.element.style.transform = scale === 1 ? `translate(${x}px,${y}px)` : `translate(${x}px,${y}px) scale(${scale})`;
  }

  #drawWindow(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width, /** @type {number} */ height, /** @type {boolean} */ isZoomed) {
    if (x === this.#windowX && y === this.#windowY && width === this.#windowWidth && height === this.#windowHeight) return;
    this.#windowX = x;
    this.#windowY = y;
    this.#windowWidth = width;
    this.#windowHeight = height;
    // Boxes are laid out in whole points; what is missing is a factor, so that edges are exact.
    // A zoom changes the factor only, once there is a box.
    if (!isZoomed || this.#wide < 0) this.#layOut(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
    this.#window.style.transform = `translate(${points(x)}px,${points(y)}px) scale(${factor(width / this.#wide)},${factor(height / this.#high)})`;
  }

  #layOut(/** @type {number} */ wide, /** @type {number} */ high) {
    if (wide === this.#wide && high === this.#high) return;
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
   * @param {import("../pictures/pictures.js").Picture | null} picture
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
