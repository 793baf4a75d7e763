// SPDX-License-Identifier: Apache-2.0

import { changeNumbers, ratioNumber, ratioValue } from "./changes.js";
import { GalleryFrame } from "./frame.js";
import { KernelError, checked, optional, succeeded } from "./memory.js";
import { columns, editNumbers, settingNumbers } from "./lists.js";
import { readRecords } from "./records.js";

/** @typedef {import("./changes.js").ReceivedChange} ReceivedChange */
/** @typedef {import("./lists.js").GalleryEdit} GalleryEdit */
/** @typedef {import("./lists.js").GallerySettings} GallerySettings */
/** @typedef {import("./lists.js").PageColumns} PageColumns */
/** @typedef {import("./memory.js").KernelMemory} KernelMemory */
/** @typedef {import("./records.js").KernelRecord} KernelRecord */
/** @typedef {"preview" | "strip"} Surface */
/** @typedef {{ width: number, height: number }} Size */

/** @param {Surface} surface */
const surfaceNumber = (surface) => (surface === "strip" ? 1 : 0);

/**
 * A gallery in the kernel. All times are whole nanoseconds. A mistake throws a `KernelError`.
 *
 * After each call, and at `nextBoundary()`, call `advance` and handle the records.
 */
export class Gallery {
  #memory;
  #functions;
  #handle;
  #frame = new GalleryFrame();

  /**
   * Opens a gallery.
   *
   * @param {KernelMemory} memory
   * @param {GallerySettings & PageColumns} settings
   */
  constructor(memory, settings) {
    this.#memory = memory;
    this.#functions = memory.functions;
    memory.write(settingNumbers(settings), ...columns(settings));
    this.#handle = checked(this.#functions.galleryOpen(settings.ids.length));
  }

