// SPDX-License-Identifier: Apache-2.0
/** Why a picture does not arrive: an image element tells only that it does not. Loaded when a picture fails twice. */

import { problemOf } from "../requests/problems.js";

/** @typedef {import("./picture.js").Picture} Picture */

/** Whether an answer tells that the original itself cannot be read: it will not arrive later. */
const tellsDamage = (/** @type {import("../requests/problems.js").ProblemError} */ { status, isTemporary }) => status === 422 || (status === 500 && !isTemporary);

/**
 * Asks the server why a picture has failed. A picture of a damaged original has no further attempts.
 * @param {Picture} picture
 * @param {AbortSignal} signal
 */
export async function explain(picture, signal) {
  const response = await fetch(picture.url, { signal });
  if (response.ok) return void response.body?.cancel();
  if (!tellsDamage(problemOf(response.status, response.headers, await response.text()))) return;
  picture.isDamaged = true;
  picture.attempts = Infinity;
}
