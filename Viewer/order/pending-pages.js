// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {Pick<Gallery, "count" | "pageAt" | "indexOf" | "logicalCount" | "logicalPageAt" | "logicalIndexOf">} OrderedGallery */
/** A part of an edit: a page leaves an index, unless it is new, and comes to another one, in the order after all steps before. @typedef {{page: number, from: number | null, to: number}} Step */

/** Where a page is after a step. @param {number | null} index @param {number} page @param {Step} step */
function indexAfter(index, page, { page: moved, from, to }) {
  if (moved === page) return to;
  if (index === null) return null;
  const rest = from !== null && from < index ? index - 1 : index;
  return to <= rest ? rest + 1 : rest;
}

/**
 * The pages in the order that will exist when all open edits have been made: the logical order of the kernel. Others may
 * have changed it in ways that nobody sees yet.
 */
export class PendingPages {
  /** @protected @readonly */
  gallery;

  /** @param {OrderedGallery} gallery */
  constructor(gallery) {
    this.gallery = gallery;
  }

  /** The number of pages. */
  get count() { return this.gallery.logicalCount; }

  /** The index of a page, `null` if it will not be there. @param {number} page */
  indexOf(page) { return this.gallery.logicalIndexOf(page); }

  /** The page at an index, `null` without one. @param {number} index */
  pageAt(index) { return index < 0 ? null : this.gallery.logicalPageAt(index); }

  /** The order after further steps. @param {readonly Step[]} steps the list may grow */
  after(steps) {
    const { gallery } = this;
    return {
      get count() { return gallery.logicalCount + steps.filter(({ from }) => from === null).length; },
      indexOf(/** @type {number} */ page) {
        return steps.reduce((index, step) => indexAfter(index, page, step), gallery.logicalIndexOf(page));
      },
      pageAt(/** @type {number} */ index) {
        let before = index;
        for (const { page, from, to } of [...steps].reverse()) {
          if (before === to) return page;
          if (to < before) before -= 1;
          if (from !== null && from <= before) before += 1;
        }
        return before < 0 ? null : gallery.logicalPageAt(before);
      },
    };
  }
}
