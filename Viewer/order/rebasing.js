// SPDX-License-Identifier: Apache-2.0

import { ChangedPlaces, countBelow, without } from "./changed-places.js";

/** @typedef {import("./pending-pages.js").Step} Step */
/** @typedef {import("./changed-places.js").OrderChange} OrderChange */

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
