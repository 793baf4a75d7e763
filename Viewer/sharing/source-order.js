// SPDX-License-Identifier: Apache-2.0

import { entriesAfter } from "../kernel/changes.js";

/** @typedef {Partial<import("../kernel/changes.js").PagesChange> & {revision: number, isReset?: boolean}} SourceChange a change, with the revision after it */

/**
 * The order of the pages on the server while this user edits them, from one change to the next. Changes name pages by their indexes:
 * this order tells which pages others have deleted or moved, although this user was going to do so as well.
 */
export class SourceOrder {
  /** The pages, `null` if they are not known. @type {number[] | null} */
  #pages = null;
  /** The last revision, `null` before the first change. @type {number | null} */
  #revision = null;
  /** The pages that others have deleted. @type {Set<number>} */
  #deleted = new Set();
  /** The pages that others have moved, and this user has not since then. @type {Set<number>} */
  #moved = new Set();
  #moveCount = 0;

  /** Called with the indexes of pages that others delete, and the pages before that. @type {(deletions: number[], pages: number[]) => void} */
  onDeletion = () => {};

  /** The number of changes by this user that have moved pages, `null` if it is not known. */
  get moveCount() { return this.#pages && this.#moveCount; }

  /** Begins with the pages that the server has, unless they are known: those follow all changes. @param {() => number[]} pages */
  begin(pages) { this.#pages ??= pages(); }

  /** A change is missing. */
  #lose() {
    this.#pages = null;
    this.#deleted.clear();
    this.#moved.clear();
  }

  /** Whether others have deleted a page, and this user has not. @param {number} page */
  isDeletedByOthers(page) { return this.#deleted.has(page); }

  /** Whether others were the last ones to move a page. @param {number} page */
  isMovedByOthers(page) { return this.#moved.has(page); }

  /** Takes a change. The events of own changes can arrive before their answers. @param {SourceChange} change @param {boolean} isOwn */
  take(change, isOwn) {
    const [last, { revision, isReset }] = [this.#revision, change];
    if (isReset ? revision === last : last !== null && revision <= last) return;
    this.#revision = revision;
    if (isReset || last !== null && revision !== last + 1) this.#lose();
    if (this.#pages) this.#apply(this.#pages, change, isOwn);
  }

  #apply(/** @type {number[]} */ pages, /** @type {SourceChange} */ change, /** @type {boolean} */ isOwn) {
    const { deletions = [], insertions = [], moves = [] } = change;
    if (isOwn && moves.length > 0) this.#moveCount += 1;
    if (!isOwn && deletions.length > 0) {
      for (const index of deletions) this.#deleted.add(pages[index]);
      this.onDeletion(deletions, pages);
    }
    for (const { from } of moves) this.#moved[isOwn ? "delete" : "add"](pages[from]);
    if (deletions.length + insertions.length + moves.length === 0) return;
    this.#pages = entriesAfter(pages, change, ({ page }) => page.id);
    for (const { page } of insertions) this.#deleted.delete(page.id);
  }
}
