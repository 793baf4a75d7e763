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
 * @property {object} [drop] The same for all files that were added together.
 * @property {boolean} [keepsUnreadable] Whether an image that cannot be read is kept, as a damaged page.
 * @property {number} [losses] How often the server has forgotten its bytes.
 */

/** How often bytes that the server forgets are sent again: twice is a restart, more is none. */
const lossLimit = 3;

/**
 * Returns the page before which a file is added: files behind it may be in the document already, if it had failed.
 * @param {Upload} upload @param {Upload[]} uploads All of the queue. @param {(page: number) => boolean} isHere
 */
export function placeOf(upload, uploads, isHere) {
  const { drop, before = null } = upload;
  const follower = uploads.slice(uploads.indexOf(upload) + 1).find((other) => other.drop === drop && other.state === "added" && isHere(other.result?.id));
  return follower ? follower.result.id : before;
}

/**
 * Notes that the server does not know the bytes of a file any more, as after a restart: they are sent again, under a new ID.
 * @param {Upload} upload @param {string} id @returns {boolean} `false` if that has happened too often.
 */
export function noteLoss(upload, id) {
  const losses = (upload.losses ?? 0) + 1;
  Object.assign(upload, { id, losses, result: undefined, sent: 0 });
  return losses <= lossLimit;
}

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
