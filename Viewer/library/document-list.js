// SPDX-License-Identifier: Apache-2.0
/** The documents of the library on the screen: parts that are fetched while scrolling, search, and live changes. */

import { request, root } from "../requests/api.js";
import { Covers } from "./covers.js";
import { RefreshQueue } from "./refresh-queue.js";
import { matches } from "./title-search.js";

/** @typedef {import("./cover.js").LibraryDocument} LibraryDocument */

const partCount = 60;

/** The documents that are shown. */
export class DocumentList {
  #covers;
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
    this.#covers = new Covers(list, canEdit, onChange);
    this.#onChange = onChange;
    this.query = this.#shownQuery = query;
    this.next = next;
  }

  /** The covers in order. */
  get covers() { return this.#covers.all; }

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
      this.#covers.replaceAll(data.documents);
      this.next = data.next ?? "";
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

  /** Fetches the next part. During a search, what is known as such belongs to other documents. */
  async fetchNext() {
    if (!this.next || this.#isFetching || this.#isSearching) return;
    this.#isFetching = true;
    const { signal } = this.#searching;
    try {
      const { data } = await request("GET", this.next, { signal });
      if (signal.aborted) return;
      this.#covers.append(data.documents);
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

  #take(/** @type {LibraryDocument} */ document) {
    const { id, trashed, title } = document;
    if (trashed || !matches(title, this.query)) return this.remove(id);
    // Behind all that are shown, it belongs to a part that was not yet fetched.
    if (this.#covers.of(id) || this.#covers.after(id) || !this.next) this.#covers.put(document);
  }

  /** Removes a document. @param {number} id */
  remove(id) {
    this.#refreshes.remove(id);
    this.#covers.remove(id);
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
