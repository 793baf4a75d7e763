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
    if (picture !== this.#picture) {
      const image = picture?.image ?? null;
      this.clear();
      this.#picture = picture;
      // One element cannot be at two places.
      this.#image = image && (image.parentNode ? /** @type {HTMLImageElement} */ (image.cloneNode()) : image);
      if (picture) picture.userCount += 1;
      if (this.#image) this.element.append(this.#image);
    }
    if (!this.#image || !picture) return;
    if (this.#image.alt !== label) this.#image.alt = label;
    if (picture.turns !== this.#turns) this.#turn(this.#image, picture.turns);
  }

  /** Shows nothing. */
  clear() {
    if (this.#picture) this.#picture.userCount -= 1;
    this.#image?.remove();
    if (this.#image) this.#turn(this.#image, 0);
    this.#picture = null;
    this.#image = null;
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
