// SPDX-License-Identifier: Apache-2.0

/**
 * Where a page was: its index, and the pages around it, the nearest ones first, because others may have changed the pages.
 * @typedef {{index: number, before: number[], after: number[]}} Place
 */

/** The number of neighbors on each side by which a place is known. */
const reach = 32;

/** The number of pages from which on their places share one list of all pages. */
const many = 1000;

/** The number of deleted pages whose places are kept. */
const capacity = 4096;

/** The place of one of many pages: all neighbors of a hundred thousand pages would take 100 MB, and seconds. */
class SharedPlace {
  #all;

  /** @param {number[]} all the pages of the document @param {number} index */
  constructor(all, index) {
    this.#all = all;
    this.index = index;
  }

  get before() { return this.#all.slice(Math.max(0, this.index - reach), this.index).reverse(); }

  get after() { return this.#all.slice(this.index + 1, this.index + 1 + reach); }
}

/** The places of pages among their neighbors, and where pages that return belong now. */
export class Places {
  #gallery;
  /** The places that deleted pages had, also after their return. @type {Map<number, Place>} */
  #kept;

  /** @param {Pick<import("../kernel/gallery.js").Gallery, "count" | "pageAt" | "indexOf">} gallery @param {Map<number, Place>} [kept] */
  constructor(gallery, kept = new Map()) {
    this.#gallery = gallery;
    this.#kept = kept;
  }

  /** The same places in another order of pages. @param {Pick<import("../kernel/gallery.js").Gallery, "count" | "pageAt" | "indexOf">} order */
  among(order) {
    return new Places(order, this.#kept);
  }

  /** Keeps the place of a page that is being deleted. @param {number} page @param {Place} place */
  keep(page, place) {
    this.#kept.delete(page);
    this.#kept.set(page, place);
    if (this.#kept.size > capacity) this.#kept.delete(this.#kept.keys().next().value ?? -1);
  }

  /** Keeps the places of pages that others delete. @param {number[]} indexes @param {number[]} pages all pages before that */
  keepAll(indexes, pages) {
    for (const index of indexes.slice(0, capacity)) {
      const place = new SharedPlace(pages, index);
      this.keep(pages[index], indexes.length < many ? { index, before: place.before, after: place.after } : place);
    }
  }

  /** A page that is moved has no earlier place any more. @param {number} page */
  forget(page) {
    this.#kept.delete(page);
  }

  /** Returns the place of a page, to be asked before it leaves. @param {number} page @returns {Place} */
  of(page) {
    const [gallery, index] = [this.#gallery, this.#gallery.indexOf(page) ?? 0];
    /** @type {[number[], number[]]} */
    const [before, after] = [[], []];
    for (let step = 1; step <= reach; step += 1) {
      if (index - step >= 0) before.push(gallery.pageAt(index - step) ?? -1);
      if (index + step < gallery.count) after.push(gallery.pageAt(index + step) ?? -1);
    }
    return { index, before, after };
  }

  /** Returns the places of pages. @param {number[]} pages @returns {Place[]} */
  ofAll(pages) {
    if (pages.length < many) return pages.map((page) => this.of(page));
    const gallery = this.#gallery;
    const all = Array.from({ length: gallery.count }, (_, index) => gallery.pageAt(index) ?? -1);
    return pages.map((page) => new SharedPlace(all, gallery.indexOf(page) ?? 0));
  }

  /**
   * The gap to which a page returns: beside the nearest neighbor that is still there.
   * @param {number} page @param {Place} place @param {Pick<Set<number>, "has">} [moving] pages that are going to return as well
   */
  gapOf(page, { index, before, after }, moving = new Set()) {
    const find = (/** @type {number | undefined} */ page) => (page === undefined || moving.has(page) ? null : this.#gallery.indexOf(page));
    for (let step = 0; step < reach; step += 1) {
      const [last, next] = [find(before[step]), find(after[step])];
      if (last !== null) return this.#behind(last + 1, page, after);
      if (next !== null) return this.#ahead(next, page, before);
    }
    return Math.min(index, this.#gallery.count);
  }

  /** Others may have brought back pages that were before this one, but had been deleted earlier. Those known to be behind it stay there. */
  #behind(/** @type {number} */ gap, /** @type {number} */ page, /** @type {number[]} */ after) {
    const isBefore = (/** @type {number} */ other) => !after.includes(other) && this.#kept.get(other)?.after.includes(page);
    while (gap < this.#gallery.count && isBefore(this.#gallery.pageAt(gap) ?? -1)) gap += 1;
    return gap;
  }

  /** Likewise pages that were behind this one. */
  #ahead(/** @type {number} */ gap, /** @type {number} */ page, /** @type {number[]} */ before) {
    const isBehind = (/** @type {number} */ other) => !before.includes(other) && this.#kept.get(other)?.before.includes(page);
    while (gap > 0 && isBehind(this.#gallery.pageAt(gap - 1) ?? -1)) gap -= 1;
    return gap;
  }
}
