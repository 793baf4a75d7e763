// SPDX-License-Identifier: Apache-2.0
/** Whether the session of this user has ended, which any answer of the server can tell. */

let isEnded = false;
/** @type {(isEnded: boolean) => void} */
let tell = () => {};

/** Follows the session of this user. @param {(isEnded: boolean) => void} onChange called when it ends, and when the user is signed in again */
export function watchSession(onChange) {
  tell = onChange;
  if (isEnded) tell(true);
}

/** Takes the status of an answer. @param {number} status */
export function noteStatus(status) {
  // Other failures come from what stands in between, too: they tell nothing.
  if (status !== 401 && status >= 300 || isEnded === (status === 401)) return;
  isEnded = status === 401;
  tell(isEnded);
}
