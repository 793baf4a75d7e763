// SPDX-License-Identifier: Apache-2.0

import { PendingOrder } from "../order/pending-order.js";
import { Action } from "./action.js";
import { Returns } from "./returns.js";
import { isOfImages, reversalOf, Reversals } from "./reversals.js";

/** @typedef {import("./reversals.js").Reversal} Reversal */

/** The number of actions that are kept. */
const capacity = 100;

/** The actions of this user in this window, and what reverts them: edits like any other. */
export class UndoHistory {
  #gallery;
  #now;
  #reversals;
  #activePage;
  /** @type {Action[]} */
  #actions = [];
  #returns;

  /** Called when the number of actions that can be reverted has changed. */
  onChange = () => {};
  /** Called with the edits that revert an action. @type {(reversal: Reversal, tickets: number[]) => void} */
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
  get isEmpty() { return this.#actions.every(({ isWanted }) => isWanted); }

  /** The bytes of the images that are kept for replaced pages. */
  get keptBytes() {
    const pages = this.#actions.flatMap(({ reversal }) => (reversal.kind === "replace" ? reversal.pages : []));
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
    this.#actions.push(new Action(tickets, reversal));
    if (this.#actions.length > capacity) this.#actions.shift();
    this.onChange();
  }

  /** An edit has ended. @param {number} ticket @param {string} outcome `unknown` if nobody knows it yet */
  end(ticket, outcome) {
    const action = this.#actions.find((action) => action.awaits(ticket));
    if (!action) return this.#endUndo(ticket, outcome);
    if (action.end(ticket, outcome)) this.#settle(action);
  }

  #endUndo(/** @type {number} */ ticket, /** @type {string} */ outcome) {
    const action = this.#actions.find((action) => action.isRevertedBy(ticket));
    if (!action || outcome === "unknown" || !action.endUndo(ticket, outcome)) return;
    action.isWanted = false;
    this.#settle(action);
  }

  /** All edits of an action have ended, or all that revert it. */
  #settle(/** @type {Action} */ action) {
    if (action.isOver) this.#remove(action);
    this.#revertWanted();
    this.onChange();
  }

  /** Pages may have returned: those that were alone are shown. */
  committed() {
    // The one that was wanted last comes last.
    for (const action of [...this.#actions].reverse()) {
      const page = this.#returns.take(action);
      if (page !== null) this.onReturn(page);
    }
  }

  /**
   * Reverts the last action, or the one with an edit. An edit that is not committed yet is cancelled, or reverted as soon as it is.
   * @param {number} [ticket] that of the edit
   * @returns {Reversal | null} what is reverted
   */
  undo(ticket) {
    const action = this.#actions.findLast((action) => !action.isWanted && (ticket === undefined || action.has(ticket)));
    if (!action) return null;
    const { reversal } = action;
    action.isWanted = true;
    action.view = this.#activePage();
    for (const ticket of action.open.reverse()) this.#gallery.cancel(ticket, this.#now());
    this.#revertWanted();
    this.onChange();
    return reversal;
  }

  #remove(/** @type {Action} */ action) {
    this.#actions = this.#actions.filter((other) => other !== action);
  }

  /** Reverts what is wanted, the last action first: one that can neither be cancelled nor reverted yet keeps those before it waiting. */
  #revertWanted() {
    for (const action of [...this.#actions].reverse()) {
      if (!action.isWanted || action.isReverting) continue;
      if (action.open.length > 0 || !this.#reversals.isReady(action.reversal) || this.#isChanging(action)) return;
      this.#revert(action);
    }
  }

  /** Whether no later action changes images of the same pages as one with an edit. @param {number} ticket */
  isLastOfImages(ticket) {
    const action = this.#actions.find((action) => action.has(ticket));
    return action !== undefined && this.#laterOfImages(action).length === 0;
  }

  /** Whether later actions on images that were replaced are being reverted: only then the images tell whether others have changed them. */
  #isChanging(/** @type {Action} */ action) {
    return action.reversal.kind === "replace" && this.#laterOfImages(action).some(({ isReverting }) => isReverting);
  }

  /** The later actions on images of the same pages. @returns {Action[]} */
  #laterOfImages(/** @type {Action} */ action) {
    return this.#actions.slice(this.#actions.indexOf(action) + 1).filter((other) => other.sharesImages(action));
  }

  #revert(/** @type {Action} */ action) {
    const gallery = this.#gallery;
    if (isOfImages(action.reversal)) action.reversal = reversalOf(action.reversal, (page) => gallery.indexOf(page) !== null);
    const { reversal } = action;
    const tickets = this.#reversals.make(reversal, this.#now());
    if (!tickets) {
      this.#remove(action);
      return this.onVain(reversal);
    }
    action.shown = reversal.kind === "delete" && reversal.pages.length === 1 ? reversal.pages[0].id : null;
    action.revert(tickets);
    this.onUndo(reversal, tickets);
  }
}
