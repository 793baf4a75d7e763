// SPDX-License-Identifier: Apache-2.0

import { root } from "../requests/api.js";
import { element } from "../controls/icons.js";
import { pagesText } from "../words/words.js";

/**
 * @typedef {object} PrintParts
 * @property {{pages(): {ids: ArrayLike<number> & Iterable<number>}}} gallery
 * @property {Pick<import("../pictures/pictures.js").Pictures, "best" | "keyOf">} pictures
 * @property {() => Iterable<number>} leaving the pages that are being deleted
 * @property {() => string} title
 */

/** The pages that the server puts into one list. */
const partCount = 100;

/**
 * The list of pages that the menu of the browser prints, which does not wait: it shows the present pages as far as
 * they are in the list or decoded.
 */
export class PrintList {
  #parts;
  #plain;
  #note = element("p", { class: "print-note" });
  /** The entries that were in the list: pages may return. @type {Map<number, HTMLElement>} */
  #entries = new Map();

  /** @param {PrintParts} parts @param {HTMLElement} plain the page without scripts */
  constructor(parts, plain) {
    this.#parts = parts;
    this.#plain = plain;
    this.#list?.before(this.#note);
  }

  /** @returns {HTMLOListElement | null} */
  get #list() { return this.#plain.querySelector(".pages"); }

  /** Shows the present pages. */
  update() {
    const list = this.#list;
    if (!list) return;
    const { gallery, leaving } = this.#parts;
    const hidden = new Set(leaving());
    const pages = [...gallery.pages().ids].filter((page) => !hidden.has(page));
    const listed = this.#take(list);
    const limit = Math.max(partCount, listed.size);
    const first = pages.length <= limit ? 0 : Math.max(0, pages.findIndex((page) => listed.has(page)));
    const shown = pages.slice(first, first + limit);
    list.start = first + 1;
    list.replaceChildren(...shown.map((page, index) => this.#entry(page, first + index + 1)));
    this.#describe(first, shown.length, pages.length);
  }

  /** Learns the entries of the list. Returns their pages. @param {HTMLElement} list */
  #take(list) {
    const entries = Array.from(list.children, (entry) => /** @type {const} */ ([Number(entry.id.slice(1)), /** @type {HTMLElement} */ (entry)]));
    for (const [page, entry] of entries) this.#entries.set(page, entry);
    return new Set(entries.map(([page]) => page));
  }

  /** @param {number} first @param {number} shown @param {number} count */
  #describe(first, shown, count) {
    const isPart = shown < count;
    this.#note.hidden = !isPart;
    this.#note.textContent = isPart
      ? `Pages ${first + 1} to ${first + shown} of ${count}; use Print in the menu for all` : "";
    const [title, note] = [".bar h1 bdi", ".bar-note"].map((selector) => this.#plain.querySelector(selector));
    if (title) title.textContent = this.#parts.title();
    if (note) note.textContent = pagesText(count);
  }

  /** Returns the entry of a page, with its present number and content. @param {number} page @param {number} number */
  #entry(page, number) {
    const known = this.#entries.get(page);
    const entry = known ?? element("li", { id: `p${page}` }, element("p", { class: "page-number" }, "Page 0"));
    this.#entries.set(page, entry);
    const label = /** @type {HTMLElement} */ (entry.querySelector(".page-number"));
    label.textContent = (label.textContent ?? "").replace(/\d+/, String(number));
    const image = entry.querySelector("img");
    const isPresent = image?.getAttribute("src")?.includes(`/${page}/${this.#parts.pictures.keyOf(page)}/`);
    if (isPresent) image?.setAttribute("alt", label.textContent);
    else this.#replaceImage(entry, image, page, label.textContent);
    return entry;
  }

  /** @param {HTMLElement} entry @param {Element | null} image @param {number} page @param {string} alt */
  #replaceImage(entry, image, page, alt) {
    const made = this.#image(page);
    // What cannot be shown stays blank.
    if (!made) return;
    made.alt = alt;
    if (image) image.replaceWith(made);
    else entry.prepend(made);
  }

  /** Returns an image of a page: a decoded one is there at once. @param {number} page @returns {HTMLImageElement | null} */
  #image(page) {
    const { pictures } = this.#parts;
    const best = pictures.best(page);
    if (best?.image && best.turns === 0) return /** @type {HTMLImageElement} */ (best.image.cloneNode());
    const key = pictures.keyOf(page);
    return key === undefined ? null : element("img", { src: `${root}/t/${page}/${key}/e1280.jpg` });
  }
}
