// SPDX-License-Identifier: Apache-2.0

/**
 * The source of the pages: the document on the server. It answers the requests of the gallery.
 * `commits.js` sends the edits of this user.
 */

import { columnsType, readColumns } from "../requests/page-columns.js";
import { ChangeStream } from "./change-stream.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("../pictures/pictures.js").Pictures} Pictures */
/** @typedef {import("./commits.js").Commits} Commits */
/**
 * @typedef {object} SharingParts
 * @property {Pick<Gallery, "knownPages" | "knownVersion" | "change" | "failure" | "gone">} gallery
 * @property {Pick<Pictures, "setKey" | "setKeys">} pictures
 * @property {(method: string, path: string, options?: object) => Promise<{data: any, etag: string | null}>} request
 * @property {import("./change-stream.js").ChangeStreamParts["listen"]} listen
 * @property {{load(): Promise<Pick<Commits, "apply" | "rotate">>, value: Pick<Commits, "turning" | "take"> | null}} commits
 * @property {() => number} now the time of the clock
 * @property {string} path the path of the document in the API
 * @property {() => void} onAnswer called after the gallery was given an answer
 */

/** Answers the requests of the gallery for pages, their changes and edits. */
export class Sharing {
  #parts;
  #stream;
  /** The errors behind failed requests, by their code. @type {Map<number, any>} */
  #errors = new Map();
  #errorCount = 0;
  #isClosed = false;
  /** For each list of all pages that is asked for: the changes since then. @type {Set<any[]>} */
  #later = new Set();
  /** The revisions of the keys that were learned since the list of all pages. @type {Map<number, number>} */
  #keyRevisions = new Map();
  #listRevision = 0;

  /** The texts of documents that arrive with events. @type {(document: {title: string, isTrashed: boolean}) => void} */
  onDocument = () => {};
  /** All pages were read again. @type {(pages: import("../requests/page-columns.js").PageColumns) => void} */
  onPages = () => {};
  /** @type {(isLive: boolean) => void} */
  onLive = () => {};

  /** @param {SharingParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const { listen, request, path } = parts;
    this.#stream = new ChangeStream({
      listen, request, path,
      onChange: (number, change, isNext) => this.#change(number, change, isNext),
      onDocument: (document) => this.onDocument(document),
      onLive: (isLive) => this.onLive(isLive),
      onEnd: (number) => void this.#answer(number, Promise.reject(new Error("The document is gone."))),
    });
  }

  /** Whether changes of others arrive as they are made. */
  get isLive() { return this.#stream.isLive; }

  /** Returns the error behind a failure. @param {number} code */
  errorOf(code) { return this.#errors.get(code); }

  /** Makes a request of the gallery. @param {any} record */
  handle(record) {
    switch (record.type) {
      case "applyRequest": return this.#answer(record.number, this.#parts.commits.load().then((commits) => commits.apply(record)));
      case "rotateRequest": return this.#answer(record.number, this.#parts.commits.load().then((commits) => commits.rotate(record)));
      case "pagesRequest": return this.#answer(record.number, this.#pages(record.number));
      case "versionRequest": return this.#answer(record.number, this.#version(record.number));
      case "changesRequest": return this.#isClosed ? undefined : this.#stream.open(record.number, record.after);
      case "stopChanges": return this.#stream.close(record.number);
      default: return undefined;
    }
  }

  /** Stops to follow the document. */
  close() {
    this.#isClosed = true;
    this.#stream.close();
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
    const { request, path, gallery, now, pictures, commits } = this.#parts;
    // What arrives meanwhile may be newer than the list.
    const later = /** @type {any[]} */ ([]);
    this.#later.add(later);
    const { data } = await this.#reach(request("GET", `${path}/columns`, { headers: { accept: columnsType }, read: readColumns }))
      .finally(() => this.#later.delete(later));
    pictures.setKeys(data.keys);
    this.#keyRevisions.clear();
    this.#listRevision = data.revision;
    for (const change of later) if (change.revision > data.revision) this.takeKeys(change);
    commits.value?.take({ revision: data.revision, isReset: true });
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

  /** Takes over the keys of a change. Answers can be late: a newer key stays. @param {any} change */
  takeKeys(change) {
    const { pictures, commits } = this.#parts;
    for (const list of this.#later) list.push(change);
    for (const [name, key] of Object.entries(change.keys ?? {})) {
      const page = Number(name);
      if (change.revision < (this.#keyRevisions.get(page) ?? this.#listRevision)) continue;
      this.#keyRevisions.set(page, change.revision);
      // The event of an own rotation can arrive before its response.
      pictures.setKey(page, key, commits.value?.turning.get(page) ?? null);
    }
  }

  /** A change of others. The pages are read again if those before it are missing. */
  #change(/** @type {number} */ number, /** @type {any} */ change, /** @type {boolean} */ isNext) {
    const { gallery, now, onAnswer, commits } = this.#parts;
    this.takeKeys(change);
    const known = isNext ? change : { revision: change.revision, isReset: true };
    commits.value?.take(known);
    gallery.change(number, known, now());
    onAnswer();
  }
}
