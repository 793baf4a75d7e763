// SPDX-License-Identifier: Apache-2.0

import { entriesAfter } from "../kernel/changes.js";

/** @typedef {{insertions?: {at: number}[], deletions?: number[], moves?: {from: number, to: number}[], replacements?: {at: number}[]}} Change */

/** Returns how many of some numbers are moved, at least, if they were in their order before. @param {number[]} numbers */
function movedCount(numbers) {
  // The longest part that is in order stays. For each length, the least number at which such a part ends (patience sorting).
  /** @type {number[]} */
  const ends = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return numbers.length - ends.length;
}

/**
 * What others have changed since the last announcement. Each page counts once: one that is moved by three places is often moved
 * three times, and of two neighbors that change places, nobody can tell which one was moved.
 */
export class ForeignChanges {
  /** The pages as far as there are changes, by their first indexes; those that were added since have negative numbers. @type {number[]} */
  #order = [];
  /** How many pages there were at first, as far as there are changes. */
  #firstCount = 0;
  #addedCount = 0;
  #deletions = 0;
  /** @type {Set<number>} */
  #added = new Set();
  /** @type {Set<number>} */
  #replaced = new Set();
  /** The pages that this user has moved. @type {Set<number>} */
  #own = new Set();

  get isEmpty() { return this.#order.length === 0; }

  /** Takes a change of the pages. @param {Change} change @param {boolean} isForeign */
  add(change, isForeign) {
    const { insertions = [], deletions = [], moves = [], replacements = [] } = change;
    const indexes = [...deletions, ...insertions.map(({ at }) => at), ...moves.flatMap(({ from, to }) => [from, to]), ...replacements.map(({ at }) => at)];
    // Pages that arrive behind those that leave.
    const length = indexes.reduce((most, index) => Math.max(most, index + 1), 0) + deletions.length + moves.length;
    while (this.#order.length < length) this.#order.push(this.#firstCount++);
    const before = this.#order;
    for (const index of deletions) this.#delete(before[index], isForeign);
    for (const { from } of isForeign ? [] : moves) this.#own.add(before[from]);
    for (const { at } of isForeign ? replacements : []) this.#replaced.add(before[at]);
    this.#order = entriesAfter(before, change, () => this.#insert(isForeign));
  }

  #insert(/** @type {boolean} */ isForeign) {
    this.#addedCount += 1;
    if (isForeign) this.#added.add(-this.#addedCount);
    return -this.#addedCount;
  }

  #delete(/** @type {number} */ page, /** @type {boolean} */ isForeign) {
    this.#replaced.delete(page);
    if (!this.#added.delete(page) && isForeign) this.#deletions += 1;
  }

  /** How many pages others have changed. */
  get counts() {
    return {
      insertions: this.#added.size, deletions: this.#deletions,
      moves: movedCount(this.#order.filter((page) => page >= 0 && !this.#own.has(page))),
      replacements: [...this.#replaced].filter((page) => !this.#added.has(page)).length,
    };
  }
}
