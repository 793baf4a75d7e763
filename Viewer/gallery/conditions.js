// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("../pictures/pictures.js").Pictures} Pictures */

/** The pages that are damaged or cannot be shown, and the texts that tell people so. */
export class Conditions {
  #pictures;
  /** The pages that the list of pages calls damaged. */
  #listed = new Set();

  /** @param {Pick<Pictures, "damaged" | "best" | "hasFailed">} pictures */
  constructor(pictures) {
    this.#pictures = pictures;
  }

  /** Takes what the list of pages says. @param {Iterable<number>} pages */
  setListed(pages) { this.#listed = new Set(pages); }

  /** Whether a page is damaged. @param {number} page */
  isDamaged(page) { return this.#listed.has(page) || this.#pictures.damaged.has(page); }

  /** The name of a thumbnail. @param {number} page @param {number} index @param {number} count */
  labelOf(page, index, count) { return `Page ${index + 1} of ${count}${this.isDamaged(page) ? ", damaged" : ""}`; }

  /** The text on a page, or in the place of its picture. @param {number} page @param {number} index */
  noteOf(page, index) {
    if (this.#pictures.damaged.has(page) && !this.#pictures.best(page)) return `Page ${index + 1} is damaged`;
    if (this.#pictures.hasFailed(page)) return `Page ${index + 1} cannot be shown`;
    return this.isDamaged(page) ? "Damaged" : "";
  }
}
