// SPDX-License-Identifier: Apache-2.0

/**
 * The source of the pages: the document on the server. It answers the requests of the gallery.
 * `commits.js` sends the edits of this user.
 */

import { columnsType, readColumns } from "../requests/page-columns.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("../pictures/pictures.js").Pictures} Pictures */
/** @typedef {import("./commits.js").Commits} Commits */
/**
 * @typedef {object} SharingParts
 * @property {Pick<Gallery, "knownPages" | "knownVersion" | "change" | "failure" | "gone">} gallery
 * @property {Pick<Pictures, "setKey" | "setKeys">} pictures
 * @property {(method: string, path: string, options?: object) => Promise<{data: any, etag: string | null}>} request
 * @property {(after: number, actions: {onEvent(event: {id: string, event: string, data: string}): void,
 *   onState(state: "live" | "paused" | "ended"): void}) => {close(): void}} listen
 * @property {{load(): Promise<Pick<Commits, "apply" | "rotate">>, value: Pick<Commits, "turning"> | null}} commits
 * @property {() => number} now the time of the clock
 * @property {string} path the path of the document in the API
 * @property {() => void} onAnswer called after the gallery was given an answer
 */

export class Sharing {
  #parts;
  /** @type {{close(): void} | null} */
  #stream = null;
  #streamNumber = 0;
  /** The errors behind failed requests, by their code. @type {Map<number, any>} */
  #errors = new Map();
  #errorCount = 0;
  #isClosed = false;
  /** For each list of all pages that is asked for: the changes since then. @type {Set<any[]>} */
  #later = new Set();

  /** The texts of documents that arrive with events. @type {(document: {title: string, isTrashed: boolean}) => void} */
  onDocument = () => {};
  /** All pages were read again. @type {(pages: import("../requests/page-columns.js").PageColumns) => void} */
  onPages = () => {};
  /** @type {(isLive: boolean) => void} */
  onLive = () => {};

  /** @param {SharingParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Whether changes of others arrive as they are made. */
  isLive = false;
  /** @type {boolean | null} */
  #told = null;

  /** Returns the error behind a failure. @param {number} code */
  errorOf(code) { return this.#errors.get(code); }

  /** Makes a request of the gallery. @param {any} record */
  handle(record) {
    switch (record.type) {
      case "applyRequest": return this.#answer(record.number, this.#parts.commits.load().then((commits) => commits.apply(record)));
      case "rotateRequest": return this.#answer(record.number, this.#parts.commits.load().then((commits) => commits.rotate(record)));
      case "pagesRequest": return this.#answer(record.number, this.#pages(record.number));
      case "versionRequest": return this.#answer(record.number, this.#version(record.number));
      case "changesRequest": return this.#listen(record.number, record.after);
      case "stopChanges":
        if (record.number === this.#streamNumber) this.#stop();
        return undefined;
      default: return undefined;
    }
  }

  /** Stops to follow the document. */
  close() {
    this.#isClosed = true;
    this.#stop();
  }

  #stop() {
    this.#stream?.close();
    [this.#stream, this.#streamNumber] = [null, -1];
    this.#setLive(false);
  }

  /** Gives the gallery an answer, and the reason if there is none. */
  async #answer(/** @type {number} */ number, /** @type {Promise<void>} */ work) {
    try {
      await work;
    } catch (error) {
      if (this.#isClosed) return;
      this.#fail(number, error);
    }
    if (!this.#isClosed) this.#parts.onAnswer();
  }

  #fail(/** @type {number} */ number, /** @type {any} */ error) {
    this.#errorCount += 1;
    this.#errors.set(this.#errorCount, error);
    if (this.#errors.size > 64) this.#errors.delete(this.#errors.keys().next().value ?? 0);
    this.#parts.gallery.failure(number, this.#errorCount, this.#parts.now());
  }

  // Pages.

  async #pages(/** @type {number} */ number) {
    const { request, path, gallery, now, pictures } = this.#parts;
    // What arrives meanwhile may be newer than the list.
    const later = /** @type {any[]} */ ([]);
    this.#later.add(later);
    const { data } = await this.#reach(request("GET", `${path}/columns`, { headers: { accept: columnsType }, read: readColumns }))
      .finally(() => this.#later.delete(later));
    pictures.setKeys(data.keys);
    for (const change of later) if (change.revision > data.revision) this.takeKeys(change);
    this.onPages(data);
    gallery.knownPages(number, data, now());
  }

  async #version(/** @type {number} */ number) {
    const { request, path, gallery, now } = this.#parts;
    const { data } = await this.#reach(request("GET", path, { patience: 0 }));
    if (data.trashed) throw new Error("The document is in the trash.");
    gallery.knownVersion(number, data.revision, now());
  }

  /** Tells a document that is gone for good from one that is not reached. */
  async #reach(/** @type {Promise<{data: any, etag: string | null}>} */ answer) {
    try {
      return await answer;
    } catch (/** @type {any} */ error) {
      if (error.status === 404 && error.code === "notFound") this.onDocument({ title: "", isTrashed: true });
      throw error;
    }
  }

  /** Takes over the keys of a change. @param {any} change */
  takeKeys(change) {
    const { pictures, commits } = this.#parts;
    for (const list of this.#later) list.push(change);
    for (const [page, key] of Object.entries(change.keys ?? {})) {
      // The event of an own rotation can arrive before its response.
      pictures.setKey(Number(page), key, commits.value?.turning.get(Number(page)) ?? null);
    }
  }

  // Events.

  #listen(/** @type {number} */ number, /** @type {number} */ after) {
    this.#stream?.close();
    this.#streamNumber = number;
    let last = after;
    let isPolling = false;
    const isCurrent = () => number === this.#streamNumber && !this.#isClosed;
    const take = (/** @type {string} */ kind, /** @type {any} */ change) => {
      if (!isCurrent()) return;
      const isNext = kind === "change" && change.revision === last + 1;
      // What does not follow the last change is known by its revision only: the pages are read again.
      if (kind === "change" && !isNext && change.revision <= last) return;
      last = change.revision;
      this.takeKeys(change);
      this.#parts.gallery.change(number, isNext ? change : { revision: last, isReset: true }, this.#parts.now());
      this.#parts.onAnswer();
    };
    /** Asks for changes for as long as the stream does not deliver them. */
    const poll = async () => {
      if (isPolling) return;
      isPolling = true;
      const { request, path } = this.#parts;
      try {
        await (await import("../requests/polling.js")).pollDocument({
          path, take, read: (path) => request("GET", path, { patience: 0 }), last: () => last,
          isWanted: () => isCurrent() && !this.isLive, onDocument: (document) => this.onDocument(document) });
      } catch {
        // The module did not arrive: the next failure of the stream asks for it again.
      }
      isPolling = false;
    };
    this.#stream = this.#parts.listen(after, {
      onEvent: ({ event, data }) => {
        if (!isCurrent()) return;
        if (event === "document") return this.onDocument(JSON.parse(data));
        if (event === "change" || event === "reset") take(event, JSON.parse(data));
      },
      onState: (state) => {
        if (!isCurrent()) return;
        this.#setLive(state === "live");
        if (state === "paused") poll();
        if (state !== "ended") return;
        this.#stop();
        this.#answer(number, Promise.reject(new Error("The document is gone.")));
      },
    });
  }

  #setLive(/** @type {boolean} */ isLive) {
    this.isLive = isLive;
    // Also that there is no stream from the beginning.
    if (isLive === this.#told) return;
    this.#told = isLive;
    this.onLive(isLive);
  }
}
