// SPDX-License-Identifier: Apache-2.0
/**
 * Uploads: files are sent in natural order, six at a time, and added in that order, each as soon as all before it
 * have arrived or failed.
 */

import { newKey } from "../requests/api.js";
import { reasonText } from "../words/reasons.js";
import { rejection } from "./rejection.js";
import { send } from "./sending.js";
import { summaryOf } from "./upload.js";

/** @typedef {import("./upload.js").Upload} Upload */
/** @typedef {import("./upload.js").UploadState} UploadState */

/**
 * @typedef {object} UploadWork
 * @property {import("./sending.js").SendingWork["put"]} put
 * @property {(uploads: Upload[]) => Promise<void>} commit Adds pages that have arrived, in order.
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
    this.#work = { onChange: () => {}, now: Date.now, sleep: wait, ...work };
  }

  /**
   * Adds files; those with a reason are rejected.
   * @param {import("./files.js").NamedFile[]} files In natural order. @param {number | null} [before] The page that follows, `null` for the end.
   */
  add(files, before = null) {
    this.uploads.push(...files.map(({ file, name, reason = "" }) => ({
      id: newKey(), file, name, state: /** @type {UploadState} */ (reason ? "rejected" : "waiting"), sent: 0, reason, before,
    })));
    this.#pump();
  }

  /** Sends the failed files once more. */
  retry() {
    const failed = this.uploads.filter((upload) => upload.state === "failed");
    this.uploads = this.uploads.filter((upload) => upload.state !== "failed");
    // Those behind them were added meanwhile: they go to the end, where the pages will be.
    this.uploads.push(...failed.map((upload) => ({ ...upload, state: this.#restarted(upload), reason: "" })));
    this.#pump();
  }

  /** @param {Upload} upload @returns {UploadState} */
  #restarted(upload) {
    return upload.result ? "sent" : "waiting";
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

  /** Adds all files for the first place that have arrived and have no file before them that can still arrive. */
  async #addArrived() {
    const open = this.uploads.filter(({ state }) => !["added", "failed", "rejected"].includes(state));
    const end = open.findIndex(({ state, before }) => state !== "sent" || before !== open[0].before);
    const arrived = end < 0 ? open : open.slice(0, end);
    if (arrived.length === 0) return;
    this.#isAdding = true;
    for (const upload of arrived) upload.state = "adding";
    try {
      await this.#work.commit(arrived);
      for (const upload of arrived) upload.state = "added";
    } catch (error) {
      for (const upload of arrived) this.#notAdded(upload, error);
    }
    this.#isAdding = false;
    this.#pump();
  }

  /** @param {Upload} upload @param {any} error */
  #notAdded(upload, error) {
    upload.state = "failed";
    upload.reason = reasonOf(error);
    upload.status = error?.status;
    // The server may have forgotten the bytes: they are sent again, under a new ID.
    if (error?.code === "unknownUpload") Object.assign(upload, { id: newKey(), result: undefined, sent: 0 });
  }
}

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
