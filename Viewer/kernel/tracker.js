// SPDX-License-Identifier: Apache-2.0

import { checked, optional } from "./memory.js";
import { readRecords } from "./records.js";

/** @typedef {import("./memory.js").KernelMemory} KernelMemory */
/** @typedef {"standard" | "fade" | "slide" | "flip" | "wild"} Effect */
/** @typedef {{ scaleX: number, scaleY: number, x: number, y: number, alpha: number }} Appearance */

/** @type {readonly Effect[]} */
const effects = ["standard", "fade", "slide", "flip", "wild"];

/** The first appearances of pages or covers. All times are whole nanoseconds. */
export class Tracker {
  #memory;
  #functions;
  #handle;

  /**
   * Opens a tracker.
   *
   * @param {KernelMemory} memory
   * @param {{ effect?: Effect, forwardOnly?: boolean, stagger?: number, speed?: number,
   *   reducedMotion?: boolean }} settings
   * @param {number} time
   */
  constructor(memory, settings, time) {
    const { effect = "standard", forwardOnly = false, stagger = 0, speed = 1 } = settings;
    this.#memory = memory;
    this.#functions = memory.functions;
    this.#handle = checked(this.#functions.trackerOpen(
      effects.indexOf(effect), Number(forwardOnly), stagger, speed,
      Number(settings.reducedMotion ?? false), time));
  }

  /** Frees the tracker. */
  release() {
    checked(this.#functions.trackerRelease(this.#handle));
  }

  /** Reports what is visible. @param {readonly { id: number, section?: number, row: number }[]} items @param {number} time */
  sample(items, time) {
    this.#memory.write(items.flatMap(({ id, section = 0, row }) => [id, section, row]));
    checked(this.#functions.trackerSample(this.#handle, items.length, time));
  }

  /** Forgets an item, or all of them. @param {number | null} id @param {number} time */
  reset(id, time) {
    checked(this.#functions.trackerReset(this.#handle, id ?? -1, time));
  }

  /** Returns the appearances of items. @param {readonly number[]} ids @param {number} time @returns {Appearance[]} */
  appearances(ids, time) {
    this.#memory.write(ids);
    const start = checked(this.#functions.trackerAppearances(this.#handle, ids.length, time)) / 8;
    const numbers = this.#memory.numbers;
    return ids.map((_, place) => {
      const [scaleX, scaleY, x, y, alpha] = numbers.subarray(start + 5 * place);
      return { scaleX, scaleY, x, y, alpha };
    });
  }

  /** @param {number} time */
  advance(time) {
    return readRecords(this.#memory, checked(this.#functions.trackerAdvance(this.#handle, time)));
  }

  nextBoundary() {
    return optional(this.#functions.trackerNextBoundary(this.#handle));
  }
}
