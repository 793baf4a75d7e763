// SPDX-License-Identifier: Apache-2.0
/** Sends files to the server, and adds them to the end of a document. */

import { newKey, request, root } from "../requests/api.js";
import { columnsType, readColumns } from "../requests/page-columns.js";
import { ConnectionError, problemOf } from "../requests/problems.js";
import { noteStatus } from "../requests/session.js";

/** @typedef {import("./uploads.js").Upload} Upload */

const silenceLimit = 60_000;

/**
 * Sends a file: `put` of an `UploadQueue`. Only this old interface tells how much of a body was sent.
 * @param {Upload} upload @param {(bytes: number) => void} onProgress @param {AbortSignal} signal
 * @returns {Promise<any>} The page, as the server describes it.
 */
export function putUpload(upload, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const transfer = new XMLHttpRequest();
    const abort = () => transfer.abort();
    let silence = setTimeout(abort, silenceLimit);
    transfer.open("PUT", `${root}/api/v1/uploads/${upload.id}`);
    transfer.setRequestHeader("accept", "application/json");
    transfer.setRequestHeader("content-disposition", disposition(upload.file.name));
    transfer.upload.addEventListener("progress", (event) => {
      clearTimeout(silence);
      silence = setTimeout(abort, silenceLimit);
      onProgress(event.loaded);
    });
    transfer.addEventListener("loadend", () => {
      clearTimeout(silence);
      signal.removeEventListener("abort", abort);
      const { status, responseText } = transfer;
      if (signal.aborted) return reject(signal.reason);
      if (status === 0) return reject(new ConnectionError(null));
      noteStatus(status);
      if (status < 300) return resolve(JSON.parse(responseText).page);
      reject(problemOf(status, { get: (name) => transfer.getResponseHeader(name) }, responseText));
    });
    signal.addEventListener("abort", abort);
    transfer.send(upload.file);
  });
}

/** The field with a file name, as in RFC 6266. @param {string} name */
export function disposition(name) {
  const text = encodeURIComponent(name.toWellFormed?.() ?? name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename*=UTF-8''${text}`;
}

/** A document to which uploads are added: at its end, or before a page. */
export class GrowingDocument {
  #id;
  #revision = 0;
  #count = 0;
  #isKnown = false;

  /** @param {number} id The document. */
  constructor(id) {
    this.#id = id;
  }

  /** Adds uploads in order and at the same place: `commit` of an `UploadQueue`. @param {Upload[]} uploads */
  async add(uploads) {
    let left = uploads;
    while (left.length > 0) {
      try {
        await this.#post(left, await this.#place(left[0].before ?? null));
        return;
      } catch (error) {
        this.#isKnown = false;
        left = await this.#left(left, error);
      }
    }
  }

  /** Returns what is still to be added after a failure. @param {Upload[]} uploads @param {any} error @returns {Promise<Upload[]>} */
  async #left(uploads, error) {
    // Others have changed the document: its end is elsewhere now.
    if (error?.code === "conflict") return uploads;
    // An earlier attempt has added some of them, and its answer was lost.
    if (error?.code === "usedUpload") return this.#missing(uploads);
    if (error?.code !== "unknownUpload") throw error;
    // Also before a restart, after which the server does not know uploads.
    const { ids } = await this.#pages();
    const left = uploads.filter(({ result }) => !ids.includes(result?.id));
    if (left.length === uploads.length) throw error;
    return left;
  }

  /** Returns the index of a page, or of the end. @param {number | null} before */
  async #place(before) {
    if (before === null) {
      if (!this.#isKnown) await this.#read();
      return this.#count;
    }
    const { revision, ids } = await this.#pages();
    [this.#revision, this.#count] = [revision, ids.length];
    const index = ids.indexOf(before);
    return index < 0 ? ids.length : index;
  }

  async #read() {
    const { data } = await request("GET", `/api/v1/documents/${this.#id}`);
    [this.#revision, this.#count, this.#isKnown] = [data.revision, data.pageCount, true];
  }

  /** @returns {Promise<import("../requests/page-columns.js").PageColumns>} */
  async #pages() {
    const options = { headers: { accept: columnsType }, read: readColumns };
    return (await request("GET", `/api/v1/documents/${this.#id}/columns`, options)).data;
  }

  /** @param {Upload[]} uploads @param {number} place */
  async #post(uploads, place) {
    const insertions = uploads.map(({ id }, index) => ({ at: place + index, upload: id }));
    const path = `/api/v1/documents/${this.#id}/changes`;
    const { data } = await request("POST", path, { json: { insertions }, ifMatch: `"r${this.#revision}"` });
    [this.#revision, this.#count, this.#isKnown] = [data.revision, data.pageCount, true];
  }

  /** @param {Upload[]} uploads @returns {Promise<Upload[]>} */
  async #missing(uploads) {
    const known = await Promise.all(uploads.map(({ id }) => this.#documentOf(id)));
    return uploads.filter((_, index) => known[index] === undefined);
  }

  /** Returns the document of an upload; a restarted server does not know it. @param {string} id @returns {Promise<number | undefined>} */
  async #documentOf(id) {
    try {
      return (await request("GET", `/api/v1/uploads/${id}`)).data.document;
    } catch (/** @type {any} */ error) {
      if (error?.status === 404) return undefined;
      throw error;
    }
  }
}

/** A document that is made when the first page is added: files that are all rejected leave no empty one. */
export class NewDocument {
  #create;
  // After a lost answer, another attempt gets the document that the first one has made.
  #key = newKey();
  /** @type {GrowingDocument | null} */
  #document = null;

  /** The ID, `null` until it is made. @type {number | null} */
  id = null;

  /** @param {(key: string) => Promise<{id: number}>} create Makes the document, once per key. */
  constructor(create) {
    this.#create = create;
  }

  /** Adds uploads in order: `commit` of an `UploadQueue`. @param {Upload[]} uploads */
  async add(uploads) {
    this.id ??= (await this.#create(this.#key)).id;
    this.#document ??= new GrowingDocument(this.id);
    await this.#document.add(uploads);
  }
}
