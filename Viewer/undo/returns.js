// SPDX-License-Identifier: Apache-2.0

/** What is known of a page that is to return: the page that was active when somebody wanted it, and itself until it is shown. @typedef {{view: number | null, shown: number | null}} Returning */

/** Tells which pages are shown because they have returned. */
export class Returns {
  #gallery;
  #activePage;
  /** The pages that were shown for that reason. @type {Set<number | null>} */
  #shown = new Set();

  /** @param {Pick<import("../kernel/gallery.js").Gallery, "indexOf">} gallery @param {() => number | null} activePage */
  constructor(gallery, activePage) {
    this.#gallery = gallery;
    this.#activePage = activePage;
  }

  /** Returns the page that has returned, and is to be shown now; `null` if there is none, or people have gone elsewhere. @param {Returning} returning */
  take(returning) {
    const page = returning.shown;
    if (page === null || this.#gallery.indexOf(page) === null) return null;
    returning.shown = null;
    if (!this.#isWatched(returning)) return null;
    this.#shown.add(page);
    return page;
  }

  /** Whether people see what they saw when they wanted to revert an action: who has gone elsewhere since then stays there. */
  #isWatched(/** @type {Returning} */ { view }) {
    const page = this.#activePage();
    return page === view || this.#shown.has(page);
  }
}
