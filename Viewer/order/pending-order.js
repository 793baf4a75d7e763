// SPDX-License-Identifier: Apache-2.0

import { PendingPages } from "./pending-pages.js";
import { ShownPlaces } from "./shown-places.js";

/** @typedef {import("./pending-pages.js").Step} Step */
/** @typedef {import("./shown-places.js").PlacedStep} PlacedStep */

/** The order of the pages after all open edits, and the steps of further ones. */
export class PendingOrder extends PendingPages {
  #isOvertaken;

  /**
   * @param {Pick<import("../kernel/gallery.js").Gallery, "count" | "pageAt" | "indexOf">} gallery
   * @param {() => Step[][]} [open] returns the steps of each open edit, in the order of the edits
   * @param {() => boolean} [isOvertaken] returns whether changes of others may wait to be shown
   */
  constructor(gallery, open, isOvertaken = () => false) {
    super(gallery, open);
    this.#isOvertaken = isOvertaken;
  }

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
   * How the kernel is told where pages go: before pages that are shown, as far as their followers are among these. It also
   * counts changes of others that nobody sees yet, but nobody else knows the order that exists after these.
   *
   * While there may be such changes, a page also goes behind followers that are on their way themselves.
   * @param {Step[]} steps those of one edit, after those of all open edits @returns {PlacedStep[]} the steps as they will be
   */
  placed(steps) {
    /** @type {Step[][]} */
    const [planned, done] = [[], []];
    const [plan, order, places] = [this.after(planned), this.after(done), this.#places];
    return steps.flatMap(({ page, from, to }) => {
      const index = to ?? 0;
      const follower = places.following(plan.pageAt(from !== null && index >= from ? index + 1 : index), order, page);
      planned.push({ page, from, to });
      const current = order.indexOf(page);
      const gap = follower === null ? order.count : order.indexOf(follower) ?? order.count;
      const step = { page, from: current, to: current !== null && current < gap ? gap - 1 : gap };
      const place = places.of(step, follower);
      places.pending.add(page);
      if (!place) return [];
      done.push(step);
      return [{ ...step, ...place }];
    });
  }

  /** How the kernel is told where pages are inserted, likewise. @param {Map<number, number>} gaps by page, of the order before all of them @returns {PlacedStep[]} */
  placedInsertions(gaps) {
    const [order, places] = [this.after([]), this.#places];
    const followers = new Map([...gaps].map(([page, gap]) => [page, places.following(order.pageAt(gap), order, page)]));
    const steps = this.insertions(new Map([...followers].map(([page, follower]) => [page, follower === null ? order.count : order.indexOf(follower) ?? order.count])));
    return steps.flatMap((step) => ({ ...step, ...places.of(step, followers.get(step.page) ?? null) ?? { index: 0, isLogical: true } }));
  }

  get #places() {
    // Also of edits that look as if they were made: other edits may have led back to the same order.
    const pending = new Set(this.open().flatMap((steps) => steps.map(({ page }) => page)));
    const unmade = new Set(this.steps.map(({ page }) => page));
    return new ShownPlaces(this.gallery, pending, unmade, this.#isOvertaken());
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
