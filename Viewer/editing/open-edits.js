// SPDX-License-Identifier: Apache-2.0

import { Watch } from "./watch.js";

/** @typedef {import("../undo/reversals.js").Reversal} Reversal */

/**
 * An edit that has not ended.
 * @typedef {object} OpenEdit
 * @property {string} kind
 * @property {number[]} pages
 * @property {number[]} numbers of the pages, for people
 * @property {number} [since] the time at which somebody made it
 * @property {Reversal | null} [reversal]
 * @property {string} [undone] the kind of the edit that this one reverts
 * @property {{open: number, pages: number[], vanished?: Map<number, number>}} [together] the edits of an action: how many have not ended, the pages that the others have reverted, and those that somebody else has deleted, with their numbers
 * @property {number | null} [active] the page that is active before this deletion, if it is one of the pages
 * @property {number | null} [successor] the page that is active after it
 * @property {boolean} [isCancelled] whether it was cancelled before it was made: it ends when its pages have returned
 * @property {(error: Error | null) => void} [fulfill]
 * @property {() => void} [succeed] called when it was made
 */

/** Whether an edit gives pages other images, also those that they had before. @param {OpenEdit} edit */
export const isReplacement = ({ kind, undone }) => kind === "replace" || undone === "replace";

/** Whether an edit removes pages. @param {OpenEdit} edit */
const removesPages = ({ kind, undone, isCancelled }) => !isCancelled && (kind === "delete" || undone === "insert");

/** Whether an edit leaves the order of the pages as it is. @param {OpenEdit} edit */
const keepsOrder = ({ kind, undone = kind }) => ["rotate", "replace"].includes(undone);

/** The edits that have not ended, by their tickets, and what they mean for the pages that people see. */
export class OpenEdits {
  #gallery;
  /** @type {Map<number, OpenEdit>} */
  #edits = new Map();
  #ends = new Watch();

  /** Called when the first edit begins, and when the last one has ended. @type {(isOpen: boolean) => void} */
  onOpen = () => {};

  /** @param {Pick<import("../kernel/gallery.js").Gallery, "count" | "pageAt" | "indexOf">} gallery */
  constructor(gallery) {
    this.#gallery = gallery;
  }

  /** @param {number} ticket @param {OpenEdit} edit */
  add(ticket, edit) {
    this.#edits.set(ticket, edit);
    if (this.#edits.size === 1) this.onOpen(true);
  }

  /** The edit with a ticket. @param {number} ticket */
  get(ticket) { return this.#edits.get(ticket); }

  /** An edit was cancelled: its pages stay. @param {number} ticket */
  cancel(ticket) {
    const edit = this.#edits.get(ticket);
    if (edit) edit.isCancelled = true;
  }

  /** Removes an edit that has ended. @param {number} ticket */
  end(ticket) {
    if (!this.#edits.delete(ticket)) return;
    if (this.#edits.size === 0) this.onOpen(false);
    this.#ends.changed();
  }

  /** The time at which the oldest edit was made, which is the one on its way to the server, `null` without one. */
  get since() {
    for (const { since } of this.#edits.values()) return since ?? null;
    return null;
  }

  /** The pages that this user is deleting, also those whose insertion is undone: nobody sees them any more. */
  get leaving() { return [...this.#edits.values()].flatMap((edit) => (removesPages(edit) ? edit.pages : [])); }

  /**
   * Returns the page that an edit of the active page is for: keys that follow each other quickly find it as it
   * will be, without the pages that are being deleted.
   * @param {number} activeIndex
   */
  target(activeIndex) {
    const leaving = new Set(this.leaving);
    const isStaying = (/** @type {number | null} */ page) => page !== null && !leaving.has(page) && this.#gallery.indexOf(page) !== null;
    const successor = this.#afterDeletions(this.#gallery.pageAt(activeIndex));
    if (isStaying(successor)) return successor;
    for (let index = activeIndex; index < this.#gallery.count; index += 1) if (isStaying(this.#gallery.pageAt(index))) return this.#gallery.pageAt(index);
    for (let index = activeIndex - 1; index >= 0; index -= 1) if (isStaying(this.#gallery.pageAt(index))) return this.#gallery.pageAt(index);
    return null;
  }

  /** The page that is active after all deletions, which may follow moves that nobody sees yet. @param {number | null} page that is active before them */
  #afterDeletions(page) {
    let active = page;
    for (const { active: deleted = null, successor = null, isCancelled } of this.#edits.values()) if (!isCancelled && deleted !== null && deleted === active) active = successor;
    return active;
  }

  /** Whether an edit of a page has not ended. @param {number} page */
  concerns(page) { return [...this.#edits.values()].some(({ pages }) => pages.includes(page)); }

  /** Whether an edit that has not ended changes the order of the pages. */
  get changeOrder() { return [...this.#edits.values()].some((edit) => !keepsOrder(edit)); }

  /** Waits until all edits of a page have ended, also those that begin meanwhile. @param {number} page */
  settled(page) { return this.#ends.until(() => !this.concerns(page)); }

  /** Whether an edit that has not ended gives a page another image. @param {number} page */
  replaces(page) { return [...this.#edits.values()].some((edit) => isReplacement(edit) && edit.pages.includes(page)); }

  /** The numbers of pages as people see them: without pages that are being deleted. @param {number[]} pages */
  numbers(pages) {
    const leaving = this.leaving.map((page) => this.#gallery.indexOf(page)).filter((index) => index !== null);
    return pages.map((page) => {
      const place = this.#gallery.indexOf(page) ?? 0;
      return place + 1 - leaving.filter((index) => index < place).length;
    });
  }

  /** The page that took the place of a deleted one, behind those that were deleted after it. @param {OpenEdit | undefined} edit */
  successor(edit) {
    let successor = edit?.successor ?? null;
    for (const { pages, successor: next = null } of this.#edits.values()) {
      if (next !== null && successor !== null && pages.includes(successor)) successor = next;
    }
    return successor;
  }
}
