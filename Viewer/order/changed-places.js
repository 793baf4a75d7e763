// SPDX-License-Identifier: Apache-2.0

/** @typedef {Pick<import("../kernel/changes.js").PagesChange, "deletions" | "insertions" | "moves">} OrderChange */

/** The number of ascending values below one. @param {readonly number[]} values @param {number} value */
export function countBelow(values, value) {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The value with a number among those that are not in an ascending list. @param {readonly number[]} values @param {number} number */
export function without(values, number) {
  let value = number;
  for (const taken of values) {
    if (taken > value) break;
    value += 1;
  }
  return value;
}

const ascending = (/** @type {number[]} */ values) => values.sort((one, other) => one - other);

/** Where places are after a change of others. */
export class ChangedPlaces {
  #left;
  #arrived;
  #moved;
  #deleted;
  #counts;

  /** @param {OrderChange} change @param {number} count the number of pages before it */
  constructor({ deletions, insertions, moves }, count) {
    this.#deleted = new Set(deletions);
    this.#moved = new Map(moves.map(({ from, to }) => [from, to]));
    this.#left = ascending([...deletions, ...this.#moved.keys()]);
    this.#arrived = ascending([...insertions.map(({ at }) => at), ...this.#moved.values()]);
    this.#counts = { before: count, after: count - deletions.length + insertions.length };
  }

  /** The new index of a page, `null` if it was deleted. @param {number} index */
  ofPage(index) {
    if (this.#deleted.has(index)) return null;
    return this.#moved.get(index) ?? without(this.#arrived, index - countBelow(this.#left, index));
  }

  /**
   * The new gap of a page that waits before the page at an index: it stays before that page, behind what others have put
   * there. In the place of a page that has left, it stays behind the page before it.
   * @param {number} gap
   */
  ofGap(gap) {
    if (gap >= this.#counts.before) return this.#counts.after;
    const staying = gap - countBelow(this.#left, gap);
    if (!this.#deleted.has(gap) && !this.#moved.has(gap)) return without(this.#arrived, staying);
    return staying === 0 ? 0 : without(this.#arrived, staying - 1) + 1;
  }
}
