// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./picture.js").Picture} Picture */

/**
 * An element that shows one picture, and replaces it without a flash: the image is already decoded.
 */
export class PictureFrame {
  /** @type {Picture | null} */
  #picture = null;
  /** @type {HTMLImageElement | null} */
  #image = null;
  #turns = 0;
  #label = "";

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
   */
  show(picture) {
    // The image of a released picture is still there.
    if (picture !== this.#picture || (!picture && this.#image)) this.#swap(picture);
    if (picture && picture.turns !== this.#turns) this.#turn(picture.turns);
  }

  #swap(/** @type {Picture | null} */ picture) {
    const last = this.#image;
    const image = picture?.image ? this.#imageOf(picture) : null;
    if (this.#picture) this.#picture.userCount -= 1;
    this.#picture = picture;
    this.#image = image;
    if (picture) picture.userCount += 1;
    if (image && image.alt !== this.#label) image.alt = this.#label;
    if (last && last !== image && last.parentNode === this.element) {
      if (image) last.replaceWith(image);
      else last.remove();
    } else if (image && image.parentNode !== this.element) {
      this.element.append(image);
    }
  }

  /**
   * An image of a picture that no other frame uses: one element cannot be at two places.
   *
   * A page and its thumbnail often show the same picture, so that there are two images of it.
   */
  #imageOf(/** @type {Picture} */ picture) {
    const image = /** @type {HTMLImageElement} */ (picture.image);
    if (picture.userCount === 0 || !image.parentNode || image.parentNode === this.element) return image;
    const { twin } = picture;
    if (twin && (!twin.parentNode || twin.parentNode === this.element)) return twin;
    return picture.twin = /** @type {HTMLImageElement} */ (image.cloneNode());
  }

  /** The text for people who do not see the picture. @param {string} label */
  describe(label) {
    this.#label = label;
    if (this.#image && this.#image.alt !== label) this.#image.alt = label;
  }

  /** The frame is hidden: another one may show the picture. Its image stays until something else is shown here. */
  release() {
    if (this.#picture) this.#picture.userCount -= 1;
    this.#picture = null;
    this.#label = "";
  }

  /** Shows nothing. */
  clear() {
    if (this.#picture || this.#image) this.#swap(null);
  }

  /** Takes over what another frame shows. @param {PictureFrame} other */
  take(other) {
    const picture = other.picture;
    other.clear();
    this.show(picture);
  }

  /** Turns the image inside its frame, whose shape is that of the turned image. */
  #turn(/** @type {number} */ turns) {
    this.#turns = turns;
    if (turns === 0) this.element.removeAttribute("data-turns");
    else this.element.dataset.turns = String(turns);
  }
}

/**
 * Returns a number as a short text for a style: rounded to 0.0001 points, or to 0.0000001 of a
 * factor.
 * @param {number} value
 */
export const points = (value) => Math.round(value * 1e4) / 1e4;
/** @param {number} value */
export const factor = (value) => Math.round(value * 1e7) / 1e7;
