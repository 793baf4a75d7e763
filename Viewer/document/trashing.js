// SPDX-License-Identifier: Apache-2.0

import { root } from "../requests/api.js";

/** Shows what happened, with a button that leads to the trash. Returns what removes it. @returns {Promise<() => void>} */
async function show() {
  const { toast } = await import("../controls/toasts.js");
  return toast("This document was moved to the trash.", { label: "Open the trash", run: () => location.assign(`${root}/trash`), stays: true, isAnnounced: true });
}

/** A document that somebody else may move to the trash: it cannot be edited until it is restored. */
export class Trashing {
  #parts;
  #tell;
  #mayEdit;
  #isTrashed = false;
  /** @type {Promise<() => void>} */
  #notice = Promise.resolve(() => {});

  /** @param {{canEdit: boolean, announcer: Pick<import("../controls/announcer.js").Announcer, "tell">}} parts whose `canEdit` follows @param {() => Promise<() => void>} [tell] */
  constructor(parts, tell = show) {
    this.#parts = parts;
    this.#tell = tell;
    this.#mayEdit = parts.canEdit;
  }

  /** Takes where the document is. Returns whether that has changed. @param {boolean} isTrashed */
  take(isTrashed) {
    if (isTrashed === this.#isTrashed) return false;
    this.#isTrashed = isTrashed;
    this.#parts.canEdit = this.#mayEdit && !isTrashed;
    this.#parts.announcer.tell("source", `This document was ${isTrashed ? "moved to the trash" : "restored from the trash"}`);
    // Who may not edit has no trash.
    if (this.#mayEdit) this.#replaceNotice(isTrashed);
    return true;
  }

  /** @param {boolean} isTrashed */
  #replaceNotice(isTrashed) {
    this.#notice.then((remove) => remove());
    this.#notice = isTrashed ? this.#tell().catch(() => () => {}) : Promise.resolve(() => {});
  }
}
