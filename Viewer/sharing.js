// SPDX-License-Identifier: Apache-2.0

/**
 * The source of the pages: the document on the server. It answers the requests of the gallery.
 *
 * A change is sent with the revision that it is based on, and under a key, so that the server makes
 * it once even if the response is lost. After a conflict the gallery rebases its edit.
 */

/** @typedef {import("./kernel-gallery.js").Gallery} Gallery */
/** @typedef {import("./pictures.js").Pictures} Pictures */
/**
 * @typedef {object} SharingParts
 * @property {Pick<Gallery, "receipt" | "conflict" | "knownPages" | "knownVersion" | "change" | "failure" | "gone">} gallery
 * @property {Pick<Pictures, "setKey" | "setKeys">} pictures
 * @property {(method: string, path: string, options?: object) => Promise<{data: any, etag: string | null}>} request
 * @property {(after: number, actions: {onEvent(event: {id: string, event: string, data: string}): void,
 *   onState(state: "live" | "paused" | "ended"): void}) => {close(): void}} listen
 * @property {() => string} newKey
 * @property {() => number} now the time of the clock
 * @property {string} path the path of the document in the API
 * @property {string} origin the text by which this window recognizes its own changes
 * @property {() => void} onAnswer called after the gallery was given an answer
 */

/** The edit of a gallery, as the body of a request. */
function bodyOf(/** @type {any} */ change, /** @type {Map<number, string>} */ uploads, /** @type {string} */ origin) {
  /** @type {Record<string, any>} */
  const body = { origin };
  if (change.deletions.length > 0) body.deletions = change.deletions;
  if (change.insertions.length > 0) {
    body.insertions = change.insertions.map((/** @type {any} */ { at, page }) => {
      const upload = uploads.get(page.id);
      return upload === undefined ? { at, page: page.id } : { at, upload };
    });
  }
  if (change.moves.length > 0) body.moves = change.moves;
  return body;
}

/** The revision in an entity tag, such as "r17". */
export function revisionOf(/** @type {string | null} */ etag) {
  const found = /^(?:W\/)?"r(\d+)/.exec(etag ?? "");
  return found ? Number(found[1]) : null;
}

/** The pages of the server as columns of the kernel. @param {any} pages */
export function columnsOf({ revision, ids, aspectRatios, contentVersions = {} }) {
  const isCounted = Object.keys(contentVersions).length > 0;
  const versions = isCounted ? ids.map((/** @type {number} */ id) => contentVersions[id] ?? 0) : undefined;
  return { revision, ids, ratios: aspectRatios, contentVersions: versions };
}

/** Whether changes follow a revision without a gap, up to another one. */
function isComplete(/** @type {any[]} */ changes, /** @type {number} */ from, /** @type {number} */ to) {
  return changes.length === to - from && changes.every((change, index) => change.revision === from + index + 1);
}

export class Sharing {
  #parts;
  /** The uploads of pages that are not yet in the document. @type {Map<number, string>} */
  #uploads = new Map();
  /** The uploads that replace the bytes of pages. @type {Map<number, {upload: string, key: string}>} */
  #replacements = new Map();
  /** The pages that are being rotated, with their turns. @type {Map<number, number>} */
  #turning = new Map();
  /** @type {{close(): void} | null} */
  #stream = null;
  #streamNumber = 0;
  /** The errors behind failed requests, by their code. @type {Map<number, any>} */
  #errors = new Map();
  #errorCount = 0;
  #isClosed = false;

  /** The texts of documents that arrive with events. @type {(document: {title: string, isTrashed: boolean}) => void} */
  onDocument = () => {};
  /** All pages were read again. @type {(pages: any) => void} */
  onPages = () => {};
  /** @type {(isLive: boolean) => void} */
  onLive = () => {};

  /** @param {SharingParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Whether changes of others arrive. */
  isLive = false;

  /** A page that was uploaded, and is going to be inserted. @param {number} page @param {string} upload */
  stage(page, upload) {
    this.#uploads.set(page, upload);
  }

  /**
   * An upload that is going to replace the bytes of a page.
   * @param {number} page
   * @param {string} upload
   * @param {string} key the key of the new content
   */
  stageReplacement(page, upload, key) {
    this.#replacements.set(page, { upload, key });
  }

