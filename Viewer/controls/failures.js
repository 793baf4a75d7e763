// SPDX-License-Identifier: Apache-2.0

import { reasonText } from "../words/reasons.js";
import { toast } from "./toasts.js";

let removeNotice = () => {};

/** Shows that the session has ended, for as long as that is so. @param {boolean} isEnded */
export function showSession(isEnded) {
  removeNotice();
  removeNotice = isEnded ? toast("Your session has ended.", { label: "Sign in", run: () => location.reload(), stays: true }) : () => {};
}

/** Tells why something failed. @param {string} what Such as `The document was not renamed`. @param {unknown} error */
export function toastFailure(what, error) {
  if (/** @type {any} */ (error)?.status === 401) {
    return toast(`${what}. Your session has ended.`, { label: "Sign in", run: () => location.reload(), isFailure: true });
  }
  return toast(`${what}. ${reasonText(error)}`.trim(), { isFailure: true });
}
