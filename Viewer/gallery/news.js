// SPDX-License-Identifier: Apache-2.0

import { planInterval } from "./planner.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("../kernel/records.js").KernelRecord} KernelRecord */
/** @typedef {import("./planner.js").Planner} Planner */

/** The news of the kernel: what it announces is for the next plan of pictures, the rest for others. */
export class News {
  #gallery;
  #planner;
  #onRecord;
  #askedAt = -Infinity;

  /** The next time at which there are news, in nanoseconds. */
  boundary = -Infinity;

  /** @param {Gallery} gallery @param {Planner} planner @param {(record: KernelRecord, time: number) => void} onRecord */
  constructor(gallery, planner, onRecord) {
    this.#gallery = gallery;
    this.#planner = planner;
    this.#onRecord = onRecord;
  }

  /** Whether there may be news without an input. @param {number} time */
  isDue(time) { return time >= this.boundary || time - this.#askedAt >= planInterval; }

  /** Asks the kernel. @param {number} time */
  take(time) {
    this.#askedAt = time;
    for (const record of this.#gallery.advance(time)) {
      if (record.type === "prefetch") this.#planner.announce(record.ids);
      else if (record.type === "cancelPrefetch") this.#planner.cancel(record.ids);
      else this.#onRecord(record, time);
    }
  }
}
