// SPDX-License-Identifier: Apache-2.0
/** Why something failed, for people. */

const readOnly = "You may only read here.";
const changed = "Somebody has changed the document meanwhile.";
const ended = "Your session has ended. Sign in again.";
const busy = "The server is busy. Try again in a moment.";
const lost = "The server does not have the file any more.";

/** Reasons where the detail of a problem is for programs, by its code. @type {Record<string, string>} */
const reasons = {
  notFound: "It is no longer here.", documentNotFound: "The document is no longer here.", conflict: changed, invalidChange: changed, forbidden: readOnly, readOnly,
  corrupted: "What was stored is damaged.", unauthorized: ended, full: "The disk of the server is full.",
  unknownUpload: lost, usedUpload: "The file was added already.", uploadInUse: "The file is being added already.",
  uploadConflict: "Another file was sent in its place.",
  outcomeUnknown: "The server cannot tell yet whether it was done.",
};

/** The same by its status, for what is not a problem document of the server. @type {Record<number, string>} */
const statuses = { 401: ended, 429: busy, 502: busy, 503: busy, 504: busy };

/** Why something failed, in a sentence. @param {unknown} error */
export function reasonText(error) {
  if (error instanceof TypeError || error instanceof SyntaxError) return "The answer of the server cannot be used.";
  const { code, status, detail, message } = /** @type {any} */ (error ?? {});
  return reasons[code] ?? statuses[status] ?? (detail || message || "");
}
