// SPDX-License-Identifier: Apache-2.0

import { isOfImages, pagesOf, reversalOf } from "./reversals.js";

/** @typedef {import("./reversals.js").Reversal} Reversal */
/** The pages of edits that have not ended, by ticket: one, or all of an action. @typedef {Map<number, Set<number>>} Edits */

/** Whether an edit ended without its effect. @param {string} outcome */
export const hasFailed = (outcome) => outcome === "failed" || outcome === "rejected" || outcome === "dependencyFailed";

/** @param {number[]} tickets @param {Reversal} reversal @returns {Edits} */
function editsOf(tickets, reversal) {
  const [pages, areSingle] = [pagesOf(reversal), tickets.length > 1 || isOfImages(reversal)];
  return new Map(tickets.map((ticket, number) => [ticket, new Set(areSingle ? [pages[number]] : pages)]));
}

/** An action of this user that can be reverted: its edits, those that revert it, and what is left to revert. */
export class Action {
  #tickets;
  /** @type {Edits} */
  #open;
  /** The edits that revert it. @type {Edits} */
  #undoing = new Map();

  /** What reverts it, of the pages for which it was made and is not reverted. */
  reversal;
  /** Whether it is being reverted. */
  isWanted = false;
  /** Whether it was not reverted, or not completely, because of what others have done since. */
  isRefused = false;
  /** The keys of the images that pages got by its edits. @type {Map<number, string>} */
  keys = new Map();
  /** The number of changes that had moved pages before it, `null` if it is not known. @type {number | null} */
  moveCount = null;
  /** The pages that others have moved since then. @type {Set<number>} */
  moved = new Set();
  /** The page that was active when somebody wanted to revert it. @type {number | null} */
  view = null;
  /** The page that is shown when it has returned. @type {number | null} */
  shown = null;

  /** @param {number[]} tickets of one edit, or of an edit for each page of the reversal @param {Reversal} reversal */
  constructor(tickets, reversal) {
    this.#tickets = tickets;
    this.#open = editsOf(tickets, reversal);
    this.reversal = reversal;
  }

  /** Whether one of its edits has a ticket. @param {number} ticket */
  has(ticket) { return this.#tickets.includes(ticket); }

  /** Whether one of its edits has a ticket, and has not ended. @param {number} ticket */
  awaits(ticket) { return this.#open.has(ticket); }

  /** The tickets of its edits that have not ended. */
  get open() { return [...this.#open.keys()]; }

  /** The pages of an edit that has not ended. @param {number} ticket */
  pagesOf(ticket) { return [...this.#open.get(ticket) ?? []]; }

  /** Whether an edit with a ticket reverts it, and has not ended. @param {number} ticket */
  isRevertedBy(ticket) { return this.#undoing.has(ticket); }

  /** Whether edits that revert it have not ended. */
  get isReverting() { return this.#undoing.size > 0; }

  /** Whether nothing is left to revert. */
  get isOver() { return this.#open.size === 0 && this.reversal.pages.length === 0; }

  /** Whether it can be reverted later although it was refused: for that, images before have to be kept. */
  get canReturn() { return this.isRefused && (this.reversal.kind !== "replace" || this.reversal.pages.every(({ former }) => former !== null)); }

  /** Whether both change images of a page. @param {Action} other */
  sharesImages({ reversal }) {
    const pages = pagesOf(this.reversal);
    return isOfImages(this.reversal) && isOfImages(reversal) && pagesOf(reversal).some((page) => pages.includes(page));
  }

  /** One of its edits has ended. Returns whether it was the last one. @param {number} ticket @param {string} outcome `unknown` if nobody knows it yet */
  end(ticket, outcome) { return this.#end(this.#open, ticket, outcome !== "success"); }

  /** An edit that reverts it has ended: what has failed can be reverted again. Returns whether it was the last one. @param {number} ticket @param {string} outcome */
  endUndo(ticket, outcome) { return this.#end(this.#undoing, ticket, !hasFailed(outcome)); }

  #end(/** @type {Edits} */ edits, /** @type {number} */ ticket, /** @type {boolean} */ isDone) {
    const pages = edits.get(ticket);
    edits.delete(ticket);
    if (isDone) this.reversal = reversalOf(this.reversal, (page) => !pages?.has(page));
    return edits.size === 0;
  }

  /** It is being reverted by edits. @param {number[]} tickets @param {Reversal} [reversal] the part that is */
  revert(tickets, reversal = this.reversal) { this.#undoing = editsOf(tickets, reversal); }
}
