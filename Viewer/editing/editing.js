// SPDX-License-Identifier: Apache-2.0

import { toast } from "../controls/toasts.js";
import { editLimit } from "../kernel/lists.js";
import { Adding } from "./adding.js";
import { Answers } from "./answers.js";
import { OpenEdits } from "./open-edits.js";
import { done, editText } from "./texts.js";
import { UndoHistory } from "./undo.js";
import { UndoOffer } from "./undo-offer.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("./undo.js").Reversal} Reversal */
/**
 * @typedef {object} EditingParts
 * @property {Gallery} gallery
 * @property {import("../sharing/sharing.js").Sharing} sharing
 * @property {import("../sharing/commits.js").Commits} commits
 * @property {import("../pictures/pictures.js").Pictures} pictures
 * @property {import("../controls/announcer.js").Announcer} announcer
 * @property {() => number} now the time of the clock
 * @property {() => void} changed called after an edit
 * @property {() => string} title
 */

/** The maximum number of pages of which each is rotated or moved by an edit of its own: the gallery queues 1024. */
const portionLimit = 500;

/** The edits of this user: each is shown at once, sent to the server, and can be undone. */
export class Editing {
  #parts;
  #open;
  #offer = new UndoOffer(() => this.undo());
  #answers;

  /** @param {EditingParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.adding = new Adding(parts, this);
    this.history = new UndoHistory(parts.gallery, parts.now);
    this.#open = new OpenEdits(parts.gallery);
    this.#answers = new Answers(parts, this.#open, this.history, this.#offer);
    this.history.onUndo = (reversal, ticket) => {
      const pages = "page" in reversal ? [reversal.page] : reversal.pages.map((page) => (typeof page === "number" ? page : page.id));
      this.#open.add(ticket, { kind: "undo", pages, numbers: this.#open.numbers(pages), undone: reversal.kind });
      parts.changed();
    };
  }

  /** The pages that are being deleted: nobody sees them any more. */
  get leaving() { return this.#open.leaving; }

  /** The page that an edit of the active page is for, as {@link OpenEdits.target}. @param {number} activeIndex */
  target(activeIndex) { return this.#open.target(activeIndex); }

  // Edits of pages.

  /** Deletes pages, or the active one. @param {number[]} pages */
  delete(pages) {
    const { gallery, now } = this.#parts;
    const known = pages.filter((page) => gallery.indexOf(page) !== null);
    if (known.length === 0) return;
    if (known.length > editLimit) return void toast(`At most ${editLimit.toLocaleString("en")} pages can be deleted at once.`);
    const reversal = this.history.ofDeletion(known);
    const { activePage } = gallery.frame(now());
    const ticket = known.length === 1
      ? gallery.delete(known[0], now())
      : gallery.enqueue(known.map((id) => ({ kind: "delete", id })), now());
    this.#note("delete", known, ticket, reversal);
    const edit = this.#open.get(ticket ?? -1);
    if (edit && activePage !== null && known.includes(activePage)) {
      [edit.active, edit.successor] = [activePage, this.#open.target(gallery.indexOf(activePage) ?? 0)];
    }
  }

  /** Rotates pages. @param {number[]} pages @param {number} turns */
  rotate(pages, turns) {
    const { gallery, now } = this.#parts;
    if (!this.#hasRoom(pages, "rotated")) return;
    for (const page of pages) this.#note("rotate", [page], gallery.rotate(page, turns, now()), { kind: "rotate", page, turns });
  }

  /** Moves a page. @param {number} page @param {number} index its index after the move */
  move(page, index) {
    const { gallery, now } = this.#parts;
    const current = gallery.indexOf(page);
    if (current === null || index === current || index < 0 || index >= gallery.count) return;
    const reversal = this.history.ofMove(page);
    this.#note("move", [page], gallery.move(page, index, now()), reversal);
  }

  /** Moves pages together. @param {number[]} pages in their order @param {number} gap the index before which they go */
  moveAll(pages, gap) {
    const { gallery } = this.#parts;
    if (!this.#hasRoom(pages, "moved")) return;
    const indexes = pages.map((page) => gallery.indexOf(page) ?? -1);
    const moving = new Set(indexes);
    // Those beside the gap stay; others go to both ends of them. Indexes are among the pages as they are before all moves.
    let [first, end] = [gap, gap];
    while (moving.has(first - 1) && first > 0) first -= 1;
    while (moving.has(end)) end += 1;
    for (const [number, index] of indexes.entries()) {
      if (index < first || index >= end) this.move(pages[number], index < first ? first - 1 : end);
    }
  }

  /** Whether the gallery takes an edit of each page; otherwise people are told. @param {number[]} pages @param {string} done */
  #hasRoom(pages, done) {
    if (pages.length <= portionLimit) return true;
    toast(`At most ${portionLimit} pages can be ${done} at once.`);
    return false;
  }

  undo() {
    const reversal = this.history.undo();
    if (!reversal) return this.#parts.announcer.tell("edit", "Nothing to undo");
    // What was undone is told when it is; an edit that was not made yet is cancelled.
    this.#parts.announcer.tell("edit", "");
    this.#offer.remove();
    this.#parts.changed();
  }

  #tell(/** @type {number[]} */ numbers, /** @type {string} */ text) {
    this.#parts.announcer.tell("edit", editText(numbers, text));
  }

  #note(/** @type {string} */ kind, /** @type {number[]} */ pages, /** @type {number | null} */ ticket, /** @type {Reversal | null} */ reversal) {
    if (ticket === null) return;
    const numbers = this.#open.numbers(pages);
    this.#open.add(ticket, { kind, pages, numbers, reversal });
    if (reversal) this.history.note(ticket, reversal);
    this.#tell(numbers, done[kind]);
    if (kind === "delete") this.#offer.show(ticket, editText(numbers, done[kind]));
    this.#parts.changed();
  }

  /**
   * Pages are being inserted.
   * @param {number} ticket
   * @param {number[]} pages
   * @param {number[]} numbers of the pages, for people
   * @param {(error: Error | null) => void} fulfill called when they are in the document, or cannot be
   */
  noteInsertion(ticket, pages, numbers, fulfill) {
    this.#open.add(ticket, { kind: "insert", pages, numbers, fulfill, reversal: { kind: "insert", pages } });
    this.history.note(ticket, { kind: "insert", pages });
    this.#parts.changed();
  }

  /** The image of a page is being replaced. @param {number} page @param {number | null} ticket */
  noteReplacement(page, ticket) {
    this.#note("replace", [page], ticket, null);
  }

  // Answers.

  /** The source refused edits. @param {any} record */
  refused(record) {
    this.#answers.refused(record);
  }

  /** An edit has ended. @param {any} record */
  completed(record) {
    this.#answers.completed(record);
  }
}
