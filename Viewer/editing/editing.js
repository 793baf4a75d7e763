// SPDX-License-Identifier: Apache-2.0

import { Adding } from "./adding.js";
import { toastFailure } from "../controls/failures.js";
import { toast } from "../controls/toasts.js";
import { UnknownOutcome } from "../sharing/outcomes.js";
import { UndoHistory } from "./undo.js";

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

/** The past of each edit, for people; the number is that of the page. @type {Record<string, string>} */
const done = { delete: "deleted", move: "moved", rotate: "rotated", replace: "replaced", insert: "added" };

/** The same after an edit was undone. @type {Record<string, string>} */
const undone = { delete: "restored", move: "moved back", rotate: "rotated back", insert: "removed" };

/**
 * An edit that has not ended.
 * @typedef {object} OpenEdit
 * @property {string} kind
 * @property {number[]} pages
 * @property {number[]} numbers of the pages, for people
 * @property {Reversal | null} [reversal]
 * @property {string} [undone] the kind of the edit that this one reverts
 * @property {number | null} [active] the page that was active before this deletion, if it is one of the pages
 * @property {number | null} [successor] the page that is active after it
 * @property {(error: Error | null) => void} [fulfill]
 */

/** Says that nobody knows whether an edit was made. @param {Pick<OpenEdit, "kind" | "numbers">} edit */
export function unknownText({ kind, numbers }) {
  const what = numbers.length === 1 ? `page ${numbers[0]} was` : "the pages were";
  return `It is not known yet whether ${kind === "undo" ? "the edit was undone" : `${what} ${done[kind]}`}`;
}

/** Says that an edit was made or not. @param {Pick<OpenEdit, "kind" | "numbers">} edit @param {boolean} isMade */
export function outcomeText({ kind, numbers }, isMade) {
  const not = isMade ? "" : " not";
  const what = kind === "undo" ? `The edit was${not} undone` : `${numbers.length === 1 ? `Page ${numbers[0]} was` : "The pages were"}${not} ${done[kind]}`;
  return isMade ? `${what} after all` : what;
}

/** The time that changes of which somebody was told take to arrive, at most, in milliseconds. */
const arrivalLimit = 15_000;

/** Describes an edit of pages. @param {number[]} numbers @param {string} text */
export function editText(numbers, text) {
  return numbers.length === 1 ? `Page ${numbers[0]} ${text}` : `${numbers.length} pages ${text}`;
}

/** The edits of this user: each is shown at once, sent to the server, and can be undone. */
export class Editing {
  #parts;
  /** The edits that have not ended. @type {Map<number, OpenEdit>} */
  #open = new Map();
  /** @type {Map<number, any>} */
  #errors = new Map();
  /** Removes the message about the last deletion. */
  #removeToast = () => {};
  /** That deletion. */
  #toldTicket = -1;
  #isReturning = false;

  /** @param {EditingParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.adding = new Adding(parts, this);
    this.history = new UndoHistory(parts.gallery, parts.now);
    this.history.onUndo = (reversal, ticket) => {
      const pages = "page" in reversal ? [reversal.page] : reversal.pages.map((page) => (typeof page === "number" ? page : page.id));
      this.#open.set(ticket, { kind: "undo", pages, numbers: this.#numbers(pages), undone: reversal.kind });
      parts.changed();
    };
  }

  /** The number of edits that have not ended. */
  get openCount() { return this.#open.size; }

  /** The pages that are being deleted: nobody sees them any more. */
  get leaving() { return [...this.#open.values()].flatMap(({ kind, pages }) => (kind === "delete" ? pages : [])); }

  // Edits of pages.

  /**
   * Returns the page that an edit of the active page is for: keys that follow each other quickly find it as it
   * will be, without the pages that are being deleted.
   * @param {number} activeIndex
   */
  target(activeIndex) {
    const { gallery } = this.#parts;
    const leaving = new Set(this.leaving);
    const isStaying = (/** @type {number} */ index) => !leaving.has(gallery.pageAt(index) ?? -1);
    for (let index = activeIndex; index < gallery.count; index += 1) if (isStaying(index)) return gallery.pageAt(index);
    for (let index = activeIndex - 1; index >= 0; index -= 1) if (isStaying(index)) return gallery.pageAt(index);
    return null;
  }

  /** Deletes pages, or the active one. @param {number[]} pages */
  delete(pages) {
    const { gallery, now } = this.#parts;
    const known = pages.filter((page) => gallery.indexOf(page) !== null);
    if (known.length === 0) return;
    const reversal = this.history.ofDeletion(known);
    const { activePage } = gallery.frame(now());
    const ticket = known.length === 1
      ? gallery.delete(known[0], now())
      : gallery.enqueue(known.map((id) => ({ kind: "delete", id })), now());
    this.#note("delete", known, ticket, reversal);
    const edit = this.#open.get(ticket ?? -1);
    if (edit && activePage !== null && known.includes(activePage)) {
      [edit.active, edit.successor] = [activePage, this.target(gallery.indexOf(activePage) ?? 0)];
    }
  }

  /** Rotates pages. @param {number[]} pages @param {number} turns */
  rotate(pages, turns) {
    const { gallery, now } = this.#parts;
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
    const moving = new Set(pages);
    let before = 0;
    for (let index = 0; index < gap; index += 1) if (!moving.has(gallery.pageAt(index) ?? -1)) before += 1;
    const edits = pages.map((id, offset) => /** @type {const} */ ({ kind: "move", id, index: before + offset }));
    for (const { id, index } of edits) this.move(id, index);
  }

  undo() {
    const reversal = this.history.undo();
    if (!reversal) return this.#parts.announcer.tell("edit", "Nothing to undo");
    // What was undone is told when it is; an edit that was not made yet is cancelled.
    this.#parts.announcer.tell("edit", "");
    this.#removeToast();
    this.#parts.changed();
  }

  /** The numbers of pages as people see them: without pages that are being deleted. */
  #numbers(/** @type {number[]} */ pages) {
    const { gallery } = this.#parts;
    const leaving = this.leaving.map((page) => gallery.indexOf(page)).filter((index) => index !== null);
    return pages.map((page) => {
      const place = gallery.indexOf(page) ?? 0;
      return place + 1 - leaving.filter((index) => index < place).length;
    });
  }

  #tell(/** @type {number[]} */ numbers, /** @type {string} */ text) {
    this.#parts.announcer.tell("edit", editText(numbers, text));
  }

  #note(/** @type {string} */ kind, /** @type {number[]} */ pages, /** @type {number | null} */ ticket, /** @type {Reversal | null} */ reversal) {
    if (ticket === null) return;
    const numbers = this.#numbers(pages);
    this.#open.set(ticket, { kind, pages, numbers, reversal });
    if (reversal) this.history.note(ticket, reversal);
    this.#tell(numbers, done[kind]);
    if (kind === "delete") this.#offerUndo(ticket, editText(numbers, done[kind]));
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
    this.#open.set(ticket, { kind: "insert", pages, numbers, fulfill, reversal: { kind: "insert", pages } });
    this.history.note(ticket, { kind: "insert", pages });
    this.#parts.changed();
  }

