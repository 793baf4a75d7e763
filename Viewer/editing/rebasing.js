// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./pending-order.js").Step} Step */
/** @typedef {Pick<import("../kernel/changes.js").PagesChange, "deletions" | "insertions" | "moves">} OrderChange */

/** The number of ascending values below one. @param {readonly number[]} values @param {number} value */
function countBelow(values, value) {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The value with a number among those that are not in an ascending list. @param {readonly number[]} values @param {number} number */
function without(values, number) {
  let value = number;
  for (const taken of values) {
    if (taken > value) break;
    value += 1;
  }
  return value;
}

const ascending = (/** @type {number[]} */ values) => values.sort((one, other) => one - other);

/** Where places are after a change of others. */
class ChangedPlaces {
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

/**
 * The pages that are shown, merged with steps, as in the kernel: a page that arrives waits in a gap before the page at an
 * index, behind those that wait there already.
 */
class MergedSteps {
  #count;
  #places;
  /** The pages that arrive, in their order. @type {{page: number, gap: number, isGone: boolean}[]} */
  #slots = [];
  /** The indexes of pages that leave, ascending, before and after the change. @type {[before: number[], after: number[]]} */
  #left = [[], []];

  /** @param {number} count @param {ChangedPlaces} places */
  constructor(count, places) {
    this.#count = count;
    this.#places = places;
  }

  /** Takes a step, and returns it as it is after the change; none if others have deleted its page. @param {Step} step @returns {Step[]} */
  take({ page, from, to }) {
    const taken = from === null ? null : this.#take(from);
    if (to === null) return taken?.index === null ? [] : [{ page, from: taken?.index ?? null, to: null }];
    const slot = { page, ...this.#placeOf(to), isGone: taken?.index === null };
    this.#slots.splice(slot.number, 0, slot);
    return slot.isGone ? [] : [{ page, from: taken?.index ?? null, to: this.#indexOf(slot.number) }];
  }

  /** Takes away the page at an index. Returns its index after the change. */
  #take(/** @type {number} */ from) {
    const found = this.#find(from);
    if (found.isSlot) {
      const index = this.#slots[found.number].isGone ? null : this.#indexOf(found.number);
      this.#slots.splice(found.number, 1);
      return { index };
    }
    const place = this.#places.ofPage(found.gap);
    const index = place === null ? null : place - countBelow(this.#left[1], place) + this.#waitingBefore(place + 1);
    const [before, after] = this.#left;
    before.splice(countBelow(before, found.gap), 0, found.gap);
    if (place !== null) after.splice(countBelow(after, place), 0, place);
    return { index };
  }

  /** The page at an index before the change: one that arrives, or one that is shown, and the number of those that arrive before it. */
  #find(/** @type {number} */ index) {
    const [left] = this.#left;
    const indexOf = (/** @type {number} */ number) => this.#slots[number].gap - countBelow(left, this.#slots[number].gap) + number;
    let [low, high] = [0, this.#slots.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (indexOf(middle) < index) low = middle + 1;
      else high = middle;
    }
    if (low < this.#slots.length && indexOf(low) === index) return { isSlot: true, number: low, gap: this.#slots[low].gap };
    return { isSlot: false, number: low, gap: without(left, index - low) };
  }

  /** Where a page waits that is to have an index. */
  #placeOf(/** @type {number} */ index) {
    const { number, gap } = this.#find(index);
    return { number, gap: Math.min(gap, this.#count) };
  }

  /** The index after the change of a page that arrives. */
  #indexOf(/** @type {number} */ number) {
    const gap = this.#places.ofGap(this.#slots[number].gap);
    return gap - countBelow(this.#left[1], gap) + this.#slots.slice(0, number).filter(({ isGone }) => !isGone).length;
  }

  /** How many pages that arrive wait before a gap of the pages after the change, or in gaps before it. */
  #waitingBefore(/** @type {number} */ gap) {
    return this.#slots.filter((slot) => !slot.isGone && this.#places.ofGap(slot.gap) < gap).length;
  }
}

/**
 * Returns the steps of edits, which others have overtaken with a change, in the order of the pages after it: as in the
 * kernel, pages stay before the pages before which they were put. Only a page that others have put where an edit of this
 * user has put it as well keeps its followers: the change does not name it.
 * @param {Step[][]} edits in their order @param {OrderChange} change @param {number} count the number of pages before the change
 */
export function rebased(edits, change, count) {
  const merged = new MergedSteps(count, new ChangedPlaces(change, count));
  return edits.map((steps) => steps.flatMap((step) => merged.take(step)));
}
