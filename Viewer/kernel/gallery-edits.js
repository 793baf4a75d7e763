// SPDX-License-Identifier: Apache-2.0

import { ratioNumber } from "./changes.js";
import { GalleryReading } from "./gallery-reading.js";
import { KernelError, optional, succeeded } from "./memory.js";
import { editNumbers } from "./lists.js";

/** @typedef {import("./lists.js").GalleryEdit} GalleryEdit */

/** The edits of this user. Each returns a ticket, `null` if the gallery is closed or there is nothing to do. */
export class GalleryEdits extends GalleryReading {
  /** @param {number} page @param {number} time */
  delete(page, time) {
    return this.#ticket(this.functions.galleryDelete(this.handle, page, time));
  }

  /** @param {number} time */
  deleteActive(time) {
    return this.#ticket(this.functions.galleryDeleteActive(this.handle, time));
  }

  /**
   * @param {{ id: number, ratio?: number | null, contentVersion?: number, index: number,
   *   isActivated?: boolean, isLogical?: boolean }} page
   * @param {number} time
   */
  insert({ id, ratio, contentVersion = 0, index, isActivated = false, isLogical = false }, time) {
    const options = Number(isActivated) + 2 * Number(isLogical);
    return this.#ticket(this.functions.galleryInsert(
      this.handle, id, ratioNumber(ratio), contentVersion, index, options, time));
  }

  /** @param {number} page @param {number} index The index after the move. @param {number} time @param {{ isLogical?: boolean }} [options] */
  move(page, index, time, { isLogical = false } = {}) {
    const options = 2 * Number(isLogical);
    return this.#ticket(this.functions.galleryMove(this.handle, page, index, options, time));
  }

  /** @param {number} page @param {number | null} ratio @param {number} time */
  replace(page, ratio, time) {
    return this.#ticket(
      this.functions.galleryReplace(this.handle, page, ratioNumber(ratio), time));
  }

  /** @param {number} page @param {number} quarterTurns Clockwise, -3 to 3. @param {number} time */
  rotate(page, quarterTurns, time) {
    return this.#ticket(this.functions.galleryRotate(this.handle, page, quarterTurns, time));
  }

  /** Makes edits together or not at all. @param {readonly GalleryEdit[]} edits @param {number} time */
  enqueue(edits, time) {
    this.memory.write(edits.flatMap(editNumbers));
    return this.#ticket(this.functions.galleryEnqueue(this.handle, edits.length, time));
  }

  /** Cancels an edit, unless it is too late. @param {number} ticket @param {number} time */
  cancel(ticket, time) {
    return succeeded(this.functions.galleryCancel(this.handle, ticket, time));
  }

  /** @param {number} result */
  #ticket(result) {
    try {
      return optional(result);
    } catch (error) {
      if (error instanceof KernelError && error.code === "closed") return null;
      throw error;
    }
  }
}
