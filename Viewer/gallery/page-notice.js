// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("../kernel/frame.js").GalleryFrame} Frame */

/** The shortest time between two pages of a motion that others are told of: nobody reads all numbers of a fling. */
const interval = 100e6;

/** The page, and the version of all pages, that others were told of last. */
export class PageNotice {
  /** @type {number | null | undefined} */
  #page = undefined;
  #version = -1;
  #toldAt = -Infinity;
  /** The active page of the last frame. @type {number | null | undefined} */
  #active = undefined;

  /** The time at which others are to be told of the active page, `null` if they were. */
  get due() { return this.#active === this.#page ? null : this.#toldAt + interval; }

  /** Takes a frame, and returns whether others are to be told of it. @param {Frame} frame @param {number} time @param {boolean} isInMotion */
  take(frame, time, isInMotion) {
    const { activePage, pagesVersion } = frame;
    this.#active = activePage;
    const isDue = activePage !== this.#page && (!isInMotion || time - this.#toldAt >= interval);
    if (!isDue && pagesVersion === this.#version) return false;
    this.#page = activePage;
    this.#version = pagesVersion;
    this.#toldAt = time;
    return true;
  }
}
