// SPDX-License-Identifier: Apache-2.0
/** Edits of which nobody knows whether the server has made them, because its answers were lost. */

import { reasonText } from "../words/reasons.js";

/** For how long the server is asked, in milliseconds. */
const patience = 600_000;

/** The failure of an edit that the server may have made. */
export class UnknownOutcome extends Error {
  #settle;

  /** @param {unknown} cause @param {() => Promise<boolean | null>} settle */
  constructor(cause, settle) {
    super(reasonText(cause), { cause });
    this.#settle = settle;
    const { status, code, isTemporary } = /** @type {any} */ (cause);
    Object.assign(this, { status, code, isTemporary });
  }

  /** Waits until the server is reached. Returns whether it has made the edit, `null` if that stays unknown. */
  settle() {
    return this.#settle();
  }
}

/** Notes whether there was a network at any time until the returned function is called. */
export function watchNetwork() {
  let wasOnline = globalThis.navigator?.onLine !== false;
  const note = () => { wasOnline = true; };
  globalThis.addEventListener?.("online", note);
  return () => {
    globalThis.removeEventListener?.("online", note);
    return wasOnline;
  };
}

/**
 * Asks whether the server has made an edit, without making it: another request under the same key is refused
 * as such if the first one was successful, otherwise because there is no such revision.
 * @param {import("./sharing.js").SharingParts["request"]} request
 * @param {string} method @param {string} path @param {{key: string, json: unknown}} options
 * @returns {Promise<boolean | null>}
 */
export async function wasMade(request, method, path, { key, json }) {
  try {
    await request(method, path, { json, key, ifMatch: '"none"', patience });
    return null;
  } catch (/** @type {any} */ error) {
    if (error.code === "keyReused") return true;
    return [400, 412].includes(error.status) ? false : null;
  }
}
