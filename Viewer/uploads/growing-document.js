// SPDX-License-Identifier: Apache-2.0
/** Adds uploads to a document, and makes it when the first one has arrived. */

import { request } from "../requests/api.js";
import { newKey } from "../requests/new-key.js";
import { columnsType, readColumns } from "../requests/page-columns.js";

/** @typedef {import("./upload.js").Upload} Upload */

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
