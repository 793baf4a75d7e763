// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./pending-pages.js").Step} Step */
/** A step, and the index that the kernel is told: among the pages that are shown, or in the order after all edits. @typedef {Step & {index: number, isLogical: boolean}} PlacedStep */

/** The places of pages among those that are shown, which stay before the same pages whatever happens before them. */
export class ShownPlaces {
  #gallery;

  /**
   * @param {Pick<import("../kernel/gallery.js").Gallery, "count" | "indexOf">} gallery
   * @param {Set<number>} pending the pages of edits that have not ended; more may follow
   */
  constructor(gallery, pending) {
    this.#gallery = gallery;
    this.pending = pending;
  }

  /**
   * Returns what the kernel is told of a step.
   *
   * A page that goes before one that is under way itself has only an index in the order after all edits, as has one that
   * goes beside its own place, between pages that are under way: if others have changed the pages at that moment, it is
   * off by what they have changed before it.
   * @param {Step} step @param {number | null} follower the page before which it goes, `null` for the end
   */
  of({ page, to }, follower) {
    const gallery = this.#gallery;
    const home = gallery.indexOf(page);
    const gap = follower === null ? gallery.count : this.pending.has(follower) ? null : gallery.indexOf(follower);
    if (gap === null || gap === home || gap - 1 === home) return { index: to ?? 0, isLogical: true };
    return { index: home !== null && gap > home ? gap - 1 : gap, isLogical: false };
  }
}
