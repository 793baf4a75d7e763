// SPDX-License-Identifier: Apache-2.0

import { PendingPages } from "./pending-pages.js";

/** @typedef {import("./pending-pages.js").Step} Step */

/** A step as the kernel is told. @param {Step} step */
export const placeOf = ({ page: id, to: index }) => ({ id, index, isLogical: true });

/** The order of the pages after all open edits, and the steps of further ones. */
export class PendingOrder extends PendingPages {
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
   * The step that moves a page past a number of others, none without so many. Pages that others have added do not count while
   * nobody sees them.
   * @param {number} page @param {number} places @param {(page: number) => boolean} isExpected whether this user brings a page
   * @returns {Step[]}
   */
  moveBy(page, places, isExpected) {
    const from = this.indexOf(page);
    if (from === null) return [];
    let [to, left] = [from, Math.abs(places)];
    while (left > 0) {
      to += Math.sign(places);
      const other = this.pageAt(to);
      if (other === null) return [];
      if (this.gallery.indexOf(other) !== null || isExpected(other)) left -= 1;
    }
    return [{ page, from, to }];
  }

  /** The page at a distance from another one, or the last one in that direction, among those that are shown. @param {number} page @param {number} distance */
  shownPageFrom(page, distance) {
    const step = Math.sign(distance);
    // The last page is searched from the end on.
    const [start, direction, count] = Number.isFinite(distance)
      ? [this.#neighborOf(page, step), step, Math.abs(distance)]
      : [step > 0 ? this.count - 1 : 0, -step, 1];
    let [found, left] = [page, count];
    for (let index = start; left > 0; index += direction) {
      const other = this.pageAt(index);
      if (other === null) break;
      if (this.gallery.indexOf(other) !== null) [found, left] = [other, left - 1];
    }
    return found;
  }

  /** The page that is active after an active one is deleted with others: the next one that is shown, otherwise the one before. @param {number} page @param {Set<number>} leaving */
  successorOf(page, leaving) {
    const from = this.indexOf(page) ?? this.count;
    for (const step of [1, -1]) {
      for (let index = from + step; ; index += step) {
        const other = this.pageAt(index);
        if (other === null) break;
        if (!leaving.has(other) && this.gallery.indexOf(other) !== null) return other;
      }
    }
    return null;
  }

  /** The index beside a page, which may be going to leave. @param {number} page @param {number} step 1 or -1 */
  #neighborOf(page, step) {
    const index = this.indexOf(page);
    if (index !== null) return index + step;
    const follower = this.#stayingFrom(this.gallery.indexOf(page) ?? this.gallery.count);
    const next = follower === null ? this.count : this.indexOf(follower) ?? this.count;
    return step > 0 ? next : next - 1;
  }

  /** The first page from an index on, among those that are shown, that will still be there. */
  #stayingFrom(/** @type {number} */ index) {
    for (let place = index; place < this.gallery.count; place += 1) {
      const page = this.gallery.pageAt(place);
      if (page !== null && this.indexOf(page) !== null) return page;
    }
    return null;
  }
}
