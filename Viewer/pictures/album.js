// SPDX-License-Identifier: Apache-2.0

import { makePicture } from "./picture.js";

/** @typedef {import("./picture.js").PagePictures} PagePictures */
/** @typedef {import("./picture.js").Picture} Picture */

/** The pictures of pages, by page and style, for what each page shows now. */
export class Album {
  #root;
  #keyOf;
  /** @type {Map<number, PagePictures>} */
  #pages = new Map();

  /** @param {string} root the path of the server @param {(page: number) => string | undefined} keyOf */
  constructor(root, keyOf) {
    this.#root = root;
    this.#keyOf = keyOf;
  }

  /** The pages that have pictures. */
  get pages() { return this.#pages.keys(); }

  /** The pictures of a page, if it has any. @param {number} page */
  of(page) { return this.#pages.get(page); }

  /** Whether a picture is decoded. @param {number} page @param {string} style */
  isReady(page, style) { return this.#pages.get(page)?.styles.get(style)?.state === "ready"; }

  /** Begins anew for other content of a page. @param {number} page @param {string} key @param {Picture | null} stale the picture that stays meanwhile */
  renew(page, key, stale) { this.#pages.set(page, { key, styles: new Map(), stale }); }

  /** Returns a picture, which is made if it is new; `null` for an unknown page. @param {number} page @param {string} style */
  picture(page, style) {
    if (!this.#pages.has(page)) {
      const key = this.#keyOf(page);
      if (key === undefined) return null;
      this.renew(page, key, null);
    }
    const { key, styles } = /** @type {PagePictures} */ (this.#pages.get(page));
    let picture = styles.get(style);
    if (!picture) styles.set(style, picture = makePicture(this.#root, page, key, style));
    return picture;
  }

  /** @param {Picture} picture */
  remove(picture) {
    const known = this.#pages.get(picture.page);
    if (known?.styles.get(picture.style) !== picture) return;
    known.styles.delete(picture.style);
    if (known.styles.size === 0 && !known.stale) this.#pages.delete(picture.page);
  }
}
