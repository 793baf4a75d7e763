// SPDX-License-Identifier: Apache-2.0

import { pause } from "../requests/client.js";

/** @typedef {import("./upload.js").Upload} Upload */
/**
 * @typedef {object} SendingWork
 * @property {(upload: Upload, onProgress: (bytes: number) => void, signal: AbortSignal) => Promise<any>} put
 * @property {() => void} onChange called with each progress
 * @property {() => number} now
 * @property {(milliseconds: number) => Promise<unknown>} sleep
 */

/** For how long a file may fail while no more of its bytes arrive than before, in milliseconds. */
const patience = 30_000;

/**
 * Sends a file, and again while that fails for a reason that passes.
 * @param {Upload} upload @param {SendingWork} work @param {AbortSignal} signal @returns {Promise<any>} the page
 */
export async function send(upload, { put, onChange, now, sleep }, signal) {
  let end = Infinity;
  let most = 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await put(upload, (bytes) => {
        if (bytes === upload.sent) return;
        upload.sent = bytes;
        // Time in which further bytes arrive does not count: a slow connection is not a failure.
        if (bytes > most) [most, end] = [bytes, Infinity];
        onChange();
      }, signal);
    } catch (/** @type {any} */ error) {
      signal.throwIfAborted();
      end = Math.min(end, now() + patience);
      const delay = pause(attempt, error?.retryAfter ?? 0, Math.random());
      if (!error?.isTemporary || now() + delay > end) throw error;
      upload.sent = 0;
      await sleep(delay);
      signal.throwIfAborted();
    }
  }
}
