// SPDX-License-Identifier: Apache-2.0
/** The elements of the library: a cover for each document that is shown. They move to their places. */

import { returnFocus } from "../controls/focus.js";
import { makeCover, updateCover } from "./cover.js";
import { moving } from "./moving.js";

/** @typedef {import("./cover.js").LibraryDocument} LibraryDocument */

/** The covers of documents, those of the newest ones first. */
export class Covers {
  #list;
  #canEdit;
  #onChange;

  /** @param {HTMLElement} list @param {boolean} canEdit @param {() => void} onChange called when one was added, changed or removed */
  constructor(list, canEdit, onChange) {
    this.#list = list;
    this.#canEdit = canEdit;
    this.#onChange = onChange;
  }

  /** All covers in order. */
  get all() { return /** @type {HTMLElement[]} */ (Array.from(this.#list.children)); }

  /** The cover of a document. @param {number} id */
  of(id) { return this.all.find((cover) => cover.dataset.document === String(id)); }

  /** The first cover behind the place of a document. @param {number} id */
  after(id) { return this.all.find(({ dataset }) => Number(dataset.document) < id); }

  /** Shows documents in place of those before. @param {LibraryDocument[]} documents */
  replaceAll(documents) {
    const known = new Map(this.all.map((cover) => [cover.dataset.document, cover]));
    moving(this.#list, () => {
      this.#list.replaceChildren(...documents.map((document) => this.#shown(known.get(String(document.id)), document)));
    });
  }

  #shown(/** @type {HTMLElement | undefined} */ cover, /** @type {LibraryDocument} */ document) {
    if (!cover) return makeCover(document, this.#canEdit);
    updateCover(cover, document);
    return cover;
  }

  /** Adds those of some documents that are not here behind all others. @param {LibraryDocument[]} documents */
  append(documents) {
    const added = documents.filter(({ id }) => !this.of(id));
    this.#list.append(...added.map((document) => makeCover(document, this.#canEdit)));
  }

  /** Shows what has become of a document, which is added at its place if it is not here. @param {LibraryDocument} document */
  put(document) {
    const cover = this.of(document.id);
    if (cover) updateCover(cover, document);
    else moving(this.#list, () => this.#list.insertBefore(makeCover(document, this.#canEdit), this.after(document.id) ?? null));
    this.#onChange();
  }

  /** Removes the cover of a document; the focus moves to its successor. @param {number} id */
  remove(id) {
    const cover = this.of(id);
    if (!cover) return;
    const hasFocus = cover.contains(document.activeElement);
    const neighbor = cover.nextElementSibling ?? cover.previousElementSibling;
    moving(this.#list, () => cover.remove());
    this.#onChange();
    if (hasFocus) returnFocus(neighbor?.querySelector("a"));
  }
}
