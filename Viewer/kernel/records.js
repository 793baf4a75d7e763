// SPDX-License-Identifier: Apache-2.0

import { ratioValue, readChange } from "./changes.js";

/** @typedef {import("./changes.js").PagesChange} PagesChange */
/** @typedef {import("./memory.js").KernelMemory} KernelMemory */

/**
 * What has happened, or what the source of the pages is asked for. Times are whole nanoseconds.
 *
 * @typedef {(
 *   { type: "activeChanged", time: number, from: number | null, to: number | null }
 *   | { type: "clockWentBackwards", time: number, found: number }
 *   | { type: "commitRequested", time: number, transaction: number, change: PagesChange }
 *   | { type: "committed", time: number, transaction: number, isForeign: boolean,
 *       change: PagesChange }
 *   | { type: "completed", time: number, ticket: number, outcome: Outcome, error: number,
 *       detail: number }
 *   | { type: "sourceInconsistent", time: number }
 *   | { type: "prefetch" | "cancelPrefetch", time: number, ids: Float64Array }
 *   | { type: "pagesEdited", version: number, change: PagesChange }
 *   | { type: "pageReshaped", version: number, id: number, aspectRatio: number | null,
 *       contentVersion: number }
 *   | { type: "pagesReset", version: number }
 *   | { type: "applyRequest", number: number, change: PagesChange }
 *   | { type: "rotateRequest", number: number, id: number, quarterTurns: number, revision: number }
 *   | { type: "pagesRequest" | "versionRequest" | "stopChanges", number: number }
 *   | { type: "changesRequest", number: number, after: number }
 *   | { type: "refused", tickets: number[], failure: Failure, detail: number }
 *   | { type: "sourceLost", time: number, failure: Failure, detail: number }
 *   | { type: "sourceFound" | "sourceGone", time: number }
 *   | { type: "zoomSettled", time: number, scale: number }
 *   | { type: "drawerTransition", time: number, from: number, to: number }
 *   | { type: "drawerSettled", time: number, state: number }
 *   | { type: "drawerLockChanged", time: number, isLocked: boolean }
 *   | { type: "appeared", time: number, id: number }
 * )} KernelRecord
 */

/**
 * @typedef {"success" | "failed" | "cancelled" | "cancelledOut" | "superseded" | "alreadyRemoved"
 *   | "dependencyFailed" | "rejected"} Outcome
 * @typedef {"gone" | "conflict" | "invalidChange" | "unusablePages" | "decreasedVersion"
 *   | "failed"} Failure
 */

/** @type {readonly Outcome[]} */
const outcomes = [
  "success", "failed", "cancelled", "cancelledOut", "superseded", "alreadyRemoved",
  "dependencyFailed", "rejected",
];

/** @type {readonly Failure[]} The first failure has the number 1. */
const failures = [
  "gone", "conflict", "invalidChange", "unusablePages", "decreasedVersion", "failed",
];

/** The count of numbers per record. */
const length = 8;

const empty = new Float64Array(0);
/** @type {readonly KernelRecord[]} */
const none = Object.freeze([]);

/**
 * Reads the last records.
 *
 * @param {KernelMemory} memory
 * @param {number} count
 * @returns {readonly KernelRecord[]} The same empty list each time if there are none.
 */
export function readRecords(memory, count) {
  if (count === 0) return none;
  const start = memory.functions.recordsAddress() / 8;
  const records = [];
  for (let place = 0; place < count; place += 1) records.push(read(memory, start + length * place));
  return records;
}

/** @param {number} number */
const page = (number) => (number === -1 ? null : number);

/**
 * @param {KernelMemory} memory
 * @param {number} start
 * @returns {KernelRecord}
 */
function read(memory, start) {
  const { numbers } = memory;
  // One by one: before it is optimized, a list of targets makes an iterator.
  const kind = numbers[start];
  const time = numbers[start + 1];
  const a = numbers[start + 2];
  const b = numbers[start + 3];
  const c = numbers[start + 4];
  const d = numbers[start + 5];
  const list = numbers[start + 7] > 0 ? memory.list(numbers[start + 6], numbers[start + 7]) : empty;
  const failure = failures[a - 1];
  switch (kind) {
    case 1: return { type: "activeChanged", time, from: page(a), to: page(b) };
    case 2: return { type: "clockWentBackwards", time, found: a };
    case 3: return { type: "commitRequested", time, transaction: a, change: readChange(list) };
    case 4: {
      const change = readChange(list);
      return { type: "committed", time, transaction: a, isForeign: b === 1, change };
    }
    case 5: return { type: "completed", time, ticket: a, outcome: outcomes[b], error: c, detail: d };
    case 6: return { type: "sourceInconsistent", time };
    case 7: return { type: "prefetch", time, ids: list };
    case 8: return { type: "cancelPrefetch", time, ids: list };
    case 9: return { type: "pagesEdited", version: a, change: readChange(list) };
    case 10: {
      const aspectRatio = ratioValue(c);
      return { type: "pageReshaped", version: a, id: b, aspectRatio, contentVersion: d };
    }
    case 11: return { type: "pagesReset", version: a };
    case 12: return { type: "applyRequest", number: a, change: readChange(list) };
    case 13: return { type: "rotateRequest", number: a, id: b, quarterTurns: c, revision: d };
    case 14: return { type: "pagesRequest", number: a };
    case 15: return { type: "versionRequest", number: a };
    case 16: return { type: "changesRequest", number: a, after: b };
    case 17: return { type: "stopChanges", number: a };
    case 18: return { type: "refused", tickets: Array.from(list), failure, detail: b };
    case 19: return { type: "sourceLost", time, failure, detail: b };
    case 20: return { type: "sourceFound", time };
    case 21: return { type: "sourceGone", time };
    case 31: return { type: "zoomSettled", time, scale: a };
    case 41: return { type: "drawerTransition", time, from: a, to: b };
    case 42: return { type: "drawerSettled", time, state: a };
    case 43: return { type: "drawerLockChanged", time, isLocked: a === 1 };
    case 51: return { type: "appeared", time, id: a };
    default: throw new RangeError(`The kernel has written a record of an unknown kind: ${kind}.`);
  }
}
