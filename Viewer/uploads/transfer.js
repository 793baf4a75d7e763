// SPDX-License-Identifier: Apache-2.0
/** Sends files to the server. */

import { root } from "../requests/api.js";
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
    transfer.open("PUT", `${root}/api/v1/uploads/${upload.id}${upload.keepsUnreadable ? "?unreadable=keep" : ""}`);
    transfer.setRequestHeader("accept", "application/json");
    if (upload.file.name !== "") transfer.setRequestHeader("content-disposition", disposition(upload.file.name));
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
      if (status >= 300) return reject(problemOf(status, { get: (name) => transfer.getResponseHeader(name) }, responseText));
      const page = pageIn(responseText);
      if (page === null) return reject(new ConnectionError(new TypeError(`The answer has no page: ${responseText.slice(0, 200)}`)));
      resolve(page);
    });
    signal.addEventListener("abort", abort);
    transfer.send(upload.file);
  });
}

/** The page in a successful answer; `null` if it is not of the server, but of a proxy that asks people to sign in. @param {string} text */
function pageIn(text) {
  try {
    return JSON.parse(text)?.page ?? null;
  } catch {
    return null;
  }
}

/** The field with a file name, as in RFC 6266. @param {string} name */
export function disposition(name) {
  const text = encodeURIComponent(name.toWellFormed?.() ?? name).replace(/['()*!]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename*=UTF-8''${text}`;
}
