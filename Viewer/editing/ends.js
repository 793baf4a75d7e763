// SPDX-License-Identifier: Apache-2.0

import { toast } from "../controls/toasts.js";
import { done, undone, vanishedText } from "./texts.js";

/** @typedef {import("./open-edits.js").OpenEdit} OpenEdit */

/** What people are told when the last edit of an action has ended. */
export class Ends {
  #gallery;
  #open;
  #tally;

  /** @param {import("../kernel/gallery.js").Gallery} gallery @param {import("./open-edits.js").OpenEdits} open @param {import("./edit-tally.js").EditTally} tally */
  constructor(gallery, open, tally) {
    this.#gallery = gallery;
    this.#open = open;
    this.#tally = tally;
  }

  /** Tells what was undone, when all of it was. An edit that was cancelled is undone as well. @param {OpenEdit} edit @param {string} outcome */
  tellUndo({ kind, undone: reverted = kind, pages, numbers, together = { open: 1, pages: [] } }, outcome) {
    together.open -= 1;
    if (outcome === (kind === "undo" ? "success" : "cancelled")) together.pages.push(...pages);
    if (together.open > 0 || together.pages.length === 0 || !undone[reverted]) return;
    const told = reverted === "insert" ? numbers : this.#open.numbers(together.pages);
    this.#tally.add(undone[reverted], together.pages, told);
  }

  /** Tells which of the pages that were changed somebody else has deleted meanwhile: nobody sees what was done to them. @param {OpenEdit} edit @param {string} outcome */
  tellVanished({ kind, pages, numbers, together = { open: 0, pages: [] } }, outcome) {
    if (!["move", "rotate", "replace"].includes(kind)) return;
    const leaving = new Set(this.#open.leaving);
    const vanished = (together.vanished ??= new Map());
    for (const [place, page] of outcome === "success" ? pages.entries() : []) {
      if (this.#gallery.logicalIndexOf(page) === null && !leaving.has(page)) vanished.set(page, numbers[place]);
    }
    if (together.open > 0 || vanished.size === 0) return;
    this.#tally.takeBack(done[kind], [...vanished.keys()]);
    toast(vanishedText([...vanished.values()]));
  }
}
