// SPDX-License-Identifier: Apache-2.0

import { PendingOrder, placeOf } from "../order/pending-order.js";
import { Places } from "../order/places.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("../order/pending-pages.js").Step} Step */
/** @typedef {import("../order/pending-pages.js").OrderedGallery} OrderedGallery */
/** @typedef {import("../order/places.js").Place} Place */
/**
 * What reverts an edit.
 * @typedef {{kind: "delete", pages: {id: number, ratio: number | null, contentVersion: number, place: Place}[]}
 *   | {kind: "move", pages: {id: number, place: Place}[]}
 *   | {kind: "rotate", pages: number[], turns: number}
 *   | {kind: "replace", pages: {id: number, former: Former | null}[]}
 *   | {kind: "insert", pages: number[]}} Reversal
 */
/**
 * The image that a page had before another one, unless it is not kept.
 * @typedef {{ratio: number | null, byteCount: number, stage: () => void, isReplaced: () => boolean}} Former `stage` is called
 *   before the edit that needs it; `isReplaced` tells whether the page has the image that followed, and not one of somebody else
 */
/** @typedef {OrderedGallery & Pick<Gallery, "ratioOf" | "contentVersionOf" | "delete" | "insert" | "move" | "rotate" | "replace" | "enqueue" | "cancel">} EditedGallery */

/** The pages of a reversal. @param {Reversal} reversal @returns {number[]} */
export const pagesOf = ({ pages }) => pages.map((page) => (typeof page === "number" ? page : page.id));

/** Whether a reversal changes images of pages that stay where they are. @param {Reversal} reversal */
export const isOfImages = ({ kind }) => kind === "rotate" || kind === "replace";

/** The same reversal of some of its pages. @param {Reversal} reversal @param {(page: number) => boolean} isWanted @returns {Reversal} */
export function reversalOf(reversal, isWanted) {
  const pages = /** @type {any[]} */ (reversal.pages).filter((page) => isWanted(typeof page === "number" ? page : page.id));
  return { ...reversal, pages };
}

/** Tells what reverts edits, and makes the edits that do. */
export class Reversals {
  #gallery;
  #order;
  #places;

  /** @param {EditedGallery} gallery @param {PendingOrder} [order] */
  constructor(gallery, order = new PendingOrder(gallery)) {
    this.#gallery = gallery;
    this.#order = order;
    this.#places = new Places(gallery);
  }

  /** What reverts a deletion, to be asked before it. Edits that were not made yet count. @param {number[]} pages @returns {Reversal} */
  ofDeletion(pages) {
    const gallery = this.#gallery;
    const found = this.#places.among(this.#order).ofAll(pages);
    const places = pages.map((id, number) => ({
      id, ratio: gallery.ratioOf(id), contentVersion: gallery.contentVersionOf(id) ?? 0, place: found[number],
    }));
    for (const { id, place } of places) this.#places.keep(id, place);
    return { kind: "delete", pages: places.sort((a, b) => a.place.index - b.place.index) };
  }

  /** Others delete pages: those of this user that return keep their order with them. @param {number[]} indexes @param {number[]} pages all pages before that */
  keepPlaces(indexes, pages) { this.#places.keepAll(indexes, pages); }

  /** What reverts a move of pages together, to be asked before it, likewise. @param {number[]} pages @returns {Reversal} */
  ofMove(pages) {
    for (const page of pages) this.#places.forget(page);
    const places = new Places(this.#order);
    const moved = pages.map((id) => ({ id, place: places.of(id) }));
    return { kind: "move", pages: moved.sort((a, b) => a.place.index - b.place.index) };
  }

  /** Whether nothing brings pages whose images change, or takes away pages that are to return. @param {Reversal} reversal */
  isReady(reversal) {
    const isWaited = (/** @type {number} */ page) => {
      const [isThere, isExpected] = [this.#gallery.indexOf(page) !== null, this.#order.indexOf(page) !== null];
      return isOfImages(reversal) ? !isThere && isExpected : reversal.kind === "delete" && isThere && !isExpected;
    };
    return !pagesOf(reversal).some(isWaited);
  }

  /**
   * Makes the edits that revert another one.
   * @param {Reversal} reversal a rotation or replacement is one of pages that are there
   * @param {number} time
   * @returns {number[] | null} the ticket of each page, or that of all of them; `null` if they change nothing
   */
  make(reversal, time) {
    const gallery = this.#gallery;
    switch (reversal.kind) {
      case "rotate": return this.#reverting(reversal.pages.map((page) => gallery.rotate(page, -reversal.turns, time)));
      case "replace": return this.#reverting(reversal.pages.map(({ id, former }) => this.#giveBack(id, former, time)));
      case "insert": return this.#delete(reversal.pages, time);
      case "move": return this.#move(reversal.pages, time);
      case "delete": return this.#insert(reversal.pages, time);
    }
  }

  /** Gives a page the image that it had, unless others have given it another one since then. */
  #giveBack(/** @type {number} */ page, /** @type {Former | null} */ former, /** @type {number} */ time) {
    if (!former?.isReplaced()) return null;
    former.stage();
    return this.#gallery.replace(page, former.ratio, time);
  }

  #reverting(/** @type {(number | null)[]} */ tickets) {
    const made = tickets.filter((ticket) => ticket !== null);
    return made.length === 0 ? null : made;
  }

  #enqueue(/** @type {import("../kernel/lists.js").GalleryEdit[]} */ edits, /** @type {number} */ time) {
    return edits.length === 0 ? null : this.#reverting([this.#gallery.enqueue(edits, time)]);
  }

  #delete(/** @type {number[]} */ pages, /** @type {number} */ time) {
    const staying = pages.filter((page) => this.#order.indexOf(page) !== null);
    return this.#enqueue(staying.map((id) => ({ kind: "delete", id })), time);
  }

  /** Moves pages back, those that were first before the others. */
  #move(/** @type {{id: number, place: Place}[]} */ pages, /** @type {number} */ time) {
    /** @type {Step[]} */
    const steps = [];
    const order = this.#order.after(steps);
    const places = this.#places.among(order);
    const away = new Set(pages.map(({ id }) => id));
    for (const { id, place } of pages) {
      steps.push(...this.#order.move(id, places.gapOf(id, place, away), order));
      away.delete(id);
    }
    const edits = steps.map((step) => ({ kind: /** @type {const} */ ("move"), ...placeOf(step) }));
    if (edits.length === 1) return this.#reverting([this.#gallery.move(edits[0].id, edits[0].index, time, edits[0])]);
    return this.#enqueue(edits, time);
  }

  /** Inserts pages out of the trash, in their order: each shifts those behind it. */
  #insert(/** @type {Extract<Reversal, {kind: "delete"}>["pages"]} */ all, /** @type {number} */ time) {
    const order = this.#order;
    const places = this.#places.among(order);
    /** @type {Map<number, number>} */
    const gaps = new Map();
    const pages = all.filter(({ id }) => order.indexOf(id) === null);
    for (const { id, place } of pages) {
      // Behind a page that returns as well: into the same gap, in order.
      gaps.set(id, gaps.get(place.before[0] ?? -1) ?? places.gapOf(id, place));
    }
    const steps = this.#order.insertions(gaps);
    const edits = pages.map(({ ratio, contentVersion }, number) => ({ kind: /** @type {const} */ ("insert"), ratio, contentVersion, ...placeOf(steps[number]) }));
    if (edits.length === 1) return this.#reverting([this.#gallery.insert(edits[0], time)]);
    return this.#enqueue(edits, time);
  }
}
