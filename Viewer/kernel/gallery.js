// SPDX-License-Identifier: Apache-2.0

import { ratioNumber } from "./changes.js";
import { surfaceNumber } from "./gallery-reading.js";
import { GalleryResponses } from "./gallery-responses.js";
import { checked, optional, succeeded } from "./memory.js";
import { readRecords } from "./records.js";

/** @typedef {import("./records.js").KernelRecord} KernelRecord */
/** @typedef {import("./gallery-reading.js").Surface} Surface */
/** @typedef {{ width: number, height: number }} Size */

/**
 * A gallery in the kernel. All times are whole nanoseconds. A mistake throws a `KernelError`.
 *
 * After each call, and at `nextBoundary()`, call `advance` and handle the records.
 */
export class Gallery extends GalleryResponses {
  /** Cancels pending edits and ignores further responses. Advance once more for the last events. */
  close(/** @type {number} */ time) {
    checked(this.functions.galleryClose(this.handle, time));
  }

  /** Frees the gallery: it cannot be used any more. */
  release() {
    checked(this.functions.galleryRelease(this.handle));
  }

  // MARK: Gestures. Each returns whether it had an effect.

  /** @param {Surface} surface @param {number} time */
  beginDrag(surface, time) {
    return checked(
      this.functions.galleryBeginDrag(this.handle, surfaceNumber(surface), time)) === 1;
  }

  /** @param {number} translation @param {number} time */
  drag(translation, time) {
    return succeeded(this.functions.galleryDrag(this.handle, translation, time));
  }

  /** @param {number} velocity @param {number} time */
  endDrag(velocity, time) {
    return succeeded(this.functions.galleryEndDrag(this.handle, velocity, time));
  }

  /** @param {number} time */
  cancelDrag(time) {
    return succeeded(this.functions.galleryCancelDrag(this.handle, time));
  }

  /** Handles a tap on the strip, and returns the page to which it jumps. @param {number} x @param {number} y @param {number} time */
  tap(x, y, time) {
    return optional(this.functions.galleryTap(this.handle, x, y, time));
  }

  /** @param {number} page @param {boolean} isAnimated @param {number} time */
  goTo(page, isAnimated, time) {
    return checked(
      this.functions.galleryGoTo(this.handle, page, Number(isAnimated), time)) === 1;
  }

  /** @param {Size} preview @param {Size} strip @param {number} time */
  setViewport(preview, strip, time) {
    checked(this.functions.gallerySetViewport(
      this.handle, preview.width, preview.height, strip.width, strip.height, time));
  }

  /** @param {number} page @param {number | null} ratio @param {number} time */
  setRatio(page, ratio, time) {
    checked(this.functions.gallerySetRatio(this.handle, page, ratioNumber(ratio), time));
  }

  /** @param {boolean} isReduced @param {number} time */
  setReducedMotion(isReduced, time) {
    checked(this.functions.gallerySetReducedMotion(this.handle, Number(isReduced), time));
  }

  // MARK: Time

  /** Returns what has happened since the last call. @param {number} time @returns {readonly KernelRecord[]} */
  advance(time) {
    return readRecords(
      this.memory, checked(this.functions.galleryAdvance(this.handle, time)));
  }
}
