// SPDX-License-Identifier: Apache-2.0

import { toastFailure } from "../controls/failures.js";
import { toast } from "../controls/toasts.js";
import { UnknownOutcome } from "../sharing/outcomes.js";
import { Ends } from "./ends.js";
import { isReplacement } from "./open-edits.js";
import { done, outcomeText, unknownText } from "./texts.js";
import { hasFailed } from "../undo/action.js";
import { Watch } from "./watch.js";

/** @typedef {import("./open-edits.js").OpenEdit} OpenEdit */

/** The time that changes of which somebody was told take to arrive, at most, in milliseconds. */
const arrivalLimit = 15_000;

/** What the source answers to the edits of this user, and what they are told about it. */
export class Answers {
  #parts;
  #open;
  #history;
  #offer;
  #tally;
  #texts;
  #ends;
  /** The errors of refused edits, until they end. @type {Map<number, any>} */
  #errors = new Map();
  #isReturning = false;
  #pages = new Watch();

  /**
   * @param {Pick<import("./editing.js").EditingParts, "gallery" | "sharing" | "commits" | "announcer" | "now" | "changed">} parts
   * @param {Pick<import("./edit-notes.js").EditNotes, "open" | "history" | "offer" | "tally" | "texts">} notes
   */
  constructor(parts, { open, history, offer, tally, texts }) {
    this.#parts = parts;
    this.#open = open;
    this.#history = history;
    this.#offer = offer;
    this.#tally = tally;
    this.#texts = texts;
    this.#ends = new Ends(parts.gallery, open, tally);
  }

  /** The source refused edits. @param {any} record */
  refused(record) {
    const error = record.detail > 0 ? this.#parts.sharing.errorOf(record.detail) : null;
    for (const ticket of record.tickets) this.#errors.set(ticket, error);
  }

  /** The pages have changed. */
  committed() { this.#pages.changed(); }

  /** An edit has ended. @param {any} record */
  completed(record) {
    const edit = this.#open.get(record.ticket);
    const successor = this.#open.successor(edit);
    const error = this.#errors.get(record.ticket) ?? null;
    this.#open.end(record.ticket);
    this.#errors.delete(record.ticket);
    const isUnknown = error instanceof UnknownOutcome;
    const unmade = new Set(edit && record.outcome === "success" ? this.#unmade(edit) : []);
    this.#history.end(record.ticket, isUnknown ? "unknown" : record.outcome, unmade);
    this.#texts.end(record.ticket, record.outcome === "success");
    // Somebody else has deleted the pages before.
    if (edit?.kind === "delete" && !isUnknown && !this.#history.has(record.ticket)) this.#offer.fail(record.ticket);
    if (!edit) return;
    if (isReplacement(edit)) this.#forgetImages(edit.pages);
    if (record.outcome === "success") edit.succeed?.();
    const isFailure = hasFailed(record.outcome);
    this.#ends.tellUndo(edit, unmade.size > 0 ? "failed" : record.outcome);
    if (this.#ends.tellVanished(edit, record.outcome, unmade)) this.#offer.fail(record.ticket);
    edit.fulfill?.(isFailure ? error ?? new Error("The server did not accept the edit.") : null);
    if (!isFailure || edit.fulfill) return;
    this.#offer.fail(record.ticket);
    if (successor !== null) this.#returnTo(edit.active ?? -1, successor);
    const told = { ...edit, numbers: this.#numbersOf(edit) };
    const text = isUnknown ? unknownText(told) : outcomeText(told, false);
    this.#tally.takeBack(done[edit.kind], edit.pages);
    const remove = toastFailure(text, error ?? new Error("The document has changed."));
    if (isUnknown) this.#correct(record.ticket, told, error, remove);
  }

  /** The pages whose rotation was not made, because somebody else has deleted them before. @param {OpenEdit} edit @returns {number[]} */
  #unmade({ kind, pages, undone = kind }) {
    return undone === "rotate" ? pages.filter((page) => !this.#parts.commits.takeTurn(page)) : [];
  }

  /** Forgets new images of pages that no edit is going to replace any more: of failed and cancelled edits, they would be kept. */
  #forgetImages(/** @type {number[]} */ pages) {
    for (const page of pages) if (!this.#open.replaces(page)) this.#parts.commits.forgetReplacement(page);
  }

  /** The numbers that pages have now: edits before may have failed as well. */
  #numbersOf(/** @type {OpenEdit} */ { pages, numbers }) {
    return pages.some((page) => this.#parts.gallery.indexOf(page) === null) ? numbers : this.#open.numbers(pages);
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
    if (isMade && edit.reversal) this.#history.note([ticket], edit.reversal);
    this.#history.end(ticket, isMade ? "success" : "failed");
    if (isMade && edit.kind === "delete") this.#offer.tell(ticket, text);
    else toast(text, { isFailure: !isMade });
    this.#parts.changed();
  }

  /** Waits until the gallery knows that pages were deleted: they cannot be restored before. */
  async #departure(/** @type {number[]} */ pages) {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#pages.changed();
    }, arrivalLimit);
    await this.#pages.until(() => isLate || pages.every((page) => this.#parts.gallery.indexOf(page) === null));
    clearTimeout(timer);
  }
}
