// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./pending-pages.js").Step} Step */
/** A step, and the index that the kernel is told: among the pages that are shown, or in the order after all edits. @typedef {Step & {index: number, isLogical: boolean}} PlacedStep */
/** @typedef {{pageAt(index: number): number | null, indexOf(page: number): number | null}} Order */

/** The places of pages among those that are shown, which stay before the same pages whatever happens before them. */
export class ShownPlaces {
  #gallery;
  #unmade;
  #isOvertaken;

  /**
   * @param {Pick<import("../kernel/gallery.js").Gallery, "count" | "indexOf">} gallery
   * @param {Set<number>} pending the pages of edits that have not ended; more may follow
   * @param {Set<number>} unmade those that are not where they go
   * @param {boolean} isOvertaken whether changes of others may wait to be shown
   */
  constructor(gallery, pending, unmade, isOvertaken) {
    this.#gallery = gallery;
    this.pending = pending;
    this.#unmade = unmade;
    this.#isOvertaken = isOvertaken;
  }

  /** The page before which another one goes, `null` for the end. @param {number | null} wanted @param {Order} order @param {number} page the one that goes */
  following(wanted, order, page) {
    let follower = wanted;
    while (this.#isOvertaken && follower !== null && (follower === page || this.pending.has(follower))) {
      follower = order.pageAt((order.indexOf(follower) ?? -1) + 1);
    }
    return follower;
  }

  /** What the kernel is told, `null` if the page stays. @param {Step} step @param {number | null} follower */
  of({ page, to }, follower) {
    const gallery = this.#gallery;
    const home = gallery.indexOf(page);
    const gap = follower === null ? gallery.count : this.pending.has(follower) ? null : gallery.indexOf(follower);
    // Beside its own place a page would stay there: only the order after all edits tells it apart from others that go there.
    const isBeside = gap !== null && (gap === home || gap - 1 === home);
    if (isBeside && this.#isOvertaken && !this.#unmade.has(page)) return null;
    if (gap === null || isBeside && !this.#isOvertaken) return { index: to ?? 0, isLogical: true };
    return { index: home !== null && gap > home ? gap - 1 : gap, isLogical: false };
  }
}
