// SPDX-License-Identifier: Apache-2.0

import { PictureKeys } from "./keys.js";
import { smallest } from "./ladder.js";
import { loadPicture } from "./load.js";
import { PictureMemory } from "./memory.js";
import { bestOf, isLarge, makePicture, thumbnailOf } from "./picture.js";
import { limitFor, PictureQueue } from "./queue.js";

/** The protocol by which the page has arrived: its pictures come in the same way. @returns {string | undefined} */
const protocol = () => /** @type {any} */ (globalThis.performance?.getEntriesByType("navigation")[0])?.nextHopProtocol;

/** @typedef {import("./keys.js").Keys} Keys */
/** @typedef {import("./picture.js").PagePictures} PagePictures */
/** @typedef {import("./picture.js").Picture} Picture */

/**
 * The pages to load pictures of, the most urgent ones first.
 * @typedef {object} PicturePlan
 * @property {Iterable<number>} announced
 * @property {{page: number, style: string}[]} large the pages that are or will be shown large
 * @property {string} thumbnail the style of thumbnails
 */

/**
 * Keeps the decoded pictures of pages, and loads those that are wanted.
 *
 * A picture is decoded before it is shown. The least recently used ones make room.
 */
export class Pictures {
  #keys = new PictureKeys();
  /** @type {Map<number, PagePictures>} */
  #pages = new Map();
  #queue;
  #root;
  #memory = new PictureMemory();
  /** @type {number | undefined} */
  #visited;

  /** The pages whose originals the server cannot read, until a picture of them arrives. @type {Set<number>} */
  damaged = new Set();

  /** Called when a page was found to be damaged, or is not any more. */
  onDamage = () => {};

  /** Called when the pictures of a page have changed. @type {(page: number) => void} */
  onChange = () => {};

  /**
   * @param {string} root the path of the server
   * @param {(page: number) => Promise<{turns: number, byteCount: number}>} turnsOf how an original is
   *   turned, and the bytes of its decoded image
   */
  constructor(root, turnsOf) {
    this.#root = root;
    this.#queue = new PictureQueue(
      (/** @type {Picture} */ picture, signal) => loadPicture(picture, signal, turnsOf),
      (/** @type {Picture} */ picture) => this.#end(picture), limitFor(protocol()));
  }

  /** The bytes of all decoded pictures. */
  get cost() { return this.#memory.cost; }

  /** Takes the keys of all pages. @param {Keys} keys */
  setKeys(keys) {
    this.#keys.setAll(keys);
    for (const page of this.#pages.keys()) {
      const key = keys.keyOf(page);
      if (key !== undefined) this.#replace(page, key, null);
    }
  }

  /**
   * Takes the key of what a page shows now.
   * @param {number} page
   * @param {string} key
   * @param {number | null} [turns] the quarter turns by which it differs from before, if that is all
   */
  setKey(page, key, turns = null) {
    if (this.keyOf(page) === key) return;
    this.#keys.set(page, key);
    this.#replace(page, key, turns);
  }

  /** Replaces the pictures of a page by those of a key. */
  #replace(/** @type {number} */ page, /** @type {string} */ key, /** @type {number | null} */ turns) {
    const known = this.#pages.get(page);
    if (!known || known.key === key) return;
    this.#setDamaged(page, false);
    const last = known.stale ?? this.best(page);
    for (const picture of known.styles.values()) if (picture !== last) this.#forget(picture);
    const stale = last && turns !== null ? last : null;
    if (stale) stale.turns = (stale.turns + (turns ?? 0) + 4) % 4;
    else if (last) this.#forget(last);
    this.#pages.set(page, { key, styles: new Map(), stale });
    this.onChange(page);
  }

