// SPDX-License-Identifier: Apache-2.0

import { PendingOrder } from "../order/pending-order.js";
import { Returns } from "./returns.js";
import { isOfImages, pagesOf, reversalOf, Reversals } from "./reversals.js";

/** @typedef {import("../order/pending-pages.js").Step} Step */
/** @typedef {import("./reversals.js").Reversal} Reversal */
/** @typedef {"open" | "done" | "failed"} EntryState */

/**
 * @typedef {object} Entry an action that can be reverted
 * @property {number[]} tickets its edits
 * @property {Map<number, number | null>} open its edits that have not ended, by ticket: each is of a page, or of all
 * @property {Reversal} reversal
 * @property {EntryState} state
 * @property {boolean} isWanted whether it is being reverted
 * @property {Map<number, number | null>} undoing the edits that revert it
 * @property {number | null} view the page that was active when somebody wanted to revert it
 * @property {number | null} shown the page that is shown when it has returned
 */

/** Whether an edit ended without its effect. @param {string} outcome */
export const hasFailed = (outcome) => outcome === "failed" || outcome === "rejected" || outcome === "dependencyFailed";

/** The number of actions that are kept. */
const capacity = 100;

/** The edits of pages, by their tickets. @param {number[]} tickets @param {Reversal} reversal @returns {Map<number, number | null>} */
const editsOf = (tickets, reversal) => new Map(tickets.map((ticket, number) => [ticket, tickets.length > 1 ? pagesOf(reversal)[number] : null]));

/** The actions of this user in this window, and what reverts them: edits like any other. */
export class UndoHistory {
  #gallery;
  #now;
  #reversals;
  #activePage;
  /** @type {Entry[]} */
  #entries = [];
  #returns;

  /** Called when the number of actions that can be reverted has changed. */
  onChange = () => {};
  /** Called with the edits that revert an action. @type {(reversal: Reversal, tickets: number[], steps: Step[]) => void} */
  onUndo = () => {};
  /** Called when there was nothing left to revert. @type {(reversal: Reversal) => void} */
  onVain = () => {};
  /** Called with a page that has returned, and is to be shown. @type {(page: number) => void} */
  onReturn = () => {};

  /**
   * @param {import("./reversals.js").EditedGallery} gallery
   * @param {() => number} now
   * @param {{order?: PendingOrder, activePage?: () => number | null}} [view] the order of open edits, and the page that people see
   */
  constructor(gallery, now, { order = new PendingOrder(gallery), activePage = () => null } = {}) {
    this.#gallery = gallery;
    this.#now = now;
    this.#activePage = activePage;
    this.#returns = new Returns(gallery, activePage);
    this.#reversals = new Reversals(gallery, order);
  }

