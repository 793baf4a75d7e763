// SPDX-License-Identifier: Apache-2.0

/** @typedef {"waiting" | "sending" | "sent" | "adding" | "added" | "failed" | "rejected"} UploadState */

/**
 * @typedef {object} Upload A file on its way.
 * @property {string} id The UUID of the upload.
 * @property {File} file
 * @property {string} name The path of the file within what the user chose.
 * @property {UploadState} state
 * @property {number} sent The number of bytes that were sent.
 * @property {string} reason Why it failed or was rejected, for people.
 * @property {number} [status] The status of the answer with which it failed.
 * @property {any} [result] The page, as the server describes it.
 * @property {number | null} [before] The page before which it is added, `null` for the end.
 */

/** Returns numbers for people: files and bytes. @param {Upload[]} uploads */
export function summaryOf(uploads) {
  const count = (/** @type {UploadState[]} */ ...states) => uploads.filter(({ state }) => states.includes(state)).length;
  const counted = uploads.filter(({ state }) => state !== "rejected");
  return {
    total: uploads.length,
    done: count("added"),
    failed: count("failed"),
    rejected: count("rejected"),
    active: count("waiting", "sending", "sent", "adding"),
    sentBytes: counted.reduce((sum, { state, sent, file }) => sum + (state === "added" ? file.size : sent), 0),
    totalBytes: counted.reduce((sum, { file }) => sum + file.size, 0),
  };
}
