// SPDX-License-Identifier: Apache-2.0

import { toast } from "../controls/toasts.js";

/** Deletions that follow each other within this time have one message, in milliseconds. */
const pause = 2000;

/** @typedef {{ticket: number, numbers: number[]}} Deletion a deletion, and the numbers that its pages had */

/** The message about the last deletions: they can be undone with one tap. */
export class UndoOffer {
  #undo;
  #describe;
  #now;
  /** The deletions of the message, empty without one. @type {Deletion[]} */
  #deletions = [];
  #shownAt = -Infinity;
  /** The page whose image the edit of the message has changed. @type {number | null} */
  #page = null;
  #remove = () => {};

  /**
   * @param {(tickets: number[]) => void} undo undoes deletions @param {(numbers: number[]) => string} describe
   * @param {() => number} [now] in milliseconds
   */
  constructor(undo, describe, now = () => performance.now()) {
    this.#undo = undo;
    this.#describe = describe;
    this.#now = now;
  }

  /** Shows the message about a deletion, and about those just before it. @param {number} ticket @param {number[]} numbers */
  show(ticket, numbers) {
    const now = this.#now();
    const others = now - this.#shownAt < pause ? this.#deletions : [];
    this.#shownAt = now;
    this.#replace([...others, { ticket, numbers }]);
  }

  /**
   * Shows a message about an edit alone.
   * @param {number} ticket @param {string} text
   * @param {number | null} [page] whose image the edit has changed; screen readers are told of that in another way
   */
  tell(ticket, text, page = null) {
    this.#shownAt = -Infinity;
    this.#replace([{ ticket, numbers: [] }], text, page !== null);
    this.#page = page;
  }

  /** Images are changed once more: an edit of one of them cannot be undone alone any more. @param {number[]} pages */
  change(pages) {
    if (this.#page !== null && pages.includes(this.#page)) this.remove();
  }

  /** Removes the message. */
  remove() { this.#replace([]); }

  /** A deletion has failed: the message is about the others. @param {number} ticket */
  fail(ticket) {
    if (this.#deletions.some((each) => each.ticket === ticket)) this.#replace(this.#deletions.filter((each) => each.ticket !== ticket));
  }

  #replace(/** @type {Deletion[]} */ deletions, text = "", isAnnounced = text === "") {
    this.#remove();
    this.#deletions = deletions;
    this.#page = null;
    this.#remove = () => {};
    if (deletions.length === 0) return;
    const undo = () => this.#undo(deletions.map(({ ticket }) => ticket));
    // A message that is gone does not return when one of its deletions fails.
    const left = () => {
      if (this.#deletions === deletions) this.#deletions = [];
    };
    // What was counted is announced at rest.
    this.#remove = toast(text || this.#describe(deletions.flatMap(({ numbers }) => numbers)), { label: "Undo", run: undo, isAnnounced, left });
  }
}
