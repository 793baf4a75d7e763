// SPDX-License-Identifier: Apache-2.0

import { PendingOrder } from "../order/pending-order.js";
import { Action } from "./action.js";
import { Actions } from "./actions.js";
import { ForeignEdits } from "./foreign-edits.js";
import { Returns } from "./returns.js";
import { Reversals } from "./reversals.js";

/** @typedef {import("./reversals.js").Reversal} Reversal */

/** The actions of this user in this window, and what reverts them: edits like any other. */
export class UndoHistory {
  #gallery;
  #now;
  #reversals;
  #activePage;
  #actions = new Actions();
  #returns;
  #foreign;

  /** Called when the number of actions that can be reverted has changed. */
  onChange = () => {};
  /** Called with the edits that revert an action. @type {(reversal: Reversal, tickets: number[]) => void} */
  onUndo = () => {};
  /**
   * Called when others have changed pages of an action, or when there was nothing left to revert.
   * @type {(reversal: Reversal, count: number) => void} the part that is not reverted because of others, and the number of pages of all
   */
  onVain = () => {};
  /** Called with an edit that was cancelled, and has not ended. @type {(ticket: number) => void} */
  onCancel = () => {};
  /** Called with a page that has returned, and is to be shown. @type {(page: number) => void} */
  onReturn = () => {};

  /**
   * @param {import("./reversals.js").EditedGallery} gallery
   * @param {() => number} now
   * @param {{order?: PendingOrder, activePage?: () => number | null, images?: import("./foreign-edits.js").ImageKeys,
   *   source?: import("./foreign-edits.js").Source}} [view] the order of open edits, the page and the images that people see, and the pages on the server
   */
  constructor(gallery, now, { order = new PendingOrder(gallery), activePage = () => null, images, source } = {}) {
    this.#gallery = gallery;
    this.#now = now;
    this.#activePage = activePage;
    this.#returns = new Returns(gallery, activePage);
    this.#reversals = new Reversals(gallery, order);
    this.#foreign = new ForeignEdits(gallery, order, images, source);
  }

  /** Whether there is an action to revert. */
  get isEmpty() { return !this.#actions.find((action) => this.#isOffered(action)); }

  /** Whether an action can be reverted: one that was refused before only when its pages are as they were again. */
  #isOffered(/** @type {Action} */ action) {
    return !action.isWanted && (!action.isRefused || this.#foreign.possible(action).pages.length > 0);
  }

  /** The bytes of the images that are kept for replaced pages. */
  get keptBytes() { return this.#actions.keptBytes; }

  /** What reverts a deletion, to be asked before it. @param {number[]} pages */
  ofDeletion(pages) { return this.#reversals.ofDeletion(pages); }

  /** Others delete pages. @param {number[]} indexes @param {number[]} pages all pages before that */
  keepPlaces(indexes, pages) { this.#reversals.keepPlaces(indexes, pages); }

  /** What reverts a move of pages together, to be asked before it. @param {number[]} pages */
  ofMove(pages) { return this.#reversals.ofMove(pages); }

  /**
   * Notes an action.
   * @param {number[]} tickets of one edit, or of an edit for each page of the reversal
   * @param {Reversal} reversal
   */
  note(tickets, reversal) {
    if (tickets.length === 0) return;
    const action = new Action(tickets, reversal);
    this.#foreign.begin(action);
    this.#actions.add(action);
    this.onChange();
  }

  /**
   * An edit has ended.
   * @param {number} ticket
   * @param {string} outcome `unknown` if nobody knows it yet
   * @param {Set<number>} [unmade] the pages of a rotation that was not made, because they were gone
   */
  end(ticket, outcome, unmade = new Set()) {
    const action = this.#actions.find((action) => action.awaits(ticket));
    if (!action) return this.#endUndo(ticket, unmade.size > 0 ? "failed" : outcome, unmade);
    if (outcome === "success") this.#foreign.made(action, ticket, unmade);
    const isVain = outcome === "success" && action.reversal.pages.length === 0;
    if (isVain && action.isWanted) this.onVain(action.reversal, 0);
    if (action.end(ticket, outcome)) this.#settle(action);
  }

  /** Whether an action with an edit can be reverted, or is being reverted. @param {number} ticket */
  has(ticket) { return this.#actions.find((action) => action.has(ticket)) !== undefined; }

  #endUndo(/** @type {number} */ ticket, /** @type {string} */ outcome, /** @type {Set<number>} */ unmade) {
    const action = this.#actions.find((action) => action.isRevertedBy(ticket));
    // When its pages have returned, it is offered again.
    if (action && unmade.size > 0) action.isRefused = true;
    if (!action || outcome === "unknown" || !action.endUndo(ticket, outcome)) return;
    action.isWanted = false;
    this.#settle(action);
  }

  /** All edits of an action have ended, or all that revert it. */
  #settle(/** @type {Action} */ action) {
    if (action.isOver) this.#actions.remove(action);
    this.#revertWanted();
    this.onChange();
  }

  /** Others have moved pages, or their neighbors. @param {number[]} pages */
  moved(pages) { this.#actions.moved(this.#foreign.moved(pages)); }

  /** The pages have changed, and those that were waited for may be there. */
  changed() {
    this.#revertWanted();
    this.onChange();
  }

  /** Pages may have returned: those that were alone are shown. */
  committed() {
    // The one that was wanted last comes last.
    for (const action of this.#actions.latestFirst) {
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
    const action = this.#actions.find((action) => this.#isOffered(action) && (ticket === undefined || action.has(ticket)));
    if (!action) return null;
    const { reversal } = action;
    action.isWanted = true;
    action.view = this.#activePage();
    for (const ticket of action.open.reverse()) if (this.#gallery.cancel(ticket, this.#now())) this.onCancel(ticket);
    this.#revertWanted();
    this.onChange();
    return reversal;
  }

  /** Reverts what is wanted, the last action first: one that can neither be cancelled nor reverted yet keeps those before it waiting. */
  #revertWanted() {
    for (const action of this.#actions.latestFirst) {
      if (!action.isWanted || action.isReverting) continue;
      if (action.open.length > 0 || !this.#reversals.isReady(action.reversal) || this.#actions.isChanging(action)) return;
      this.#revert(action);
    }
  }

  /** Whether no later action changes images of the same pages as one with an edit. @param {number} ticket */
  isLastOfImages(ticket) {
    const action = this.#actions.find((action) => action.has(ticket));
    return action !== undefined && this.#actions.laterOfImages(action).length === 0;
  }

  #revert(/** @type {Action} */ action) {
    const [all, refused, reversal] = [action.reversal, this.#foreign.refused(action), this.#foreign.possible(action)];
    action.reversal = this.#foreign.lasting(action);
    action.isRefused = reversal.pages.length < action.reversal.pages.length;
    const tickets = this.#reversals.make(reversal, this.#now());
    if (!tickets || refused.pages.length > 0) this.onVain(refused, all.pages.length);
    if (!tickets) return this.#refuse(action);
    action.shown = reversal.kind === "delete" && reversal.pages.length === 1 ? reversal.pages[0].id : null;
    action.revert(tickets, reversal);
    this.onUndo(reversal, tickets);
  }

  /** Nothing of an action was reverted. */
  #refuse(/** @type {Action} */ action) {
    action.isWanted = false;
    if (!action.canReturn) this.#actions.remove(action);
  }
}