  /** Returns the error behind a failure. @param {number} code */
  errorOf(code) { return this.#errors.get(code); }

  /** Makes a request of the gallery. @param {any} record */
  handle(record) {
    switch (record.type) {
      case "applyRequest": return this.#answer(record.number, this.#apply(record));
      case "rotateRequest": return this.#answer(record.number, this.#rotate(record));
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
    this.#stream = null;
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

  // Edits.

  async #apply(/** @type {any} */ { number, change }) {
    const { request, newKey, path, origin, gallery, now, pictures } = this.#parts;
    const body = bodyOf(change, this.#uploads, origin);
    for (const { at, page } of change.replacements) {
      const replacement = this.#replacements.get(page.id);
      if (!replacement) throw new Error("The new image is not on the server any more.");
      (body.replacements ??= []).push({ at, upload: replacement.upload });
    }
    let answer;
    try {
      const options = { json: body, key: newKey(), ifMatch: `"r${change.revision}"` };
      answer = await request("POST", `${path}/changes`, options);
    } catch (error) {
      return this.#conflict(number, change.revision, error);
    }
    for (const { page } of change.insertions) this.#uploads.delete(page.id);
    for (const { page } of change.replacements) {
      const key = this.#replacements.get(page.id)?.key;
      this.#replacements.delete(page.id);
      if (key) pictures.setKey(page.id, key);
    }
    gallery.receipt(number, { revision: answer.data.revision, pageCount: answer.data.pageCount }, now());
  }

  async #rotate(/** @type {any} */ { number, id: page, quarterTurns, revision: version }) {
    const { request, newKey, gallery, now, pictures } = this.#parts;
    let answer;
    this.#turning.set(page, quarterTurns);
    try {
      const options = { json: { rotation: 90 * quarterTurns }, key: newKey(), ifMatch: `"r${version}"` };
      answer = await request("PATCH", `/api/v1/pages/${page}`, options);
    } catch (error) {
      this.#turning.delete(page);
      return this.#conflict(number, version, error);
    }
    const revision = revisionOf(answer.etag);
    pictures.setKey(page, answer.data.key, quarterTurns);
    this.#turning.delete(page);
    if (revision === null) throw new Error("The server returned no revision.");
    gallery.receipt(number, { revision }, now());
  }

  /** Answers with the changes in between, if the error is that the document has another revision. */
  async #conflict(/** @type {number} */ number, /** @type {number} */ version, /** @type {any} */ error) {
    const { request, path, gallery, now } = this.#parts;
    // A missing page or upload may be the result of a change that is not known yet.
    if (error.status !== 412 && error.status !== 404 && error.code !== "usedUpload") throw error;
    let found = error.status === 412 ? error.problem : null;
    if (!Array.isArray(found?.changes)) found = (await request("GET", `${path}/changes?after=${version}`)).data;
    if (found.revision === version) throw error;
    const changes = found.changes ?? [];
    const isUsable = isComplete(changes, version, found.revision);
    if (isUsable) for (const change of changes) this.#takeKeys(change);
    gallery.conflict(number, found.revision, isUsable ? changes : [], now());
  }

  // Pages.

  async #pages(/** @type {number} */ number) {
    const { request, path, gallery, now, pictures } = this.#parts;
    const { data } = await this.#reach(request("GET", `${path}/pages`));
    pictures.setKeys(data.ids, data.keys);
    this.onPages(data);
    gallery.knownPages(number, columnsOf(data), now());
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

  #takeKeys(/** @type {any} */ change) {
    for (const [page, key] of Object.entries(change.keys ?? {})) {
      // The event of an own rotation can arrive before its response.
      this.#parts.pictures.setKey(Number(page), key, this.#turning.get(Number(page)) ?? null);
    }
  }

  // Events.

  #listen(/** @type {number} */ number, /** @type {number} */ after) {
    this.#stream?.close();
    this.#streamNumber = number;
    let last = after;
    const isCurrent = () => number === this.#streamNumber && !this.#isClosed;
    this.#stream = this.#parts.listen(after, {
      onEvent: (event) => {
        if (!isCurrent()) return;
        if (event.event === "document") return this.onDocument(JSON.parse(event.data));
        if (event.event !== "change" && event.event !== "reset") return;
        const change = JSON.parse(event.data);
        const isNext = event.event === "change" && change.revision === last + 1;
        // What does not follow the last change is known by its revision only: the pages are read again.
        if (event.event === "change" && !isNext && change.revision <= last) return;
        last = change.revision;
        this.#takeKeys(change);
        this.#parts.gallery.change(number, isNext ? change : { revision: last, isReset: true }, this.#parts.now());
        this.#parts.onAnswer();
      },
      onState: (state) => {
        if (!isCurrent()) return;
        this.#setLive(state === "live");
        if (state !== "ended") return;
        this.#stream = null;
        this.#answer(number, Promise.reject(new Error("The document is gone.")));
      },
    });
  }

  #setLive(/** @type {boolean} */ isLive) {
    if (isLive === this.isLive) return;
    this.isLive = isLive;
    this.onLive(isLive);
  }
}