  /** The key of a page. @param {number} page */
  keyOf(page) { return this.#keys.of(page); }

  /** Returns the largest picture of a page that is ready. @param {number} page */
  best(page) {
    const known = this.#pages.get(page);
    return known ? bestOf(known, this.damaged.has(page)) : null;
  }

  /** Returns the picture of a page for a thumbnail. @param {number} page @param {string} style */
  thumbnail(page, style) {
    const known = this.#pages.get(page);
    return known ? thumbnailOf(known, style, this.damaged.has(page)) : null;
  }

  /** Whether a page cannot be shown. @param {number} page */
  hasFailed(page) {
    const known = this.#pages.get(page);
    if (!known || known.styles.size === 0) return false;
    for (const picture of known.styles.values()) if (picture.state !== "failed") return false;
    return true;
  }

  /** Replaces what is wanted. @param {PicturePlan} plan */
  want(plan) {
    /** @type {Picture[]} */
    const wanted = [];
    const add = (/** @type {number} */ page, /** @type {string} */ style) => {
      const picture = this.#picture(page, style);
      if (!picture) return;
      if (picture.state === "ready") this.#memory.use(picture);
      else wanted.push(picture);
    };
    // First the page that is shown, then all thumbnails, then the pages beside it.
    const shown = plan.large[0]?.page;
    // The original may have been repaired: each visit tries it again.
    if (shown !== this.#visited && this.damaged.has(shown)) this.retry([shown]);
    this.#visited = shown;
    if (shown !== undefined) add(shown, smallest);
    for (const { page, style } of plan.large) if (page === shown) add(page, style);
    for (const page of plan.announced) if (!this.#isReady(page, plan.thumbnail)) add(page, smallest);
    for (const { page, style } of plan.large) if (page !== shown) add(page, style);
    if (plan.thumbnail !== smallest) for (const page of plan.announced) add(page, plan.thumbnail);
    this.#queue.want(wanted);
  }

  #isReady(/** @type {number} */ page, /** @type {string} */ style) {
    return this.#pages.get(page)?.styles.get(style)?.state === "ready";
  }

  /** Tries failed pictures again, such as all of them when the connection is back. @param {Iterable<number>} [pages] */
  retry(pages = this.#pages.keys()) {
    for (const page of pages) {
      for (const picture of this.#pages.get(page)?.styles.values() ?? []) if (picture.state === "failed") Object.assign(picture, { state: "idle", attempts: 0 });
    }
  }

  #picture(/** @type {number} */ page, /** @type {string} */ style) {
    const known = this.#pages.get(page) ?? this.#meet(page);
    if (!known) return null;
    let picture = known.styles.get(style);
    if (picture) return picture;
    picture = makePicture(this.#root, page, known.key, style);
    known.styles.set(style, picture);
    return picture;
  }

  /** Returns the pictures of a page that had none before. */
  #meet(/** @type {number} */ page) {
    const key = this.keyOf(page);
    if (key === undefined) return null;
    /** @type {PagePictures} */
    const known = { key, styles: new Map(), stale: null };
    this.#pages.set(page, known);
    return known;
  }

  #end(/** @type {Picture} */ picture) {
    if (picture.state === "ready") {
      this.#memory.add(picture);
      if (isLarge(picture) || picture.isDamaged) this.#setDamaged(picture.page, false);
      const known = this.#pages.get(picture.page);
      if (known?.stale && isLarge(picture)) {
        this.#forget(known.stale);
        known.stale = null;
      }
      for (let excess = this.#memory.excess; excess; excess = this.#memory.excess) this.#forget(excess);
    } else if (picture.isDamaged) {
      this.#setDamaged(picture.page, true);
    }
    this.onChange(picture.page);
  }

  #setDamaged(/** @type {number} */ page, /** @type {boolean} */ isDamaged) {
    if (this.damaged.has(page) === isDamaged) return;
    if (isDamaged) this.damaged.add(page);
    else this.damaged.delete(page);
    this.onDamage();
  }

  #forget(/** @type {Picture} */ picture) {
    picture.abort?.abort();
    picture.abort = null;
    this.#memory.remove(picture);
    picture.cost = 0;
    picture.state = "idle";
    // An element may still show the image: its new picture replaces it.
    picture.image = picture.twin = null;
    const known = this.#pages.get(picture.page);
    if (known?.styles.get(picture.style) !== picture) return;
    known.styles.delete(picture.style);
    if (known.styles.size === 0 && !known.stale) this.#pages.delete(picture.page);
  }
}
