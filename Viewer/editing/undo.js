// SPDX-License-Identifier: Apache-2.0

import { Places } from "./places.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("./places.js").Place} Place */
/**
 * What reverts an edit.
 * @typedef {{kind: "delete", pages: {id: number, ratio: number | null, contentVersion: number, place: Place}[]}
 *   | {kind: "move", page: number, place: Place}
 *   | {kind: "rotate", page: number, turns: number}
 *   | {kind: "insert", pages: number[]}} Reversal
 */
/** @typedef {"open" | "done" | "failed"} EntryState */

/**
 * @typedef {object} Entry an edit that can be reverted
 * @property {number} ticket
 * @property {Reversal} reversal
 * @property {EntryState} state
 * @property {boolean} isWanted whether it is being reverted
 * @property {number | null} undoTicket that of the edit that reverts it
 */

/** Whether an edit ended without its effect. @param {string} outcome */
export const hasFailed = (outcome) => outcome === "failed" || outcome === "rejected" || outcome === "dependencyFailed";

/** The number of edits that are kept. */
const capacity = 100;

/** The edits of this user in this window, and what reverts them: edits like any other. */
export class UndoHistory {
  #gallery;
  #now;
  /** @type {Entry[]} */
  #entries = [];
  /** What waits to be reverted: places are found among pages at rest. @type {Entry[]} */
  #waiting = [];
  #places;
  /** The edit that reverts another at the moment. @type {number | null} */
  #running = null;

  /** Called when the number of edits that can be reverted has changed. */
  onChange = () => {};
  /** Called with each edit that reverts another. @type {(reversal: Reversal, ticket: number) => void} */
  onUndo = () => {};

  /**
   * @param {Pick<Gallery, "count" | "pageAt" | "indexOf" | "ratioOf" | "contentVersionOf" | "delete" | "insert" | "move" | "rotate" | "enqueue" | "cancel">} gallery
   * @param {() => number} now
   */
  constructor(gallery, now) {
    this.#gallery = gallery;
    this.#now = now;
    this.#places = new Places(gallery);
  }

  /** Whether there is an edit to revert. */
  get isEmpty() { return !this.#entries.some((entry) => entry.state !== "failed" && !entry.isWanted); }

  /** What reverts a deletion, to be asked before it. @param {number[]} pages @returns {Reversal} */
  ofDeletion(pages) {
    const gallery = this.#gallery;
    const found = this.#places.ofAll(pages);
    const places = pages.map((id, number) => ({
      id, ratio: gallery.ratioOf(id), contentVersion: gallery.contentVersionOf(id) ?? 0, place: found[number],
    }));
    for (const { id, place } of places) this.#places.keep(id, place);
    return { kind: "delete", pages: places.sort((a, b) => a.place.index - b.place.index) };
  }

  /** What reverts a move, to be asked before it. @param {number} page @returns {Reversal} */
  ofMove(page) {
    this.#places.forget(page);
    return { kind: "move", page, place: this.#places.of(page) };
  }

  /**
   * Notes an edit.
   * @param {number | null} ticket
   * @param {Reversal} reversal
   */
  note(ticket, reversal) {
    if (ticket === null) return;
    this.#entries.push({ ticket, reversal, state: "open", isWanted: false, undoTicket: null });
    if (this.#entries.length > capacity) this.#entries.shift();
    this.onChange();
  }

  /** An edit has ended. @param {number} ticket @param {string} outcome `unknown` if nobody knows it yet */
  end(ticket, outcome) {
    if (ticket === this.#running) {
      this.#running = null;
      this.#revertNext();
    }
    const entry = this.#entries.find((entry) => entry.ticket === ticket);
    if (!entry) return this.#endUndo(ticket, outcome);
    entry.state = outcome === "success" ? "done" : "failed";
    if (entry.state === "failed") this.#remove(entry);
    else if (entry.isWanted) this.#revert(entry);
    this.onChange();
  }

  /** An edit that reverts another has ended: if it failed, that can be reverted again. */
  #endUndo(/** @type {number} */ ticket, /** @type {string} */ outcome) {
    const entry = this.#entries.find(({ undoTicket }) => undoTicket === ticket);
    if (!entry || outcome === "unknown") return;
    if (hasFailed(outcome)) entry.isWanted = false;
    else this.#remove(entry);
    this.onChange();
  }

  /**
   * Reverts the last edit. One that is not committed yet is cancelled, or reverted as soon as it is.
   * @returns {Reversal | null} what is reverted
   */
  undo() {
    const entry = this.#entries.findLast((entry) => !entry.isWanted && entry.state !== "failed");
    if (!entry) return null;
    entry.isWanted = true;
    if (entry.state === "done") this.#revert(entry);
    else this.#gallery.cancel(entry.ticket, this.#now());
    this.onChange();
    return entry.reversal;
  }

  #remove(/** @type {Entry} */ entry) {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  #revert(/** @type {Entry} */ entry) {
    this.#waiting.push(entry);
    this.#revertNext();
  }

  #revertNext() {
    while (this.#running === null) {
      const entry = this.#waiting.shift();
      if (!entry) return;
      this.#running = entry.undoTicket = this.#edit(entry.reversal);
      if (this.#running === null) this.#remove(entry);
      else this.onUndo(entry.reversal, this.#running);
    }
  }

  #edit(/** @type {Reversal} */ reversal) {
    const [gallery, time] = [this.#gallery, this.#now()];
    switch (reversal.kind) {
      case "rotate": return gallery.rotate(reversal.page, -reversal.turns, time);
      case "insert": {
        const pages = reversal.pages.filter((page) => gallery.indexOf(page) !== null);
        return pages.length === 0 ? null : gallery.enqueue(pages.map((id) => ({ kind: "delete", id })), time);
      }
      case "move": return this.#move(reversal, time);
      case "delete": return this.#insert(reversal.pages.filter((page) => gallery.indexOf(page.id) === null), time);
    }
  }

  #move(/** @type {Extract<Reversal, {kind: "move"}>} */ reversal, /** @type {number} */ time) {
    const current = this.#gallery.indexOf(reversal.page);
    if (current === null) return null;
    const gap = this.#places.gapOf(reversal.page, reversal.place);
    // The page leaves its own place first.
    return this.#gallery.move(reversal.page, current < gap ? gap - 1 : gap, time);
  }

  /** Inserts pages out of the trash, in their order: each shifts those behind it. */
  #insert(/** @type {Extract<Reversal, {kind: "delete"}>["pages"]} */ pages, /** @type {number} */ time) {
    if (pages.length === 0) return null;
    /** @type {Map<number, number>} */
    const gaps = new Map();
    const edits = pages.map(({ id, ratio, contentVersion, place }) => {
      // Behind a page that returns as well: into the same gap, in order.
      const gap = gaps.get(place.before[0] ?? -1) ?? this.#places.gapOf(id, place);
      gaps.set(id, gap);
      return /** @type {const} */ ({ kind: "insert", id, ratio, contentVersion, index: gap });
    });
    if (edits.length === 1) return this.#gallery.insert({ ...edits[0], isActivated: true }, time);
    return this.#gallery.enqueue(edits, time);
  }
}
