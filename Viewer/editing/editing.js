// SPDX-License-Identifier: Apache-2.0

import { toast } from "../controls/toasts.js";
import { editLimit } from "../kernel/lists.js";
import { Adding } from "./adding.js";
import { EditNotes } from "./edit-notes.js";
import { Moving } from "./moving.js";
import { pagesOf } from "../undo/reversals.js";
import { movedPages } from "../undo/foreign-edits.js";
import { done } from "./texts.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/**
 * @typedef {object} EditingParts
 * @property {Gallery} gallery
 * @property {import("../sharing/sharing.js").Sharing} sharing
 * @property {import("../sharing/commits.js").Commits} commits
 * @property {import("../pictures/pictures.js").Pictures} pictures
 * @property {import("../controls/announcer.js").Announcer} announcer
 * @property {() => number} now the time of the clock
 * @property {() => number} advance takes what has happened until now, so that the gallery has the pages of that time, which it returns
 * @property {() => number} last the time to which the gallery was advanced
 * @property {() => void} changed called after an edit
 * @property {() => string} title
 * @property {(isOpen: boolean) => void} [setOpen] called when the first edit begins, and when the last one has ended
 * @property {(isWaiting: boolean) => void} [showWaiting] shows whether edits wait for the connection
 */

/** The edits of this user: each is shown at once, sent to the server, and can be undone. */
export class Editing {
  #parts;
  #notes;

  /** @param {EditingParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#notes = new EditNotes(parts, (tickets) => this.#undoAll(tickets));
    this.adding = new Adding(parts, this.#notes);
    this.moving = new Moving(parts, this.#notes);
  }

  /** The pages in the order that will exist when all open edits have been made. */
  get order() { return this.#notes.order; }

  /** The edits of this user that can be undone. */
  get history() { return this.#notes.history; }

  /** The pages that are being deleted: nobody sees them any more. */
  get leaving() { return this.#notes.open.leaving; }

  /** The time at which the oldest edit that has not ended was made, `null` without one. */
  get since() { return this.#notes.open.since; }

  /** The page that an edit of the active page is for, as {@link OpenEdits.target}. @param {number} activeIndex */
  target(activeIndex) { return this.#notes.open.target(activeIndex); }

  /** Whether an edit that has not ended changes the order of the pages. */
  get changesOrder() { return this.#notes.open.changeOrder; }

  /** The page at a distance from that of {@link target}, or the last one in that direction. @param {number} activeIndex @param {number} distance */
  pageFrom(activeIndex, distance) {
    const page = this.target(activeIndex);
    return page === null ? null : this.order.shownPageFrom(page, distance);
  }

  // Edits of pages.

  /** Deletes pages, or the active one. @param {number[]} pages */
  delete(pages) {
    const { gallery, advance } = this.#parts;
    const time = advance();
    const known = this.#staying(pages);
    if (known.length === 0) return;
    if (known.length > editLimit) return void toast(`At most ${editLimit.toLocaleString("en")} pages can be deleted at once.`);
    const reversal = this.history.ofDeletion(known);
    this.#notes.beginOrder();
    const current = this.target(gallery.frame(time).activeIndex ?? 0);
    const successor = current !== null && known.includes(current) ? this.order.successorOf(current, new Set(known)) : null;
    const ticket = known.length === 1
      ? gallery.delete(known[0], time)
      : gallery.enqueue(known.map((id) => ({ kind: "delete", id })), time);
    this.#notes.note("delete", known, ticket, reversal);
    const edit = this.#notes.open.get(ticket ?? -1);
    if (edit && successor !== null) [edit.active, edit.successor] = [current, successor];
  }

  /** Rotates pages. @param {number[]} pages @param {number} turns */
  rotate(pages, turns) {
    const { gallery, now } = this.#parts;
    const known = this.#staying(pages);
    if (!this.#notes.hasRoom(known, "rotated")) return;
    const tickets = known.flatMap((page) => gallery.rotate(page, turns, now()) ?? []);
    this.#notes.note("rotate", known, tickets, { kind: "rotate", pages: known, turns });
  }

  /** Those of some pages that are there, and are not being deleted. @param {number[]} pages */
  #staying(pages) {
    return pages.filter((page) => this.#parts.gallery.indexOf(page) !== null && this.order.indexOf(page) !== null);
  }

  /** Undoes the last edit. */
  undo() {
    this.#parts.advance();
    if (!this.#undo()) this.#parts.announcer.tell("undo", "Nothing to undo");
  }

  /** Undoes edits, the last one first. @param {number[]} tickets */
  #undoAll(tickets) {
    this.#parts.advance();
    for (const ticket of [...tickets].reverse()) this.#undo(ticket);
  }

  /** Undoes an edit, by default the last one. Returns whether there is one. */
  #undo(/** @type {number | undefined} */ ticket = undefined) {
    const reversal = this.history.undo(ticket);
    // What was undone is told when it is; an edit that was not made yet is cancelled.
    if (reversal) this.#notes.tally.takeBack(done[reversal.kind], pagesOf(reversal));
    if (!reversal) return false;
    this.#notes.offer.remove();
    this.#parts.changed();
    return true;
  }

  // Answers.

  /** The source refused edits. @param {any} record */
  refused(record) {
    this.#notes.answers.refused(record);
  }

  /** The pages have changed. @param {{isForeign: boolean, change: import("../kernel/changes.js").PagesChange}} record */
  committed({ isForeign, change }) {
    this.#notes.answers.committed();
    if (!isForeign) this.history.committed();
    else if (change.moves.length > 0) this.history.moved(movedPages(change, (index) => this.#parts.gallery.pageAt(index)));
    this.history.changed();
  }

  /** An edit has ended. @param {any} record */
  completed(record) {
    this.#notes.answers.completed(record);
  }
}
