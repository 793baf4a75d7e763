// SPDX-License-Identifier: Apache-2.0

import { reasonText } from "../words/reasons.js";
import { toast } from "./toasts.js";

/** Tells why something failed. @param {string} what Such as `The document was not renamed`. @param {unknown} error */
export function toastFailure(what, error) {
  if (/** @type {any} */ (error)?.status === 401) {
    return toast(`${what}. Your session has ended.`, { label: "Sign in", run: () => location.reload() });
  }
  return toast(`${what}. ${reasonText(error)}`.trim());
}
