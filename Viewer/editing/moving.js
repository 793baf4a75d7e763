// SPDX-License-Identifier: Apache-2.0

import { placeOf } from "../order/pending-order.js";

/** @typedef {import("./edit-notes.js").EditNotes} EditNotes */
/** @typedef {import("./editing.js").EditingParts} EditingParts */
/** @typedef {import("../order/pending-pages.js").Step} Step */

/** Pages that this user moves to other places: each counts with all edits that were made before. */
export class Moving {
  #parts;
  #notes;

  /** @param {EditingParts} parts @param {Pick<EditNotes, "beginOrder" | "hasRoom" | "history" | "note" | "open" | "order">} notes */
  constructor(parts, notes) {
    this.#parts = parts;
    this.#notes = notes;
  }

  /** Moves a page among those that are shown. @param {number} page @param {number} index its index after the move */
  move(page, index) {
    const current = this.#parts.gallery.indexOf(page);
    if (current !== null && index >= 0 && index < this.#parts.gallery.count) this.moveAll([page], index > current ? index + 1 : index);
  }

  /** Moves a page by a number of places, from where it will be after all edits before. @param {number} page @param {number} places */
  moveBy(page, places) {
    this.#parts.advance();
    this.#move([page], this.#stepsBy(page, places));
  }

  /** Whether there are so many places. @param {number} page @param {number} places */
  canMoveBy(page, places) { return this.#stepsBy(page, places).length > 0; }

  #stepsBy(/** @type {number} */ page, /** @type {number} */ places) {
    const { open, order } = this.#notes;
    return order.moveBy(page, places, (other) => open.concerns(other));
  }

  /** Moves pages together. @param {number[]} pages in their order @param {number} gap the index before which they go */
  moveAll(pages, gap) {
    if (!this.#notes.hasRoom(pages, "moved")) return;
    const { gallery, advance } = this.#parts;
    const follower = gallery.pageAt(gap);
    advance();
    this.#move(pages, this.#notes.order.moves(pages, follower === null ? gallery.count : gallery.indexOf(follower) ?? gap));
  }

  #move(/** @type {number[]} */ pages, /** @type {Step[]} */ steps) {
    const { gallery, last } = this.#parts;
    if (steps.length === 0) return;
    const reversal = this.#notes.history.ofMove(steps.map(({ page }) => page));
    this.#notes.beginOrder();
    const edits = steps.map((step) => ({ kind: /** @type {const} */ ("move"), ...placeOf(step) }));
    const ticket = edits.length === 1 ? gallery.move(edits[0].id, edits[0].index, last(), edits[0]) : gallery.enqueue(edits, last());
    this.#notes.note("move", pages, ticket, reversal);
  }
}
