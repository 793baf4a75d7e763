// SPDX-License-Identifier: Apache-2.0
/** The documents of the library on the screen: parts that are fetched while scrolling, search, and live changes. */

import { returnFocus } from "../controls/focus.js";
import { request, root } from "../requests/api.js";
import { makeCover, updateCover } from "./cover.js";
import { moving } from "./moving.js";
import { RefreshQueue } from "./refresh-queue.js";
import { matches } from "./title-search.js";

/** @typedef {import("./cover.js").LibraryDocument} LibraryDocument */

const partCount = 60;

/** The list of covers. */
export class DocumentList {
  #list;
  #canEdit;
  #onChange;
  #searching = new AbortController();
  #isFetching = false;
  #isSearching = false;
  #refreshes = new RefreshQueue((id) => this.#read(id));
  /** The words that titles contain, as soon as they are searched. */
  query = "";
  /** Those of the documents that are shown. */
  #shownQuery;
  /** The URL of the next part, empty at the end. */
  next = "";

  /** @param {HTMLElement} list @param {{canEdit: boolean, query: string, next: string, onChange: () => void}} options */
  constructor(list, { canEdit, query, next, onChange }) {
    this.#list = list;
    this.#canEdit = canEdit;
    this.#onChange = onChange;
    this.query = this.#shownQuery = query;
    this.next = next;
  }

  /** The covers in order. */
  get covers() {
    return /** @type {HTMLElement[]} */ (Array.from(this.#list.children));
  }

  /** @param {number} id @returns {HTMLElement | undefined} */
  cover(id) {
    return this.covers.find((cover) => cover.dataset.document === String(id));
  }

  /** Shows the documents whose titles contain words. @param {string} query @param {number} [count] */
  async search(query, count = partCount) {
    this.#searching.abort();
    this.#searching = new AbortController();
    const { signal } = this.#searching;
    this.query = query;
    this.#isSearching = true;
    const words = query ? `&q=${encodeURIComponent(query)}` : "";
    try {
      const { data } = await request("GET", `/api/v1/documents?limit=${Math.min(1000, count)}${words}`, { signal });
      signal.throwIfAborted();
      this.#show(data);
      this.#shownQuery = query;
    } finally {
      // Otherwise a later search goes on.
      if (!signal.aborted) {
        this.#isSearching = false;
        this.query = this.#shownQuery;
        this.#onChange();
      }
    }
  }

  /** Shows the first documents that were found. */
  #show(/** @type {{documents: LibraryDocument[], next?: string}} */ data) {
    const known = new Map(this.covers.map((cover) => [cover.dataset.document, cover]));
    moving(this.#list, () => {
      this.#list.replaceChildren(...data.documents.map((document) => this.#shown(known.get(String(document.id)), document)));
    });
    this.next = data.next ?? "";
  }

  /** @param {HTMLElement | undefined} cover @param {LibraryDocument} document */
  #shown(cover, document) {
    if (!cover) return makeCover(document, this.#canEdit);
    updateCover(cover, document);
    return cover;
  }

  /** Fetches the next part. During a search, what is known as such belongs to other documents. */
  async fetchNext() {
    if (!this.next || this.#isFetching || this.#isSearching) return;
    this.#isFetching = true;
    const { signal } = this.#searching;
    try {
      const { data } = await request("GET", this.next, { signal });
      if (signal.aborted) return;
      const added = data.documents.filter((/** @type {LibraryDocument} */ { id }) => !this.cover(id));
      this.#list.append(...added.map((/** @type {LibraryDocument} */ document) => makeCover(document, this.#canEdit)));
      this.next = data.next ?? "";
    } finally {
      this.#isFetching = false;
    }
    this.#onChange();
  }

  /**
   * Shows what has changed since the list was read.
   * @param {LibraryDocument[]} found the newest documents that match, the newest first
   * @param {boolean} isWhole whether there are no others
   */
  takeAll(found, isWhole) {
    const ids = new Set(found.map(({ id }) => id));
    const oldest = isWhole ? 0 : Math.min(...ids);
    for (const { dataset } of this.covers) {
      const id = Number(dataset.document);
      if (id >= oldest && !ids.has(id)) this.remove(id);
    }
    for (const document of [...found].reverse()) this.#take(document);
  }

  /** Shows what has become of a document. @param {number} id */
  refresh(id) { this.#refreshes.add(id); }

  async #read(/** @type {number} */ id) {
    try {
      const { data } = await request("GET", `/api/v1/documents/${id}`);
      this.#take(data);
    } catch (/** @type {any} */ error) {
      if (error?.status === 404) this.remove(id);
    }
  }

  /** @param {LibraryDocument} document */
  #take(document) {
    const cover = this.cover(document.id);
    if (document.trashed || !matches(document.title, this.query)) return this.remove(document.id);
    if (cover) {
      updateCover(cover, document);
      return this.#onChange();
    }
    const following = this.covers.find((cover) => Number(cover.dataset.document) < document.id);
    // It belongs to a part that was not yet fetched.
    if (!following && this.next) return;
    moving(this.#list, () => this.#list.insertBefore(makeCover(document, this.#canEdit), following ?? null));
    this.#onChange();
  }

  /** Removes a document; the focus moves to its successor. @param {number} id */
  remove(id) {
    this.#refreshes.remove(id);
    const cover = this.cover(id);
    if (!cover) return;
    const hasFocus = cover.contains(document.activeElement);
    const neighbor = cover.nextElementSibling ?? cover.previousElementSibling;
    moving(this.#list, () => cover.remove());
    this.#onChange();
    if (hasFocus) returnFocus(neighbor?.querySelector("a"));
  }

  /** The page with the next part, for a link. */
  get nextPage() {
    if (!this.next) return "";
    const known = new URL(this.next, location.href).searchParams;
    const query = new URLSearchParams({ after: known.get("after") ?? "" });
    if (this.query) query.set("q", this.query);
    return `${root}/?${query}`;
  }
}