  /** The image of a page is being replaced. @param {number} page @param {number | null} ticket */
  noteReplacement(page, ticket) {
    this.#note("replace", [page], ticket, null);
  }

  /** A deletion can be undone with one tap; of several, the last message stays. */
  #offerUndo(/** @type {number} */ ticket, /** @type {string} */ text) {
    this.#removeToast();
    this.#toldTicket = ticket;
    this.#removeToast = toast(text, { label: "Undo", run: () => this.undo() });
  }

  // Answers.

  /** The source refused edits. @param {any} record */
  refused(record) {
    const error = record.detail > 0 ? this.#parts.sharing.errorOf(record.detail) : null;
    for (const ticket of record.tickets) this.#errors.set(ticket, error);
  }

  /** An edit has ended. @param {any} record */
  completed(record) {
    const edit = this.#open.get(record.ticket);
    const successor = this.#successor(edit);
    const error = this.#errors.get(record.ticket) ?? null;
    this.#open.delete(record.ticket);
    this.#errors.delete(record.ticket);
    this.history.end(record.ticket, record.outcome);
    if (!edit) return;
    const hasFailed = record.outcome === "failed" || record.outcome === "rejected" || record.outcome === "dependencyFailed";
    if (edit.undone && record.outcome === "success") {
      this.#tell(edit.undone === "insert" ? edit.numbers : this.#numbers(edit.pages), undone[edit.undone]);
    }
    edit.fulfill?.(hasFailed ? error ?? new Error("The server did not accept the edit.") : null);
    if (!hasFailed || edit.fulfill) return;
    if (record.ticket === this.#toldTicket) this.#removeToast();
    if (successor !== null) this.#returnTo(edit.active ?? -1, successor);
    const isUnknown = error instanceof UnknownOutcome;
    const text = isUnknown ? unknownText(edit) : outcomeText(edit, false);
    this.#parts.announcer.tell("edit", text);
    const remove = toastFailure(text, error ?? new Error("The document has changed."));
    if (isUnknown) this.#correct(record.ticket, edit, error, remove);
  }

  /** The page that took the place of a deleted one, behind those that were deleted after it. */
  #successor(/** @type {OpenEdit | undefined} */ edit) {
    let successor = edit?.successor ?? null;
    for (const { pages, successor: next = null } of this.#open.values()) {
      if (next !== null && successor !== null && pages.includes(successor)) successor = next;
    }
    return successor;
  }

  /** Shows a page that came back, unless somebody has gone elsewhere. Only the first of several is shown. */
  #returnTo(/** @type {number} */ page, /** @type {number} */ successor) {
    if (this.#isReturning) return;
    this.#isReturning = true;
    // The gallery is being advanced to a time that is before the present.
    queueMicrotask(() => {
      const { gallery, now, changed } = this.#parts;
      this.#isReturning = false;
      if (gallery.indexOf(page) === null || gallery.frame(now()).activePage !== successor) return;
      gallery.goTo(page, true, now());
      changed();
    });
  }

  /** Corrects what was said about an edit as soon as its outcome is known. */
  async #correct(/** @type {number} */ ticket, /** @type {OpenEdit} */ edit, /** @type {UnknownOutcome} */ failure, /** @type {() => void} */ removeToast) {
    const isMade = await failure.settle();
    if (isMade === null) return;
    if (isMade && edit.kind === "delete") await this.#departure(edit.pages);
    removeToast();
    const text = outcomeText(edit, isMade);
    this.#parts.announcer.tell("edit", text);
    if (isMade && edit.reversal) {
      this.history.note(ticket, edit.reversal);
      this.history.end(ticket, "success");
    }
    if (isMade && edit.kind === "delete") this.#offerUndo(ticket, text);
    else toast(text);
    this.#parts.changed();
  }

  /** Waits until the gallery knows that pages were deleted: they cannot be restored before. */
  async #departure(/** @type {number[]} */ pages) {
    const end = performance.now() + arrivalLimit;
    while (pages.some((page) => this.#parts.gallery.indexOf(page) !== null) && performance.now() < end) {
      await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
  }
}
