// SPDX-License-Identifier: Apache-2.0

import { isOfImages, reversalOf } from "./reversals.js";

/** @typedef {import("./action.js").Action} Action */
/** @typedef {import("../kernel/changes.js").PagesChange} PagesChange */
/**
 * The images of pages, by their keys.
 * @typedef {{keyOf(page: number): string | undefined, ownKeyOf(page: number): string | undefined}} ImageKeys `ownKeyOf` tells the
 *   key that the last rotation of a page by this user has led to, if the server has told it
 */
/**
 * The pages on the server, as far as they are known.
 * @typedef {{readonly moveCount: number | null, isDeletedByOthers(page: number): boolean, isMovedByOthers(page: number): boolean}} Source `moveCount` counts the changes by
 *   this user that have moved pages
 */

/** Tells what others have changed, before an action of this user or since then: it is not reverted. */
export class ForeignEdits {
  #gallery;
  #order;
  #images;
  #source;

  /** @param {Pick<import("../kernel/gallery.js").Gallery, "indexOf">} gallery @param {Pick<import("../order/pending-order.js").PendingOrder, "indexOf">} order @param {ImageKeys} [images] @param {Source} [source] */
  constructor(gallery, order, images = { keyOf: () => undefined, ownKeyOf: () => undefined }, source = { moveCount: null, isDeletedByOthers: () => false, isMovedByOthers: () => false }) {
    this.#gallery = gallery;
    this.#order = order;
    this.#images = images;
    this.#source = source;
  }

  /** An action begins. @param {Action} action */
  begin(action) { action.moveCount = this.#source.moveCount; }

  /**
   * An edit of an action has been made. The images that it led to are noted. What others had done before is not reverted: the page
   * that they had deleted as well, or the move that they had made as well.
   * @param {Action} action @param {number} ticket @param {Set<number>} unmade the pages of a rotation that was not made
   */
  made(action, ticket, unmade) {
    const { reversal } = action;
    if (reversal.kind === "rotate") {
      this.#noteImages(action, ticket);
      action.reversal = reversalOf(reversal, (page) => !unmade.has(page));
    }
    if (reversal.kind === "delete") action.reversal = reversalOf(reversal, (page) => !this.#source.isDeletedByOthers(page));
    // Without others, a move comes to nothing because of further edits that are made with it.
    const isVain = reversal.kind === "move" && action.moveCount !== null && action.moveCount === this.#source.moveCount;
    if (isVain) action.reversal = reversalOf(reversal, (page) => !this.#source.isMovedByOthers(page));
  }

  #noteImages(/** @type {Action} */ action, /** @type {number} */ ticket) {
    for (const page of action.pagesOf(ticket)) {
      const key = this.#images.ownKeyOf(page);
      if (key !== undefined) action.keys.set(page, key);
    }
  }

  /** Those of some pages that others have moved, all of them if that is not known. @param {number[]} pages */
  moved(pages) {
    const source = this.#source;
    return source.moveCount === null ? pages : pages.filter((page) => source.isMovedByOthers(page));
  }

  /** The part of an action that can be reverted now. @param {Action} action */
  possible(action) {
    const { reversal } = action;
    if (reversal.kind === "move") return reversalOf(reversal, (page) => !action.moved.has(page) && this.#order.indexOf(page) !== null);
    if (!isOfImages(reversal)) return reversal;
    return reversalOf(reversal, (page) => this.#gallery.indexOf(page) !== null && !this.#hasOtherImage(action, page));
  }

  /** The part of an action that can be reverted now or later. @param {Action} action */
  lasting({ reversal, moved }) {
    // Images can become again what they were, and deleted pages can return.
    return reversal.kind === "move" ? reversalOf(reversal, (page) => !moved.has(page)) : reversal;
  }

  /** The part of an action whose pages are there, but others have changed them. @param {Action} action */
  refused(action) {
    const { reversal } = action;
    if (reversal.kind === "move") return reversalOf(reversal, (page) => action.moved.has(page));
    return reversalOf(reversal, (page) => isOfImages(reversal) && this.#gallery.indexOf(page) !== null && this.#hasOtherImage(action, page));
  }

  #hasOtherImage(/** @type {Action} */ { reversal, keys }, /** @type {number} */ page) {
    if (reversal.kind === "replace") return !reversal.pages.find(({ id }) => id === page)?.former?.isReplaced();
    const key = keys.get(page);
    return key !== undefined && key !== this.#images.keyOf(page);
  }
}

/** The number of moves from which on their neighbors are not looked for, which would take long. */
const many = 500;

/**
 * The pages that a change of others has moved. A page that another one has passed may be the one that was moved: a change does
 * not tell which of two neighbors was.
 * @param {Pick<PagesChange, "deletions" | "insertions" | "moves">} change @param {(index: number) => number | null} pageAt after the change
 */
export function movedPages({ deletions, insertions, moves }, pageAt) {
  const arrivals = new Set([...insertions.map(({ at }) => at), ...moves.map(({ to }) => to)]);
  const leaving = [...deletions, ...moves.map(({ from }) => from)];
  const countBelow = (/** @type {Iterable<number>} */ indexes, /** @type {number} */ limit) => [...indexes].filter((index) => index < limit).length;
  return moves.flatMap(({ from, to }) => {
    if (moves.length > many) return pageAt(to) ?? [];
    // Places among the pages that stay.
    const distance = to - countBelow(arrivals, to) - (from - countBelow(leaving, from));
    let neighbor = to - Math.sign(distance);
    while (arrivals.has(neighbor)) neighbor -= Math.sign(distance);
    const pages = [pageAt(to), Math.abs(distance) === 1 ? pageAt(neighbor) : null];
    return pages.filter((page) => page !== null);
  });
}