  /** Whether there is an action to revert. */
  get isEmpty() { return !this.#entries.some((entry) => entry.state !== "failed" && !entry.isWanted); }

  /** The bytes of the images that are kept for replaced pages. */
  get keptBytes() {
    const pages = this.#entries.flatMap(({ reversal }) => (reversal.kind === "replace" ? reversal.pages : []));
    return pages.reduce((sum, { former }) => sum + (former?.byteCount ?? 0), 0);
  }

  /** What reverts a deletion, to be asked before it. @param {number[]} pages */
  ofDeletion(pages) { return this.#reversals.ofDeletion(pages); }

  /** What reverts a move of pages together, to be asked before it. @param {number[]} pages */
  ofMove(pages) { return this.#reversals.ofMove(pages); }

  /**
   * Notes an action.
   * @param {number[]} tickets of one edit, or of an edit for each page of the reversal
   * @param {Reversal} reversal
   */
  note(tickets, reversal) {
    if (tickets.length === 0) return;
    this.#entries.push({
      tickets, open: editsOf(tickets, reversal), reversal, state: "open", isWanted: false, undoing: new Map(), view: null, shown: null });
    if (this.#entries.length > capacity) this.#entries.shift();
    this.onChange();
  }

  /** An edit has ended. @param {number} ticket @param {string} outcome `unknown` if nobody knows it yet */
  end(ticket, outcome) {
    const entry = this.#entries.find(({ open }) => open.has(ticket));
    if (!entry) return this.#endUndo(ticket, outcome);
    const page = entry.open.get(ticket) ?? null;
    entry.open.delete(ticket);
    if (outcome !== "success") entry.reversal = reversalOf(entry.reversal, (other) => page !== null && other !== page);
    if (entry.open.size > 0) return;
    entry.state = entry.reversal.pages.length > 0 ? "done" : "failed";
    if (entry.state === "failed") this.#remove(entry);
    this.#revertWanted();
    this.onChange();
  }

  /** An edit that reverts an action has ended: what has failed can be reverted again. */
  #endUndo(/** @type {number} */ ticket, /** @type {string} */ outcome) {
    const entry = this.#entries.find(({ undoing }) => undoing.has(ticket));
    if (!entry || outcome === "unknown") return;
    const page = entry.undoing.get(ticket) ?? null;
    entry.undoing.delete(ticket);
    if (!hasFailed(outcome)) entry.reversal = reversalOf(entry.reversal, (other) => page !== null && other !== page);
    if (entry.undoing.size > 0) return;
    entry.isWanted = false;
    if (entry.reversal.pages.length === 0) this.#remove(entry);
    this.#revertWanted();
    this.onChange();
  }

  /** Pages may have returned: those that were alone are shown. */
  committed() {
    // The one that was wanted last comes last.
    for (const entry of [...this.#entries].reverse()) {
      const page = this.#returns.take(entry);
      if (page !== null) this.onReturn(page);
    }
  }

  /**
   * Reverts the last action, or the one with an edit. An edit that is not committed yet is cancelled, or reverted as soon as it is.
   * @param {number} [ticket] that of the edit
   * @returns {Reversal | null} what is reverted
   */
  undo(ticket) {
    const entry = this.#entries.findLast(({ tickets, isWanted, state }) => !isWanted && state !== "failed" && (ticket === undefined || tickets.includes(ticket)));
    if (!entry) return null;
    const { reversal } = entry;
    entry.isWanted = true;
    entry.view = this.#activePage();
    for (const ticket of [...entry.open.keys()].reverse()) this.#gallery.cancel(ticket, this.#now());
    this.#revertWanted();
    this.onChange();
    return reversal;
  }

  #remove(/** @type {Entry} */ entry) {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  /** Reverts what is wanted, the last action first: one that can neither be cancelled nor reverted yet keeps those before it waiting. */
  #revertWanted() {
    for (const entry of [...this.#entries].reverse()) {
      if (!entry.isWanted || entry.undoing.size > 0) continue;
      if (entry.state === "open" || !this.#reversals.isReady(entry.reversal) || this.#isChanging(entry)) return;
      this.#revert(entry);
    }
  }

  /** Whether no later action changes images of the same pages as one with an edit. @param {number} ticket */
  isLastOfImages(ticket) {
    const entry = this.#entries.find(({ tickets }) => tickets.includes(ticket));
    return entry !== undefined && this.#laterOfImages(entry).length === 0;
  }

  /** Whether later actions on images that were replaced are being reverted: only then the images tell whether others have changed them. */
  #isChanging(/** @type {Entry} */ entry) {
    return entry.reversal.kind === "replace" && this.#laterOfImages(entry).some(({ undoing }) => undoing.size > 0);
  }

  /** The later actions on images of the same pages. @returns {Entry[]} */
  #laterOfImages(/** @type {Entry} */ entry) {
    const pages = pagesOf(entry.reversal);
    return this.#entries.slice(this.#entries.indexOf(entry) + 1)
      .filter(({ reversal }) => isOfImages(reversal) && pagesOf(reversal).some((page) => pages.includes(page)));
  }

  #revert(/** @type {Entry} */ entry) {
    const gallery = this.#gallery;
    if (isOfImages(entry.reversal)) entry.reversal = reversalOf(entry.reversal, (page) => gallery.indexOf(page) !== null);
    const { reversal } = entry;
    const returning = reversal.kind === "delete" && reversal.pages.length === 1 ? reversal.pages[0].id : null;
    const made = this.#reversals.make(reversal, this.#now());
    if (!made) {
      this.#remove(entry);
      return this.onVain(reversal);
    }
    entry.shown = returning;
    entry.undoing = editsOf(made.tickets, reversal);
    this.onUndo(reversal, made.tickets, made.steps);
  }
}
