// SPDX-License-Identifier: Apache-2.0
/** Requests for edits: each under a key of its own, so that the server makes it once even if its answers are lost. */

import { UnknownOutcome, wasMade, watchNetwork } from "./outcomes.js";

/** @typedef {import("./commits.js").CommitParts} CommitParts */

/** The edit of a gallery, as the body of a request. */
export function bodyOf(/** @type {any} */ change, /** @type {Map<number, string>} */ uploads, /** @type {string} */ origin) {
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

/** Whether an error says that the edit was not made, and that changes of others may be the reason. */
export const isDecided = (/** @type {any} */ error) => error.status === 412 || error.status === 404 || error.code === "usedUpload";

/** For how long an edit waits for the server, in milliseconds. */
const patience = 30_000;

/** Sends edits for as long as people wait for them. */
export class EditRequests {
  #parts;
  /** The time of the last answer. */
  #answeredAt = 0;

  /** @param {Pick<CommitParts, "request" | "newKey" | "now" | "since">} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Sends an edit under a key of its own.
   * @param {string} method @param {string} path @param {object} json @param {number} revision
   * @param {(answer: {data: any, etag: string | null}) => boolean} isUsable whether an answer is one to an edit
   */
  async send(method, path, json, revision, isUsable) {
    const { request, newKey } = this.#parts;
    const options = { json, key: newKey(), ifMatch: `"r${revision}"`, patience: this.#patience };
    const wasOnline = watchNetwork();
    const settle = () => wasMade(request, method, path, options);
    let answer;
    try {
      answer = await request(method, path, options);
      this.noteAnswer();
    } catch (/** @type {any} */ error) {
      if (isDecided(error)) this.noteAnswer();
      const mayHaveArrived = wasOnline() && error.isLost;
      // The server looks for the key first: what it says about the document is about an edit that it has not made.
      throw mayHaveArrived && !isDecided(error) ? new UnknownOutcome(error, settle) : error;
    }
    wasOnline();
    if (!isUsable(answer)) throw new UnknownOutcome(new TypeError("The answer is not one to an edit."), settle);
    return answer;
  }

  /** The server has answered to what an edit needed before it, such as bytes: the edit has its whole patience again. */
  noteAnswer() {
    this.#answeredAt = this.#parts.now();
  }

  /** What is left for an edit that has waited for others without a connection. One that waits for its turn loses nothing. */
  get #patience() {
    const { now, since } = this.#parts;
    const begin = Math.max(since?.() ?? now(), this.#answeredAt);
    return Math.max(0, patience - (now() - begin) / 1e6);
  }
}
