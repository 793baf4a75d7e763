// SPDX-License-Identifier: Apache-2.0

import { toast } from "../controls/toasts.js";

/** The message about the last deletion: it can be undone with one tap. Of several deletions, the last message stays. */
export class UndoOffer {
  #undo;
  #ticket = -1;
  #remove = () => {};

  /** @param {() => void} undo */
  constructor(undo) {
    this.#undo = undo;
  }

  /** Shows the message about a deletion. @param {number} ticket @param {string} text */
  show(ticket, text) {
    this.remove();
    this.#ticket = ticket;
    this.#remove = toast(text, { label: "Undo", run: () => this.#undo() });
  }

  /** Removes the message. */
  remove() {
    this.#remove();
  }

  /** Removes the message if it is about a deletion that has failed. @param {number} ticket */
  fail(ticket) {
    if (ticket === this.#ticket) this.#remove();
  }
}
