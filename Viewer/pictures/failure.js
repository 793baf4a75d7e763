// SPDX-License-Identifier: Apache-2.0
/** Why a picture does not arrive: an image element tells only that it does not. Loaded when a picture fails twice. */

import { problemOf } from "../requests/problems.js";
import { noteStatus } from "../requests/session.js";

/** @typedef {import("./picture.js").Picture} Picture */

/** Whether an answer tells that the original itself cannot be read: it will not arrive later. */
const tellsDamage = (/** @type {import("../requests/problems.js").ProblemError} */ { status, isTemporary }) => status === 500 && !isTemporary;

/** The answers to a client that may be others later. */
const passing = [401, 408, 409, 425, 429];
/** The answers that tell nothing of the image: the page is gone, has changed, or is not for this user. */
const absent = [403, 404, 410];

/**
 * Asks the server why a picture has failed. One that will not arrive has no further attempts.
 * @param {Picture} picture
 * @param {AbortSignal} signal
 */
export async function explain(picture, signal) {
  const response = await fetch(picture.url, { signal });
  noteStatus(response.status);
  if (response.ok) return void response.body?.cancel();
  const problem = problemOf(response.status, response.headers, await response.text());
  const isFinal = problem.status >= 400 && problem.status < 500 && !passing.includes(problem.status);
  if (!isFinal && !tellsDamage(problem)) return;
  picture.attempts = Infinity;
  if (absent.includes(problem.status)) return;
  picture.isDamaged = true;
  picture.isUnreadable = isFinal;
}