  /** Cancels pending edits and ignores further responses. Advance once more for the last events. */
  close(/** @type {number} */ time) {
    checked(this.#functions.galleryClose(this.#handle, time));
  }

  /** Frees the gallery: it cannot be used any more. */
  release() {
    checked(this.#functions.galleryRelease(this.#handle));
  }

  // MARK: Gestures. Each returns whether it had an effect.

  /** @param {Surface} surface @param {number} time */
  beginDrag(surface, time) {
    return checked(
      this.#functions.galleryBeginDrag(this.#handle, surfaceNumber(surface), time)) === 1;
  }

  /** @param {number} translation @param {number} time */
  drag(translation, time) {
    return succeeded(this.#functions.galleryDrag(this.#handle, translation, time));
  }

  /** @param {number} velocity @param {number} time */
  endDrag(velocity, time) {
    return succeeded(this.#functions.galleryEndDrag(this.#handle, velocity, time));
  }

  /** @param {number} time */
  cancelDrag(time) {
    return succeeded(this.#functions.galleryCancelDrag(this.#handle, time));
  }

  /** Handles a tap on the strip, and returns the page to which it jumps. @param {number} x @param {number} y @param {number} time */
  tap(x, y, time) {
    return optional(this.#functions.galleryTap(this.#handle, x, y, time));
  }

  /** @param {number} page @param {boolean} isAnimated @param {number} time */
  goTo(page, isAnimated, time) {
    return checked(
      this.#functions.galleryGoTo(this.#handle, page, Number(isAnimated), time)) === 1;
  }

  /** @param {Size} preview @param {Size} strip @param {number} time */
  setViewport(preview, strip, time) {
    checked(this.#functions.gallerySetViewport(
      this.#handle, preview.width, preview.height, strip.width, strip.height, time));
  }

  /** @param {number} page @param {number | null} ratio @param {number} time */
  setRatio(page, ratio, time) {
    checked(this.#functions.gallerySetRatio(this.#handle, page, ratioNumber(ratio), time));
  }

  /** @param {boolean} isReduced @param {number} time */
  setReducedMotion(isReduced, time) {
    checked(this.#functions.gallerySetReducedMotion(this.#handle, Number(isReduced), time));
  }

  // MARK: Edits. Each returns a ticket, `null` if the gallery is closed or there is nothing to do.

  /** @param {number} page @param {number} time */
  delete(page, time) {
    return this.#ticket(this.#functions.galleryDelete(this.#handle, page, time));
  }

  /** @param {number} time */
  deleteActive(time) {
    return this.#ticket(this.#functions.galleryDeleteActive(this.#handle, time));
  }

  /**
   * @param {{ id: number, ratio?: number | null, contentVersion?: number, index: number,
   *   isActivated?: boolean, isLogical?: boolean }} page
   * @param {number} time
   */
  insert({ id, ratio, contentVersion = 0, index, isActivated = false, isLogical = false }, time) {
    const options = Number(isActivated) + 2 * Number(isLogical);
    return this.#ticket(this.#functions.galleryInsert(
      this.#handle, id, ratioNumber(ratio), contentVersion, index, options, time));
  }

  /** @param {number} page @param {number} index The index after the move. @param {number} time @param {{ isLogical?: boolean }} [options] */
  move(page, index, time, { isLogical = false } = {}) {
    const options = 2 * Number(isLogical);
    return this.#ticket(this.#functions.galleryMove(this.#handle, page, index, options, time));
  }

  /** @param {number} page @param {number | null} ratio @param {number} time */
  replace(page, ratio, time) {
    return this.#ticket(
      this.#functions.galleryReplace(this.#handle, page, ratioNumber(ratio), time));
  }

  /** @param {number} page @param {number} quarterTurns Clockwise, -3 to 3. @param {number} time */
  rotate(page, quarterTurns, time) {
    return this.#ticket(this.#functions.galleryRotate(this.#handle, page, quarterTurns, time));
  }

  /** Makes edits together or not at all. @param {readonly GalleryEdit[]} edits @param {number} time */
  enqueue(edits, time) {
    this.#memory.write(edits.flatMap(editNumbers));
    return this.#ticket(this.#functions.galleryEnqueue(this.#handle, edits.length, time));
  }

  /** Cancels an edit, unless it is too late. @param {number} ticket @param {number} time */
  cancel(ticket, time) {
    return succeeded(this.#functions.galleryCancel(this.#handle, ticket, time));
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

  // MARK: Time

  /** Returns what has happened since the last call. @param {number} time @returns {readonly KernelRecord[]} */
  advance(time) {
    return readRecords(
      this.#memory, checked(this.#functions.galleryAdvance(this.#handle, time)));
  }

  /** Returns the frame at a time: always the same object. @param {number} time */
  frame(time) {
    this.#frame.read(
      this.#memory, checked(this.#functions.galleryFrame(this.#handle, time)));
    return this.#frame;
  }

  /** Returns the next time at which something happens, `null` if nothing will. */
  nextBoundary() {
    return optional(this.#functions.galleryNextBoundary(this.#handle));
  }

  // MARK: Queries

  get count() {
    return checked(this.#functions.galleryPageCount(this.#handle));
  }

  /** @param {number} index */
  pageAt(index) {
    return optional(this.#functions.galleryPageAt(this.#handle, index));
  }

  /** @param {number} page */
  indexOf(page) {
    return optional(this.#functions.galleryIndexOf(this.#handle, page));
  }

  /** Returns `null` for an unknown ratio and without the page. @param {number} page */
  ratioOf(page) {
    const ratio = optional(this.#functions.galleryRatioOf(this.#handle, page));
    return ratio === null ? null : ratioValue(ratio);
  }

  /** @param {number} page */
  contentVersionOf(page) {
    return optional(this.#functions.galleryContentVersionOf(this.#handle, page));
  }

  /** @param {Surface} surface @param {number} x @param {number} y @param {number} time */
  hitTest(surface, x, y, time) {
    return optional(
      this.#functions.galleryHitTest(this.#handle, surfaceNumber(surface), x, y, time));
  }

  /** Returns copies of the columns of all pages; NaN is an unknown ratio. */
  pages() {
    const count = checked(this.#functions.galleryPages(this.#handle));
    const list = this.#memory.list(0, 3 * count);
    return {
      ids: list.subarray(0, count),
      ratios: list.subarray(count, 2 * count),
      contentVersions: list.subarray(2 * count),
    };
  }

  // MARK: Responses of the source. Each returns whether the gallery has waited for it.

  /** @param {number} number @param {{ revision: number, pageCount?: number | null }} receipt @param {number} time */
  receipt(number, { revision, pageCount }, time) {
    return succeeded(this.#functions.galleryReceipt(
      this.#handle, number, revision, pageCount ?? NaN, time));
  }

  /** @param {number} number @param {number} revision @param {readonly ReceivedChange[]} changes @param {number} time */
  conflict(number, revision, changes, time) {
    const list = changeNumbers(changes);
    this.#memory.write(list);
    return succeeded(this.#functions.galleryConflict(
      this.#handle, number, revision, changes.length, list.length, time));
  }

  /** @param {number} number @param {PageColumns & { revision: number }} pages @param {number} time */
  knownPages(number, pages, time) {
    this.#memory.write(...columns(pages));
    return succeeded(this.#functions.galleryKnownPages(
      this.#handle, number, pages.revision, pages.ids.length, time));
  }

  /** @param {number} number @param {number} revision @param {number} time */
  knownVersion(number, revision, time) {
    return checked(
      this.#functions.galleryKnownVersion(this.#handle, number, revision, time)) === 1;
  }

  /** @param {number} number @param {ReceivedChange} change @param {number} time */
  change(number, change, time) {
    const list = changeNumbers([change]);
    this.#memory.write(list);
    return checked(
      this.#functions.galleryChange(this.#handle, number, list.length, time)) === 1;
  }

  /** No more changes will be delivered. @param {number} number @param {number} time */
  endChanges(number, time) {
    return succeeded(this.#functions.galleryEndChanges(this.#handle, number, time));
  }

  /** @param {number} number @param {number} code A number of the script. @param {number} time */
  failure(number, code, time) {
    return succeeded(this.#functions.galleryFailure(this.#handle, number, code, time));
  }

  /** The document is permanently gone. @param {number} number @param {number} time */
  gone(number, time) {
    return succeeded(this.#functions.galleryGone(this.#handle, number, time));
  }

  /** Another call has found the document to be permanently gone. @param {number} time */
  noteGone(time) {
    checked(this.#functions.galleryNoteGone(this.#handle, time));
  }

  // MARK: Checksums

  /** Adds every bit of a frame to the checksum of the kernel. @param {number} time */
  addToChecksum(time) {
    checked(this.#functions.checksumAddFrame(this.#handle, time));
  }
}
