// SPDX-License-Identifier: Apache-2.0

import { Album } from "./album.js";
import { PictureKeys } from "./keys.js";
import { loadPicture } from "./load.js";
import { PictureMemory } from "./memory.js";
import { bestOf, isLarge, thumbnailOf } from "./picture.js";
import { limitFor, PictureQueue } from "./queue.js";
import { addByUrgency } from "./urgency.js";

/** The protocol by which the page has arrived: its pictures come in the same way. @returns {string | undefined} */
const protocol = () => /** @type {any} */ (globalThis.performance?.getEntriesByType("navigation")[0])?.nextHopProtocol;

/** @typedef {import("./keys.js").Keys} Keys */
/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./urgency.js").PicturePlan} PicturePlan */

/**
 * Keeps the decoded pictures of pages, and loads those that are wanted.
 *
 * A picture is decoded before it is shown. The least recently used ones make room.
 */
export class Pictures {
  #keys = new PictureKeys();
  #album;
  #queue;
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
    this.#album = new Album(root, (page) => this.keyOf(page));
    this.#queue = new PictureQueue(
      (/** @type {Picture} */ picture, signal) => loadPicture(picture, signal, turnsOf),
      (/** @type {Picture} */ picture) => this.#end(picture), limitFor(protocol()));
  }

  /** The bytes of all decoded pictures. */
  get cost() { return this.#memory.cost; }

  /** Takes the keys of all pages. @param {Keys} keys */
  setKeys(keys) {
    this.#keys.setAll(keys);
    for (const page of this.#album.pages) {
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
    const known = this.#album.of(page);
    if (!known || known.key === key) return;
    this.#setDamaged(page, false);
    const last = known.stale ?? this.best(page);
    for (const picture of known.styles.values()) if (picture !== last) this.#forget(picture);
    const stale = last && turns !== null ? last : null;
    if (stale) stale.turns = (stale.turns + (turns ?? 0) + 4) % 4;
    else if (last) this.#forget(last);
    this.#album.renew(page, key, stale);
    this.onChange(page);
  }

  /** The key of a page. @param {number} page */
  keyOf(page) { return this.#keys.of(page); }

  /** Returns the largest picture of a page that is ready. @param {number} page */
  best(page) {
    const known = this.#album.of(page);
    return known ? bestOf(known, this.damaged.has(page)) : null;
  }

  /** Returns the picture of a page for a thumbnail. @param {number} page @param {string} style */
  thumbnail(page, style) {
    const known = this.#album.of(page);
    return known ? thumbnailOf(known, style, this.damaged.has(page)) : null;
  }

  /** Whether a page cannot be shown. @param {number} page */
  hasFailed(page) {
    const known = this.#album.of(page);
    if (!known || known.styles.size === 0) return false;
    for (const picture of known.styles.values()) if (picture.state !== "failed") return false;
    return true;
  }

  /** Replaces what is wanted. @param {PicturePlan} plan */
  want(plan) {
    /** @type {Picture[]} */
    const wanted = [];
    const add = (/** @type {number} */ page, /** @type {string} */ style) => {
      const picture = this.#album.picture(page, style);
      if (!picture) return;
      if (picture.state === "ready") this.#memory.use(picture);
      else if (!this.#album.of(page)?.isUnreadable) wanted.push(picture);
    };
    const shown = plan.large[0]?.page;
    // The original may have been repaired: each visit tries it again.
    if (shown !== this.#visited && this.damaged.has(shown)) this.retry([shown]);
    this.#visited = shown;
    addByUrgency(plan, (page, style) => this.#album.isReady(page, style), add);
    this.#queue.want(wanted);
  }

  /** Tries failed pictures again, such as all of them when the connection is back. @param {Iterable<number>} [pages] */
  retry(pages = this.#album.pages) {
    for (const page of pages) {
      const known = this.#album.of(page);
      if (!known || known.isUnreadable) continue;
      for (const picture of known.styles.values()) if (picture.state === "failed") Object.assign(picture, { state: "idle", attempts: 0 });
    }
  }

  #end(/** @type {Picture} */ picture) {
    if (picture.state === "ready") {
      this.#memory.add(picture);
      if (isLarge(picture) || picture.isDamaged) this.#setDamaged(picture.page, false);
      const known = this.#album.of(picture.page);
      if (known?.stale && isLarge(picture)) {
        this.#forget(known.stale);
        known.stale = null;
      }
      for (let excess = this.#memory.excess; excess; excess = this.#memory.excess) this.#forget(excess);
    } else if (picture.isDamaged) {
      if (picture.isUnreadable) this.#giveUp(picture);
      this.#setDamaged(picture.page, true);
    }
    this.onChange(picture.page);
  }

  /** The other pictures of the content cannot arrive either. */
  #giveUp(/** @type {Picture} */ { page, key }) {
    const known = this.#album.of(page);
    if (known?.key !== key) return;
    known.isUnreadable = true;
    for (const picture of known.styles.values()) if (picture.state === "idle" || picture.state === "pausing") picture.state = "failed";
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
    this.#album.remove(picture);
  }
}
