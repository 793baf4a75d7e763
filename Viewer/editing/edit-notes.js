// SPDX-License-Identifier: Apache-2.0

import { Answers } from "./answers.js";
import { EditTally } from "./edit-tally.js";
import { OpenEdits } from "./open-edits.js";
import { PendingOrder } from "../order/pending-order.js";
import { isOfImages, pagesOf, reversalOf } from "../undo/reversals.js";
import { done, editText, refusalText } from "./texts.js";
import { attempt, toast } from "../controls/toasts.js";
import { UndoHistory } from "../undo/undo.js";
import { UndoOffer } from "../undo/undo-offer.js";
import { WaitingTexts } from "./waiting-texts.js";

/** @typedef {import("./open-edits.js").OpenEdit} OpenEdit */
/** @typedef {import("../undo/reversals.js").Reversal} Reversal */
/** @typedef {import("../undo/reversals.js").Former} Former */

const isKept = (/** @type {Extract<Reversal, {kind: "replace"}>} */ { pages }) => pages.every(({ former }) => former !== null);

/** The maximum number of pages of which each is rotated or moved by an edit of its own: the gallery queues 1024. */
const portionLimit = 500;

/** What is kept of the edits of this user, and what people are told about them. */
export class EditNotes {
  #parts;

  /** @param {import("./editing.js").EditingParts} parts @param {(tickets: number[]) => void} undo undoes edits */
  constructor(parts, undo) {
    const { gallery, now, last, pictures, commits } = parts;
    this.#parts = parts;
    this.offer = new UndoOffer(undo, (numbers) => editText(numbers, done.delete));
    this.tally = new EditTally(parts.announcer);
    this.texts = new WaitingTexts();
    this.texts.onWaiting = (isWaiting) => {
      parts.showWaiting?.(isWaiting);
      if (isWaiting) parts.announcer.tell("connection", "Waiting for the connection");
    };
    this.open = new OpenEdits(gallery);
    this.open.onOpen = (isOpen) => parts.setOpen?.(isOpen);
    this.order = new PendingOrder(gallery);
    const images = { keyOf: (/** @type {number} */ page) => pictures.keyOf(page), ownKeyOf: (/** @type {number} */ page) => commits.turnedKeyOf(page) };
    this.history = new UndoHistory(gallery, last, { order: this.order, activePage: () => gallery.frame(now()).activePage, images, source: commits.order });
    this.answers = new Answers(parts, this);
    commits.order.onDeletion = (indexes, pages) => this.history.keepPlaces(indexes, pages);
    this.beginOrder();
    this.history.onUndo = (reversal, tickets) => this.#noteUndo(reversal, tickets);
    this.history.onCancel = (ticket) => this.open.cancel(ticket);
    this.history.onVain = (refused, count) => this.#tellVain(refused, count);
    // The gallery is being advanced to a time that is before the present.
    this.history.onReturn = (page) => queueMicrotask(() => this.#show(page));
  }

  /** Whether the gallery takes an edit of each page; otherwise people are told. @param {number[]} pages @param {string} done such as `moved` */
  hasRoom(pages, done) {
    if (pages.length <= portionLimit) return true;
    toast(`At most ${portionLimit} pages can be ${done} at once.`);
    return false;
  }

  /** An edit of the order is about to be made: what becomes of it depends on what others do until it has ended. */
  beginOrder() {
    const { gallery, commits } = this.#parts;
    if (!this.open.changeOrder) commits.order.begin(() => Array.from({ length: gallery.logicalCount }, (_, index) => gallery.logicalPageAt(index) ?? -1));
  }

  /** Notes an edit of pages, or an edit of each. @param {string} kind @param {number[]} pages @param {number | number[] | null} made its tickets @param {Reversal | null} reversal */
  note(kind, pages, made, reversal) {
    const tickets = made === null ? [] : [made].flat();
    if (tickets.length === 0) return;
    const [numbers, isShown] = [this.open.numbers(pages), this.open.since === null];
    this.#add(tickets, pages, { kind, pages, numbers, reversal });
    if (reversal) this.history.note(tickets, reversal);
    if (reversal && isOfImages(reversal)) this.offer.change(pages);
    this.texts.add(tickets[0], isShown, () => {
      this.tally.add(done[kind], pages, numbers);
      if (kind === "delete") this.offer.show(tickets[0], numbers);
      if (reversal?.kind === "replace" && isKept(reversal) && this.history.isLastOfImages(tickets[0])) this.offer.tell(tickets[0], editText(numbers, done.replace), pages[0]);
    });
    this.#parts.changed();
  }

  /** Adds an edit that has not ended, or one of each page. @param {number[]} tickets @param {number[]} pages @param {OpenEdit} edit */
  #add(tickets, pages, edit) {
    const [together, since, succeed] = [{ open: tickets.length, pages: [] }, this.#parts.now(), attempt()];
    for (const [number, ticket] of tickets.entries()) {
      if (tickets.length === 1) this.open.add(ticket, { ...edit, together, since, succeed });
      else this.open.add(ticket, {
        ...edit, together, since, succeed, pages: [pages[number]], numbers: edit.numbers.slice(number, number + 1), reversal: edit.reversal && reversalOf(edit.reversal, (page) => page === pages[number]) });
    }
  }

  #noteUndo(/** @type {Reversal} */ reversal, /** @type {number[]} */ tickets) {
    const pages = pagesOf(reversal);
    this.#add(tickets, pages, { kind: "undo", pages, numbers: this.open.numbers(pages), undone: reversal.kind });
    this.#parts.changed();
  }

  #show(/** @type {number} */ page) {
    const { gallery, now, changed } = this.#parts;
    if (gallery.indexOf(page) === null) return;
    gallery.goTo(page, true, now());
    changed();
  }

  /**
   * Pages are being inserted.
   * @param {number} ticket
   * @param {number[]} pages
   * @param {number[]} numbers of the pages, for people
   * @param {(error: Error | null) => void} fulfill called when they are in the document, or cannot be
   */
  noteInsertion(ticket, pages, numbers, fulfill) {
    this.open.add(ticket, { kind: "insert", pages, numbers, fulfill, reversal: { kind: "insert", pages }, since: this.#parts.now(), succeed: attempt() });
    this.history.note([ticket], { kind: "insert", pages });
    this.#parts.changed();
  }

  /** The image of a page is being replaced. @param {number} page @param {number | null} ticket @param {Former | null} former the image before, `null` if it is not kept */
  noteReplacement(page, ticket, former) {
    this.note("replace", [page], ticket, { kind: "replace", pages: [{ id: page, former }] });
  }

  /** Pages were not reverted. Nobody should wonder why an edit before that one is not reverted either. */
  #tellVain(/** @type {Reversal} */ refused, /** @type {number} */ count) {
    // Pages that are gone are not in it.
    if (refused.pages.length === 0) return this.#parts.announcer.tell("undo", "Nothing to undo");
    toast(refused.kind !== "replace" || isKept(refused) ? refusalText(refused.pages.length, count) : "Replacing this image cannot be undone, because the image before was not kept.");
  }
}
