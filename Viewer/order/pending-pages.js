// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/**
 * A part of an edit: a page leaves an index, and comes to another one, in the order after all steps before.
 * @typedef {{page: number, from: number | null, to: number | null}} Step
 */
/** Where a page is after a step. @param {number | null} index @param {number} page @param {Step} step */
function indexAfter(index, page, { page: moved, from, to }) {
  if (moved === page) return to;
  if (index === null) return null;
  const rest = from !== null && from < index ? index - 1 : index;
  return to !== null && to <= rest ? rest + 1 : rest;
}

/**
 * The pages in the order that will exist when all open edits have been made. The kernel takes such indexes, which it
 * calls logical, but does not tell them.
 */
export class PendingPages {
  /** @protected @readonly */
  gallery;
  /** @protected @readonly */
  open;

  /**
   * @param {Pick<Gallery, "count" | "pageAt" | "indexOf">} gallery
   * @param {() => Step[][]} [open] returns the steps of each open edit, in the order of the edits
   */
  constructor(gallery, open = () => /** @type {Step[][]} */ ([])) {
    this.gallery = gallery;
    this.open = open;
  }

  /** The steps that were not made yet. Edits are made in their order, several at once, and end only after their animation. @returns {Step[]} */
  get steps() {
    const edits = this.open().filter((steps) => steps.length > 0);
    let made = edits.length;
    while (made > 0 && !this.#areMade(edits.slice(0, made).flat())) made -= 1;
    return edits.slice(made).flat();
  }

  /** Whether the pages that are shown are those after steps. */
  #areMade(/** @type {Step[]} */ steps) {
    for (const [page, last] of new Map(steps.map(({ page }, number) => [page, number]))) {
      const [{ from, to }, index] = [steps[last], this.gallery.indexOf(page)];
      if ((index === null) !== (to === null)) return false;
      if (from === null || to === null) continue;
      const place = steps.slice(last + 1).reduce((place, step) => indexAfter(place, page, step), /** @type {number | null} */ (to));
      if (index !== place) return false;
    }
    return true;
  }

  /** The number of pages. */
  get count() {
    return this.steps.reduce((count, { from, to }) => count + Number(from === null) - Number(to === null), this.gallery.count);
  }

  /** The index of a page, `null` if it will not be there. @param {number} page */
  indexOf(page) { return this.after([]).indexOf(page); }

  /** The page at an index, `null` without one. @param {number} index */
  pageAt(index) { return this.after([]).pageAt(index); }

  /** The order after further steps. @param {readonly Step[]} more the list may grow */
  after(more) {
    const [gallery, steps, count] = [this.gallery, this.steps, this.count];
    return {
      get count() { return more.reduce((count, { from, to }) => count + Number(from === null) - Number(to === null), count); },
      indexOf(/** @type {number} */ page) {
        let index = gallery.indexOf(page);
        for (const list of [steps, more]) for (const step of list) index = indexAfter(index, page, step);
        return index;
      },
      pageAt(/** @type {number} */ index) {
        if (index < 0 || index >= this.count) return null;
        let before = index;
        for (const { page, from, to } of [...steps, ...more].reverse()) {
          if (before === to) return page;
          if (to !== null && to < before) before -= 1;
          if (from !== null && from <= before) before += 1;
        }
        return gallery.pageAt(before);
      },
    };
  }
}
