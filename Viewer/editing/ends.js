// SPDX-License-Identifier: Apache-2.0

import { toast } from "../controls/toasts.js";
import { done, undone, vanishedText } from "./texts.js";

/** @typedef {import("./open-edits.js").OpenEdit} OpenEdit */

/** What people are told when the last edit of an action has ended. */
export class Ends {
  #gallery;
  #open;
  #tally;
  /** The pages of which was told that they are gone, as long as they are. @type {Set<number>} */
  #told = new Set();

  /** @param {import("../kernel/gallery.js").Gallery} gallery @param {import("./open-edits.js").OpenEdits} open @param {import("./edit-tally.js").EditTally} tally */
  constructor(gallery, open, tally) {
    this.#gallery = gallery;
    this.#open = open;
    this.#tally = tally;
  }

  /** Tells what was undone, when all of it was. An edit that was cancelled is undone as well. @param {OpenEdit} edit @param {string} outcome */
  tellUndo({ kind, undone: reverted = kind, pages, numbers, together = { open: 1, pages: [] } }, outcome) {
    together.open -= 1;
    if (outcome === (kind === "undo" ? "success" : "cancelled")) for (const page of pages) together.pages.push(page);
    if (together.open > 0 || together.pages.length === 0 || !undone[reverted]) return;
    const told = reverted === "insert" ? numbers : this.#open.numbers(together.pages);
    this.#tally.add(undone[reverted], together.pages, told);
  }

  /**
   * Tells which of the pages that were changed somebody else has deleted meanwhile: nobody sees what was done to them.
   * @param {OpenEdit} edit @param {string} outcome @param {Set<number>} unmade the pages whose rotation was not made for that reason
   * @returns {boolean} whether all pages of the edit are gone
   */
  tellVanished({ kind, pages, numbers, undone: reverted = kind, together = { open: 0, pages: [] } }, outcome, unmade) {
    const isRotation = reverted === "rotate";
    if (!isRotation && !["move", "replace"].includes(kind)) return false;
    const vanished = (together.vanished ??= new Map());
    const gone = outcome !== "success" ? new Set() : isRotation ? this.#withoutLeaving(unmade) : this.#deletedByOthers(pages);
    for (const [place, page] of pages.entries()) if (gone.has(page)) vanished.set(page, numbers[place]);
    if (together.open > 0 || vanished.size === 0) return gone.size === pages.length;
    if (kind !== "undo") this.#tally.takeBack(done[kind], [...vanished.keys()]);
    this.#tellGone(vanished);
    return gone.size === pages.length;
  }

  /** Tells of pages that are gone, once. @param {Map<number, number>} vanished their numbers, for people */
  #tellGone(vanished) {
    for (const page of this.#told) if (this.#gallery.logicalIndexOf(page) !== null) this.#told.delete(page);
    const numbers = [...vanished].filter(([page]) => !this.#told.has(page)).map(([, number]) => number);
    for (const page of vanished.keys()) this.#told.add(page);
    if (numbers.length > 0) toast(vanishedText(numbers));
  }

  /** Those of some pages that will not be there, although this user does not remove them. @param {number[]} pages */
  #deletedByOthers(pages) {
    const missing = pages.filter((page) => this.#gallery.logicalIndexOf(page) === null);
    return this.#withoutLeaving(missing);
  }

  #withoutLeaving(/** @type {Iterable<number>} */ pages) {
    const missing = [...pages];
    if (missing.length === 0) return new Set();
    const leaving = new Set(this.#open.leaving);
    return new Set(missing.filter((page) => !leaving.has(page)));
  }
}
