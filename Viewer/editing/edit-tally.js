// SPDX-License-Identifier: Apache-2.0

import { editText } from "./texts.js";

/** What people are told about their edits: those of one kind that follow each other quickly are told together. */
export class EditTally {
  #announcer;
  /** The numbers of the pages of which was not told yet, by what was done to them. @type {Map<string, Map<number, number>>} */
  #pages = new Map();

  /** @param {Pick<import("../controls/announcer.js").Announcer, "tell">} announcer */
  constructor(announcer) {
    this.#announcer = announcer;
  }

  /** Tells that something was done to pages. @param {string} what such as `deleted` @param {number[]} pages @param {number[]} numbers for people */
  add(what, pages, numbers) {
    const known = this.#pages.get(what) ?? new Map();
    for (const [place, page] of pages.entries()) known.set(page, numbers[place]);
    // What was done last is told last.
    this.#pages.delete(what);
    this.#pages.set(what, known);
    this.#tell();
  }

  /** Tells nothing about edits of one kind that are being reverted. @param {string} what such as `deleted` @param {number[]} pages */
  takeBack(what, pages) {
    for (const page of pages) this.#pages.get(what)?.delete(page);
    this.#tell();
  }

  #tell() {
    const texts = [...this.#pages].filter(([, known]) => known.size > 0).map(([what, known]) => editText([...known.values()], what));
    this.#announcer.tell("edit", texts.join(". "), () => this.#pages.clear());
  }
}
