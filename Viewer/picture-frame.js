// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./pictures.js").Picture} Picture */

/**
 * An element that shows one picture, and replaces it without a flash: the image is already decoded.
 */
export class PictureFrame {
  /** @type {Picture | null} */
  #picture = null;
  /** @type {HTMLImageElement | null} */
  #image = null;
  #turns = 0;

  /** The element. */
  element;

  /** @param {string} className */
  constructor(className) {
    this.element = document.createElement("div");
    this.element.className = className;
  }

  /** The picture that is shown. */
  get picture() { return this.#picture; }

  /**
   * Shows a picture, `null` for none.
   * @param {Picture | null} picture
   * @param {string} [label] the text for people who do not see it
   */
  show(picture, label = "") {
    if (picture !== this.#picture) this.#swap(picture);
    if (!this.#image || !picture) return;
    if (this.#image.alt !== label) this.#image.alt = label;
    if (picture.turns !== this.#turns) this.#turn(this.#image, picture.turns);
  }

  #swap(/** @type {Picture | null} */ picture) {
    let image = picture?.image ?? null;
    // One element cannot be at two places; a hidden frame gives its own away.
    if (image?.parentNode && image.parentNode !== this.element && picture && picture.userCount > 0) {
      image = /** @type {HTMLImageElement} */ (image.cloneNode());
    }
    const last = this.#image;
    this.release();
    this.#picture = picture;
    this.#image = image;
    if (picture) picture.userCount += 1;
    if (last && last !== image && last.parentNode === this.element) {
      if (this.#turns !== 0) this.#turn(last, 0);
      if (image) last.replaceWith(image);
      else last.remove();
    } else if (image && image.parentNode !== this.element) {
      this.element.append(image);
    }
  }

  /** The frame is hidden: another one may show the picture. Its image stays until then. */
  release() {
    if (this.#picture) this.#picture.userCount -= 1;
    this.#picture = null;
  }

  /** Shows nothing. */
  clear() {
    this.#swap(null);
  }

  /** Takes over what another frame shows. @param {PictureFrame} other */
  take(other) {
    const picture = other.picture;
    other.clear();
    this.show(picture);
  }

  /** Turns the image inside its frame, whose shape is that of the turned image. */
  #turn(/** @type {HTMLImageElement} */ image, /** @type {number} */ turns) {
    this.#turns = turns;
    if (turns === 0) image.removeAttribute("data-turns");
    else image.dataset.turns = String(turns);
  }
}

/**
 * Returns a number as a short text for a style: rounded to a thousandth of a point, or a millionth of
 * a factor.
 * @param {number} value
 */
export const points = (value) => Math.round(value * 1e4) / 1e4;
/** @param {number} value */
export const factor = (value) => Math.round(value * 1e7) / 1e7;
