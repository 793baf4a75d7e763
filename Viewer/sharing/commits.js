// SPDX-License-Identifier: Apache-2.0

/**
 * The edits of this user on their way to the server.
 *
 * A change is sent with the revision that it is based on, and under a key, so that the server makes
 * it once even if the response is lost. After a conflict the gallery rebases its edit.
 */

import { bodyOf, EditRequests, isDecided, revisionOf } from "./edit-requests.js";
import { UnknownOutcome } from "./outcomes.js";
import { SourceOrder } from "./source-order.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/**
 * @typedef {object} CommitParts
 * @property {Pick<Gallery, "receipt" | "conflict">} gallery
 * @property {import("./sharing.js").SharingParts["request"]} request
 * @property {() => string} newKey
 * @property {() => number} now the time of the clock
 * @property {() => number | null} [since] the time at which the edit that is sent was made
 * @property {string} path the path of the document in the API
 * @property {string} origin the text by which this window recognizes its own changes
 * @property {(change: {revision: number, keys?: Record<number, string>}) => void} takeKeys takes over the keys of a change
 */

/** @typedef {{upload: string, key: string}} SentImage an upload, and the key of the page that has its image */
/**
 * @typedef {object} Replacement a new image of a page
 * @property {string | null} upload `null` if it is sent with the edit
 * @property {string} key
 * @property {number} [turns] the rotation of the new image
 * @property {() => Promise<SentImage>} [again] sends the bytes, or sends them once more
 */

/** Whether changes follow a revision without a gap, up to another one. */
function isComplete(/** @type {any[]} */ changes, /** @type {number} */ from, /** @type {number} */ to) {
  return changes.length === to - from && changes.every((change, index) => change.revision === from + index + 1);
}

/** Says that it is the document which is missing, not one of its pages. @param {any} error @returns {never} */
function toDocument(error) {
  throw error?.code === "notFound" ? Object.assign(error, { code: "documentNotFound" }) : error;
}

/** Sends edits, and answers the gallery. */
export class Commits {
  #parts;
  #requests;
  /** The uploads of pages that are not yet in the document. @type {Map<number, string>} */
  #uploads = new Map();
  /** The uploads that replace the bytes of pages. @type {Map<number, Replacement>} */
  #replacements = new Map();
  /** The pages that are being rotated, with their turns. @type {Map<number, number>} */
  turning = new Map();
  /** The pages on the server, while edits of this user need them. */
  order = new SourceOrder();
  /** The keys of pages after their last rotation by this user. @type {Map<number, string>} */
  #turnedKeys = new Map();
  /** The rotations of pages that were made, and have not ended. @type {Map<number, number>} */
  #turns = new Map();

