// SPDX-License-Identifier: Apache-2.0

import { changeNumbers } from "./changes.js";
import { GalleryEdits } from "./gallery-edits.js";
import { checked, succeeded } from "./memory.js";
import { columns } from "./lists.js";

/** @typedef {import("./changes.js").ReceivedChange} ReceivedChange */
/** @typedef {import("./lists.js").PageColumns} PageColumns */

/** The responses of the source. Each returns whether the gallery has waited for it. */
export class GalleryResponses extends GalleryEdits {
  /** @param {number} number @param {{ revision: number, pageCount?: number | null }} receipt @param {number} time */
  receipt(number, { revision, pageCount }, time) {
    return succeeded(this.functions.galleryReceipt(
      this.handle, number, revision, pageCount ?? NaN, time));
  }

  /** @param {number} number @param {number} revision @param {readonly ReceivedChange[]} changes @param {number} time */
  conflict(number, revision, changes, time) {
    const list = changeNumbers(changes);
    this.memory.write(list);
    return succeeded(this.functions.galleryConflict(
      this.handle, number, revision, changes.length, list.length, time));
  }

  /** @param {number} number @param {PageColumns & { revision: number }} pages @param {number} time */
  knownPages(number, pages, time) {
    this.memory.write(...columns(pages));
    return succeeded(this.functions.galleryKnownPages(
      this.handle, number, pages.revision, pages.ids.length, time));
  }

  /** @param {number} number @param {number} revision @param {number} time */
  knownVersion(number, revision, time) {
    return checked(
      this.functions.galleryKnownVersion(this.handle, number, revision, time)) === 1;
  }

  /** @param {number} number @param {ReceivedChange} change @param {number} time */
  change(number, change, time) {
    const list = changeNumbers([change]);
    this.memory.write(list);
    return checked(
      this.functions.galleryChange(this.handle, number, list.length, time)) === 1;
  }

  /** No more changes will be delivered. @param {number} number @param {number} time */
  endChanges(number, time) {
    return succeeded(this.functions.galleryEndChanges(this.handle, number, time));
  }

  /** @param {number} number @param {number} code A number of the script. @param {number} time */
  failure(number, code, time) {
    return succeeded(this.functions.galleryFailure(this.handle, number, code, time));
  }

  /** The document is permanently gone. @param {number} number @param {number} time */
  gone(number, time) {
    return succeeded(this.functions.galleryGone(this.handle, number, time));
  }

  /** Another call has found the document to be permanently gone. @param {number} time */
  noteGone(time) {
    checked(this.functions.galleryNoteGone(this.handle, time));
  }
}
