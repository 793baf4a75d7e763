// SPDX-License-Identifier: Apache-2.0

/** What the elements of a lifted page must not have twice. */
const ownAttributes = ["id", "role", "tabindex", "aria-selected", "aria-label", "aria-posinset", "aria-setsize", "data-page"];

/** The picture of a page that follows a finger, while its thumbnail is hidden. */
export class LiftedPage {
  #strip;
  #page;
  #ghost;
  /** The thumbnail that is hidden, below the ghost. @type {HTMLElement | null} */
  #hidden = null;

  /**
   * @param {{elementOf(page: number): HTMLElement | null, trackX: number}} strip
   * @param {number} page
   * @param {HTMLElement} thumbnail its element
   * @param {HTMLElement} container what it is shown in
   */
  constructor(strip, page, thumbnail, container) {
    this.#strip = strip;
    this.#page = page;
    this.#ghost = /** @type {HTMLElement} */ (thumbnail.cloneNode(true));
    for (const name of ownAttributes) this.#ghost.removeAttribute(name);
    this.#ghost.setAttribute("aria-hidden", "true");
    this.#ghost.classList.add("lifted");
    // It follows the finger, not the track.
    this.#ghost.style.transform = `translate(${strip.trackX}px,0) ${thumbnail.style.transform}`;
    container.append(this.#ghost);
    this.update();
  }

  /** Hides the thumbnail: while the strip scrolls, its element goes to another page. */
  update() { this.#hide(this.#strip.elementOf(this.#page)); }

  #hide(/** @type {HTMLElement | null} */ thumbnail) {
    if (thumbnail === this.#hidden) return;
    this.#hidden?.removeAttribute("data-lifted");
    thumbnail?.setAttribute("data-lifted", "");
    this.#hidden = thumbnail;
  }

  /** Moves the picture. @param {number} x the translation @param {number} y */
  move(x, y) {
    this.#ghost.style.translate = `${x}px ${Math.max(-24, Math.min(12, y)) - 10}px`;
  }

  /** Shows the thumbnail again. */
  putDown() {
    this.#ghost.remove();
    this.#hide(null);
  }
}
