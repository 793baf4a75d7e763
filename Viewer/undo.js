// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./kernel-gallery.js").Gallery} Gallery */
/**
 * What reverts an edit. Places are those of neighbors, because others may have changed the pages.
 * @typedef {{kind: "delete", pages: {id: number, ratio: number | null, contentVersion: number, after: number | null, index: number}[]}
 *   | {kind: "move", page: number, after: number | null, index: number}
 *   | {kind: "rotate", page: number, turns: number}
 *   | {kind: "insert", pages: number[]}} Reversal
 */
/** @typedef {"open" | "done" | "failed"} EntryState */

/** The number of edits that are kept. */
const capacity = 100;

/** The edits of this user in this window, and what reverts them: edits like any other. */
export class UndoHistory {
  #gallery;
  #now;
  /** @type {{ticket: number, reversal: Reversal, state: EntryState, isWanted: boolean}[]} */
  #entries = [];

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
  }

  /** Whether there is an edit to revert. */
  get isEmpty() { return !this.#entries.some((entry) => entry.state !== "failed" && !entry.isWanted); }

  /** What reverts a deletion, to be asked before it. @param {number[]} pages @returns {Reversal} */
  ofDeletion(pages) {
    const gallery = this.#gallery;
    const places = pages.map((id) => ({
      id, ratio: gallery.ratioOf(id), contentVersion: gallery.contentVersionOf(id) ?? 0, ...this.#place(id),
    }));
    return { kind: "delete", pages: places.sort((a, b) => a.index - b.index) };
  }

  /** What reverts a move, to be asked before it. @param {number} page @returns {Reversal} */
  ofMove(page) {
    return { kind: "move", page, ...this.#place(page) };
  }

  /**
   * Notes an edit.
   * @param {number | null} ticket
   * @param {Reversal} reversal
   */
  note(ticket, reversal) {
    if (ticket === null) return;
    this.#entries.push({ ticket, reversal, state: "open", isWanted: false });
    if (this.#entries.length > capacity) this.#entries.shift();
    this.onChange();
  }

  /** An edit has ended. @param {number} ticket @param {string} outcome */
  end(ticket, outcome) {
    const entry = this.#entries.find((entry) => entry.ticket === ticket);
    if (!entry) return;
    entry.state = outcome === "success" ? "done" : "failed";
    if (entry.state === "failed" || entry.isWanted) this.#remove(entry);
    if (entry.state === "done" && entry.isWanted) this.#revert(entry.reversal);
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
    if (entry.state === "done") {
      this.#remove(entry);
      this.#revert(entry.reversal);
    } else {
      this.#gallery.cancel(entry.ticket, this.#now());
    }
    this.onChange();
    return entry.reversal;
  }

  #remove(/** @type {{ticket: number}} */ entry) {
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  /** The place of a page: the page before it, and its index. */
  #place(/** @type {number} */ page) {
    const index = this.#gallery.indexOf(page) ?? 0;
    return { after: index > 0 ? this.#gallery.pageAt(index - 1) : null, index };
  }

  /** The index at which a page returns to its place, without counting the page itself. */
  #indexOf(/** @type {{after: number | null, index: number}} */ place) {
    const before = place.after === null ? null : this.#gallery.indexOf(place.after);
    if (place.after === null) return 0;
    return before === null ? Math.min(place.index, this.#gallery.count) : before + 1;
  }

  #revert(/** @type {Reversal} */ reversal) {
    const ticket = this.#edit(reversal);
    if (ticket !== null) this.onUndo(reversal, ticket);
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
    const index = this.#indexOf(reversal);
    // The page leaves its own place first.
    return this.#gallery.move(reversal.page, Math.max(0, current < index ? index - 1 : index), time);
  }

  /** Inserts pages out of the trash, in their order: each shifts those behind it. */
  #insert(/** @type {Extract<Reversal, {kind: "delete"}>["pages"]} */ pages, /** @type {number} */ time) {
    if (pages.length === 0) return null;
    /** @type {Map<number, number>} */
    const gaps = new Map();
    const edits = pages.map(({ id, ratio, contentVersion, after, index }) => {
      // Behind a page that returns as well: into the same gap, in order.
      const gap = (after !== null ? gaps.get(after) : undefined) ?? this.#indexOf({ after, index: index - gaps.size });
      gaps.set(id, gap);
      return /** @type {const} */ ({ kind: "insert", id, ratio, contentVersion, index: Math.max(0, Math.min(gap, this.#gallery.count)) });
    });
    if (edits.length === 1) return this.#gallery.insert({ ...edits[0], isActivated: true }, time);
    return this.#gallery.enqueue(edits, time);
  }
}
