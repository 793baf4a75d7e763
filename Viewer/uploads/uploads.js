// SPDX-License-Identifier: Apache-2.0
/**
 * Uploads: files are sent in natural order, six at a time, and added in that order, each as soon as all before it
 * have arrived or failed.
 */

import { newKey } from "../requests/new-key.js";
import { reasonText } from "../words/reasons.js";
import { rejection } from "./rejection.js";
import { send } from "./sending.js";
import { noteLoss, placeOf, summaryOf } from "./upload.js";

/** @typedef {import("./upload.js").Upload} Upload */
/** @typedef {import("./upload.js").UploadState} UploadState */

/**
 * @typedef {object} UploadWork
 * @property {import("./sending.js").SendingWork["put"]} put
 * @property {(uploads: Upload[]) => Promise<void>} commit Adds pages that have arrived, in order and at the same place.
 * @property {(page: number) => boolean} [isHere] Whether a page is still in the document.
 * @property {() => void} [onChange]
 * @property {() => number} [now]
 * @property {(milliseconds: number) => Promise<unknown>} [sleep]
 */

const parallelCount = 6;

/** @param {any} error @returns {string} */
const reasonOf = (error) => reasonText(error) || "The file could not be read.";

/** A queue of files that become pages of one document. */
export class UploadQueue {
  #work;
  #cancelling = new AbortController();
  #isAdding = false;
  /** All files, in the order in which they are added. @type {Upload[]} */
  uploads = [];

  /** @param {UploadWork} work */
  constructor(work) {
    this.#work = { onChange: () => {}, isHere: () => true, now: Date.now, sleep: wait, ...work };
  }

  /**
   * Adds files; those with a reason are rejected.
   * @param {import("./files.js").NamedFile[]} files In natural order. @param {number | null} [before] The page that follows, `null` for the end.
   */
  add(files, before = null) {
    const drop = {};
    this.uploads.push(...files.map(({ file, name, reason = "" }) => ({
      id: newKey(), file, name, state: /** @type {UploadState} */ (reason ? "rejected" : "waiting"), sent: 0, reason, before, drop,
    })));
    this.#pump();
  }

  /** Sends the failed files once more. They go before those of the same drop that were added meanwhile. */
  retry() {
    for (const upload of this.uploads) {
      if (upload.state === "failed") Object.assign(upload, { state: upload.result ? "sent" : "waiting", reason: "", losses: 0 });
    }
    this.#pump();
  }

  /** Abandons all files that are not yet added. */
  cancel() {
    this.#cancelling.abort(new DOMException("The upload was cancelled.", "AbortError"));
    this.#cancelling = new AbortController();
    this.uploads = this.uploads.filter(({ state }) => ["adding", "added", "rejected"].includes(state));
    this.#pump();
  }

  /** Whether files failed because the session has ended. */
  get isSignedOut() {
    return this.uploads.some(({ state, status }) => state === "failed" && status === 401);
  }

  /** Numbers for people: files and bytes. */
  get summary() { return summaryOf(this.uploads); }

  #pump() {
    const sending = this.uploads.filter(({ state }) => state === "sending").length;
    const waiting = this.uploads.filter(({ state }) => state === "waiting");
    for (const upload of waiting.slice(0, Math.max(0, parallelCount - sending))) this.#send(upload);
    if (!this.#isAdding) this.#addArrived();
    this.#work.onChange();
  }

  /** @param {Upload} upload */
  async #send(upload) {
    upload.state = "sending";
    const { signal } = this.#cancelling;
    try {
      const reason = await rejection(upload.file);
      if (reason) throw Object.assign(new Error(reason), { isRejection: true });
      upload.result = await send(upload, this.#work, signal);
      upload.sent = upload.file.size;
      upload.state = "sent";
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(upload, error);
    }
    if (!signal.aborted) this.#pump();
  }

  /** @param {Upload} upload @param {any} error */
  #fail(upload, error) {
    const isRejection = error?.isRejection || [413, 415, 422].includes(error?.status);
    upload.state = isRejection ? "rejected" : "failed";
    upload.reason = reasonOf(error);
    upload.status = error?.status;
    upload.sent = 0;
  }

  /** Returns the files for the first place that have arrived and have no file before them that can still arrive. */
  #arrived() {
    const open = this.uploads.filter(({ state }) => !["added", "failed", "rejected"].includes(state));
    const arrived = [];
    for (const upload of open) {
      if (upload.state !== "sent") break;
      upload.before = placeOf(upload, this.uploads, this.#work.isHere);
      if (upload.before !== open[0].before) break;
      arrived.push(upload);
    }
    return arrived;
  }

  async #addArrived() {
    const arrived = this.#arrived();
    if (arrived.length === 0) return;
    this.#isAdding = true;
    for (const upload of arrived) upload.state = "adding";
    try {
      await this.#work.commit(arrived);
      for (const upload of arrived) upload.state = "added";
    } catch (error) {
      this.#notAdded(arrived, error);
    }
    this.#isAdding = false;
    this.#pump();
  }

  /** The files keep their places: nothing behind them is added before they have arrived again. @param {Upload[]} uploads @param {any} error */
  #notAdded(uploads, error) {
    const isLoss = error?.code === "unknownUpload";
    const lost = uploads.filter(({ id }) => isLoss && error.problem?.uploads?.includes(id));
    for (const upload of uploads) {
      const isLost = isLoss && (lost.length === 0 || lost.includes(upload));
      const isOver = isLost ? !noteLoss(upload, newKey()) : !isLoss;
      upload.state = isOver ? "failed" : isLost ? "waiting" : "sent";
      [upload.reason, upload.status] = isOver ? [reasonOf(error), error?.status] : ["", undefined];
    }
  }
}

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
