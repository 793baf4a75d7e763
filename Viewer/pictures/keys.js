// SPDX-License-Identifier: Apache-2.0

/** @typedef {{keyOf(page: number): string | undefined}} Keys */

/** The keys of what pages show: a list of all of them, and what was learned since. */
export class PictureKeys {
  /** @type {Keys} */
  #list = { keyOf: () => undefined };
  /** @type {Map<number, string>} */
  #learned = new Map();

  /** Takes the keys of all pages. Pages that the list does not have yet keep theirs. @param {Keys} keys */
  setAll(keys) {
    this.#list = keys;
    for (const page of this.#learned.keys()) if (keys.keyOf(page) !== undefined) this.#learned.delete(page);
  }

  /** @param {number} page @param {string} key */
  set(page, key) { this.#learned.set(page, key); }

  /** The key of a page. @param {number} page */
  of(page) { return this.#learned.get(page) ?? this.#list.keyOf(page); }
}