  /** @param {CommitParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#requests = new EditRequests(parts);
  }

  /** A change has arrived. @param {import("./source-order.js").SourceChange & {origin?: string}} change */
  take(change) { this.order.take(change, change.origin === this.#parts.origin); }

  /** A page that was uploaded, and is going to be inserted. @param {number} page @param {string} upload */
  stage(page, upload) {
    this.#uploads.set(page, upload);
  }

  /** An image that is going to replace that of a page. @param {number} page @param {Replacement} replacement */
  stageReplacement(page, replacement) {
    this.#replacements.set(page, replacement);
  }

  /** Forgets an image that is not going to replace that of a page any more. @param {number} page */
  forgetReplacement(page) {
    this.#replacements.delete(page);
  }

  /** The key of a page after its last rotation by this user, if the server has told it. @param {number} page */
  turnedKeyOf(page) { return this.#turnedKeys.get(page); }

  /** A rotation of a page has ended: tells whether it was made. Of a page that somebody else has deleted before, it is not. @param {number} page */
  takeTurn(page) {
    const count = this.#turns.get(page) ?? 0;
    if (count > 0) this.#turns.set(page, count - 1);
    return count > 0;
  }

  /** The image that replaces that of a page: its bytes are sent now, if they have not been. @param {number} page */
  async #replacementOf(page) {
    const known = this.#replacements.get(page);
    if (!known) throw new Error("The new image is not on the server any more.");
    if (known.upload !== null || !known.again) return known;
    const sent = { ...known, ...await this.#send(known.again) };
    this.#replacements.set(page, sent);
    return sent;
  }

  /** Sends bytes, which may take longer than people wait for an edit. @param {() => Promise<SentImage>} again */
  async #send(again) {
    const sent = await again();
    this.#requests.noteAnswer();
    return sent;
  }

  /** Sends an edit. @param {any} record @returns {Promise<void>} */
  async apply({ number, change }) {
    const { path, origin, gallery, now, takeKeys } = this.#parts;
    const body = bodyOf(change, this.#uploads, origin);
    /** @type {Map<number, Replacement>} */
    const replacements = new Map();
    for (const { at, page } of change.replacements) {
      const replacement = await this.#replacementOf(page.id);
      replacements.set(page.id, replacement);
      (body.replacements ??= []).push({ at, upload: replacement.upload });
      if (replacement.turns) (body.rotations ??= []).push({ at, rotation: 90 * replacement.turns });
    }
    let answer;
    try {
      answer = await this.#requests.send("POST", `${path}/changes`, body, change.revision, ({ data }) => Number.isSafeInteger(data?.revision));
    } catch (/** @type {any} */ error) {
      if (error?.code === "unknownUpload" && await this.#sendAgain(replacements)) return this.apply({ number, change });
      return this.#conflict(number, change.revision, error);
    }
    this.order.take({ ...change, revision: answer.data.revision }, true);
    for (const { page } of change.insertions) this.#uploads.delete(page.id);
    for (const [page, replacement] of replacements) {
      // Another image for the page may have arrived meanwhile.
      if (this.#replacements.get(page) === replacement) this.#replacements.delete(page);
      takeKeys({ revision: answer.data.revision, keys: { [page]: replacement.key } });
    }
    gallery.receipt(number, { revision: answer.data.revision, pageCount: answer.data.pageCount }, now());
  }

  /** Sends images again, once, that a restarted server does not know. Returns whether there are any. @param {Map<number, Replacement>} replacements */
  async #sendAgain(replacements) {
    const lost = [...replacements].filter(([, { again }]) => again);
    for (const [page, { turns, again }] of lost) this.#replacements.set(page, { turns, ...await this.#send(/** @type {() => Promise<SentImage>} */ (again)) });
    return lost.length > 0;
  }

  /** Sends a rotation. @param {any} record */
  async rotate({ number, id: page, quarterTurns, revision: version }) {
    const { gallery, now, takeKeys } = this.#parts;
    let answer;
    this.turning.set(page, quarterTurns);
    this.#turnedKeys.delete(page);
    try {
      answer = await this.#requests.send("PATCH", `/api/v1/pages/${page}`, { rotation: 90 * quarterTurns }, version,
        ({ data, etag }) => typeof data?.key === "string" && revisionOf(etag) !== null);
    } catch (error) {
      this.turning.delete(page);
      return this.#conflict(number, version, error);
    }
    const revision = Number(revisionOf(answer.etag));
    this.#turnedKeys.set(page, answer.data.key);
    this.#turns.set(page, (this.#turns.get(page) ?? 0) + 1);
    this.order.take({ revision }, true);
    takeKeys({ revision, keys: { [page]: answer.data.key } });
    this.turning.delete(page);
    gallery.receipt(number, { revision }, now());
  }

  /** Answers with the changes in between, if the error is that the document has another revision. */
  async #conflict(/** @type {number} */ number, /** @type {number} */ version, /** @type {any} */ error) {
    const { request, path, gallery, now, takeKeys } = this.#parts;
    // A missing page or upload may be the result of a change that is not known yet.
    if (error instanceof UnknownOutcome || !isDecided(error)) throw error;
    let found = error.status === 412 ? error.problem : null;
    if (!Array.isArray(found?.changes)) found = (await request("GET", `${path}/changes?after=${version}`).catch(toDocument)).data;
    if (found.revision === version) throw error;
    const changes = found.changes ?? [];
    const isUsable = isComplete(changes, version, found.revision);
    for (const change of isUsable ? changes : []) {
      takeKeys(change);
      this.take(change);
    }
    gallery.conflict(number, found.revision, isUsable ? changes : [], now());
  }
}
