// SPDX-License-Identifier: Apache-2.0

import { ratioValue } from "./changes.js";
import { GalleryFrame } from "./frame.js";
import { checked, optional } from "./memory.js";
import { columns, settingNumbers } from "./lists.js";

/** @typedef {import("./lists.js").GallerySettings} GallerySettings */
/** @typedef {import("./lists.js").PageColumns} PageColumns */
/** @typedef {import("./memory.js").KernelMemory} KernelMemory */
/** @typedef {"preview" | "strip"} Surface */

/** @param {Surface} surface */
export const surfaceNumber = (surface) => (surface === "strip" ? 1 : 0);

/** What a gallery in the kernel shows and contains. */
export class GalleryReading {
  /** @protected @readonly */
  memory;
  /** @protected @readonly */
  functions;
  /** @protected @readonly */
  handle;
  #frame = new GalleryFrame();

  /**
   * Opens a gallery.
   *
   * @param {KernelMemory} memory
   * @param {GallerySettings & PageColumns} settings
   */
  constructor(memory, settings) {
    this.memory = memory;
    this.functions = memory.functions;
    memory.write(settingNumbers(settings), ...columns(settings));
    this.handle = checked(this.functions.galleryOpen(settings.ids.length));
  }

  /** Returns the frame at a time: always the same object. @param {number} time */
  frame(time) {
    this.#frame.read(
      this.memory, checked(this.functions.galleryFrame(this.handle, time)));
    return this.#frame;
  }

  /** Returns the next time at which something happens, `null` if nothing will. */
  nextBoundary() {
    return optional(this.functions.galleryNextBoundary(this.handle));
  }

  get count() {
    return checked(this.functions.galleryPageCount(this.handle));
  }

  /** @param {number} index */
  pageAt(index) {
    return optional(this.functions.galleryPageAt(this.handle, index));
  }

  /** @param {number} page */
  indexOf(page) {
    return optional(this.functions.galleryIndexOf(this.handle, page));
  }

  /** The count of the pages in the order after all pending edits, also those of others that wait to be shown. */
  get logicalCount() {
    return checked(this.functions.galleryLogicalCount(this.handle));
  }

  /** Returns the page at an index in that order. @param {number} index */
  logicalPageAt(index) {
    return optional(this.functions.galleryLogicalPageAt(this.handle, index));
  }

  /** Returns the index of a page in that order. @param {number} page */
  logicalIndexOf(page) {
    return optional(this.functions.galleryLogicalIndexOf(this.handle, page));
  }

  /** Returns `null` for an unknown ratio and without the page. @param {number} page */
  ratioOf(page) {
    const ratio = optional(this.functions.galleryRatioOf(this.handle, page));
    return ratio === null ? null : ratioValue(ratio);
  }

  /** @param {number} page */
  contentVersionOf(page) {
    return optional(this.functions.galleryContentVersionOf(this.handle, page));
  }

  /** @param {Surface} surface @param {number} x @param {number} y @param {number} time */
  hitTest(surface, x, y, time) {
    return optional(
      this.functions.galleryHitTest(this.handle, surfaceNumber(surface), x, y, time));
  }

  /** Returns copies of the columns of all pages; NaN is an unknown ratio. */
  pages() {
    const count = checked(this.functions.galleryPages(this.handle));
    const list = this.memory.list(0, 3 * count);
    return {
      ids: list.subarray(0, count),
      ratios: list.subarray(count, 2 * count),
      contentVersions: list.subarray(2 * count),
    };
  }

  /** Adds every bit of a frame to the checksum of the kernel. @param {number} time */
  addToChecksum(time) {
    checked(this.functions.checksumAddFrame(this.handle, time));
  }
}
