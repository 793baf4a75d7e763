// SPDX-License-Identifier: Apache-2.0

import { PendingPages } from "./pending-pages.js";
import { ShownPlaces } from "./shown-places.js";

/** @typedef {import("./pending-pages.js").Step} Step */
/** @typedef {import("./shown-places.js").PlacedStep} PlacedStep */

/** The order of the pages after all open edits, and the steps of further ones. */
export class PendingOrder extends PendingPages {
  /** The steps that delete pages: the last one first, so that the others keep their indexes. @param {number[]} pages @returns {Step[]} */
  deletion(pages) {
    const order = this.after([]);
    const steps = pages.map((page) => ({ page, from: order.indexOf(page), to: null }));
    return steps.filter(({ from }) => from !== null).sort((one, other) => Number(other.from) - Number(one.from));
  }

  /** The steps that insert pages, in their order, before the page that is shown at an index. @param {number[]} pages @param {number} index @returns {Step[]} */
  insertion(pages, index) {
    const follower = this.#stayingFrom(index);
    const first = follower === null ? this.count : this.indexOf(follower) ?? this.count;
    return pages.map((page, offset) => ({ page, from: null, to: first + offset }));
  }

  /** The steps that insert pages at gaps of the order before all of them, in their order. @param {Map<number, number>} gaps by page @returns {Step[]} */
  insertions(gaps) {
    /** @type {number[]} */
    const before = [];
    let isRising = true;
    return [...gaps].map(([page, gap]) => {
      isRising &&= gap >= (before.at(-1) ?? 0);
      // Nearly always so: to count them takes long for many pages.
      const shift = isRising ? before.length : before.filter((other) => other <= gap).length;
      before.push(gap);
      return { page, from: null, to: gap + shift };
    });
  }

  /**
   * The steps that move pages together. Those beside the gap stay; others go to both ends of them.
   * @param {number[]} pages in their order @param {number} gap the index, among the pages that are shown, before which they go
   */
  moves(pages, gap) {
    const indexes = pages.map((page) => this.gallery.indexOf(page) ?? -1);
    const moving = new Set(indexes);
    let [first, end] = [gap, gap];
    while (moving.has(first - 1) && first > 0) first -= 1;
    while (moving.has(end)) end += 1;
    /** @type {Step[]} */
    const steps = [];
    const order = this.after(steps);
    const followers = [this.#stayingFrom(first), this.#stayingFrom(end)];
    for (const [number, index] of indexes.entries()) {
      if (index < 0 || index >= first && index < end) continue;
      const follower = followers[Number(index >= end)];
      const gap = follower === null ? order.count : order.indexOf(follower) ?? order.count;
      steps.push(...this.move(pages[number], gap, order));
    }
    return steps;
  }

  /** The step that moves a page to a gap, none if it is there already. @param {number} page @param {number} gap @param {{indexOf(page: number): number | null}} [order] @returns {Step[]} */
  move(page, gap, order = this) {
    const from = order.indexOf(page);
    if (from === null || gap === from || gap === from + 1) return [];
    return [{ page, from, to: gap > from ? gap - 1 : gap }];
  }

  /**
   * Tells where pages go as the kernel is told: before pages that are shown, as far as their followers are among these. It
   * also counts changes of others that nobody sees yet, and only it knows the order after them.
   * @param {Step[]} steps those of one edit, after those of all open edits @returns {PlacedStep[]}
   */
  placed(steps) {
    /** @type {Step[]} */
    const done = [];
    const [order, places] = [this.after(done), this.#places];
    return steps.map((step) => {
      const { page, from, to } = step;
      const index = to ?? 0;
      const follower = order.pageAt(from !== null && index >= from ? index + 1 : index);
      done.push(step);
      const place = places.of(step, follower);
      places.pending.add(page);
      return { ...step, ...place };
    });
  }

  /** Tells where pages are inserted, likewise. @param {Map<number, number>} gaps by page, of the order before all of them @returns {PlacedStep[]} */
  placedInsertions(gaps) {
    const [order, places] = [this.after([]), this.#places];
    return this.insertions(gaps).map((step) => ({ ...step, ...places.of(step, order.pageAt(gaps.get(step.page) ?? 0)) }));
  }

  get #places() {
    // Also of edits that look as if they were made: other edits may have led back to the same order.
    return new ShownPlaces(this.gallery, new Set(this.open().flatMap((steps) => steps.map(({ page }) => page))));
  }

  /** The first page from an index on, among those that are shown, that will still be there. */
  #stayingFrom(/** @type {number} */ index) {
    const order = this.after([]);
    for (let place = index; place < this.gallery.count; place += 1) {
      const page = this.gallery.pageAt(place);
      if (page !== null && order.indexOf(page) !== null) return page;
    }
    return null;
  }
}
