// SPDX-License-Identifier: Apache-2.0

import { pageStyle } from "../pictures/ladder.js";

/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */
/** @typedef {import("../kernel/frame.js").GalleryFrame} Frame */
/** @typedef {import("../pictures/pictures.js").Pictures} Pictures */
/** @typedef {import("../zoom/zoom.js").ZoomState} ZoomState */

/** The shortest time between two plans of pictures while something moves, in nanoseconds. */
export const planInterval = 120e6;

/** Plans which pictures are loaded, from what the kernel announces and what frames show. */
export class Planner {
  #gallery;
  #pictures;
  #preloaded;
  /** Pages that will be needed soon, the most urgent one last. @type {Set<number>} */
  #announced = new Set();
  #isDirty = true;
  #plannedAt = -Infinity;
  /** @type {number | null} */
  #plannedPage = null;
  /** Pages that are visible as well, such as in the grid, in place of those of the strip. @type {{pages: number[], style: string} | null} */
  #more = null;

  /** @param {Gallery} gallery @param {Pictures} pictures @param {{page: number, style: string} | null} preloaded */
  constructor(gallery, pictures, preloaded) {
    this.#gallery = gallery;
    this.#pictures = pictures;
    this.#preloaded = preloaded;
  }

  /** The time of the next plan, `null` if the last one is still right. */
  get due() { return this.#isDirty ? this.#plannedAt + planInterval : null; }

  /** The last plan is not right any more. */
  invalidate() { this.#isDirty = true; }

  /** @param {{pages: number[], style: string} | null} more */
  setMore(more) {
    this.#more = more;
    this.#isDirty = true;
  }

  /** @param {ArrayLike<number>} ids */
  announce(ids) {
    this.cancel(ids);
    for (let number = ids.length - 1; number >= 0; number -= 1) this.#announced.add(ids[number]);
  }

  /** @param {ArrayLike<number>} ids */
  cancel(ids) {
    for (let number = 0; number < ids.length; number += 1) this.#announced.delete(ids[number]);
    this.#isDirty = true;
  }

  /** Whether a plan is to be made at a time. @param {number} time @param {boolean} isResting */
  isDue(time, isResting) { return this.#isDirty && (isResting || time - this.#plannedAt >= planInterval); }

  /**
   * Plans the pictures for a frame.
   * @param {Frame} frame
   * @param {ZoomState} zoomed
   * @param {{time: number, isFlying: boolean, thumbnail: string}} settings the style of thumbnails
   */
  plan(frame, zoomed, { time, isFlying, thumbnail }) {
    this.#isDirty = false;
    this.#plannedAt = time;
    const large = this.#nearPages(frame, isFlying).map((page) => ({ page, style: this.#styleOf(page, frame, zoomed.page === page ? zoomed.scale : 1) }));
    // The document preloads one picture of the page that it is opened with.
    if (this.#preloaded?.page === frame.activePage) large.unshift(this.#preloaded);
    else this.#preloaded = null;
    const { pages: more, style } = this.#more ?? { pages: [], style: thumbnail };
    this.#pictures.want({ announced: [...more, ...[...this.#announced].reverse()], large, thumbnail: style });
  }

  /** The pages that are or will be shown large, the active one first. */
  #nearPages(/** @type {Frame} */ frame, /** @type {boolean} */ isFlying) {
    const near = new Set([frame.activePage ?? -1]);
    // The end of a jump is known before it is there.
    const isKnown = frame.activePage === this.#plannedPage;
    this.#plannedPage = frame.activePage;
    if (isFlying && !isKnown) return [];
    for (let number = 0; !isFlying && number < frame.preview.length; number += 1) near.add(frame.preview[number].id);
    for (const step of isFlying ? [] : [1, -1]) {
      const index = (frame.activeIndex ?? 0) + step;
      if (index >= 0 && index < frame.count) near.add(this.#gallery.pageAt(index) ?? -1);
    }
    near.delete(-1);
    return [...near];
  }

  #styleOf(/** @type {number} */ page, /** @type {Frame} */ frame, /** @type {number} */ scale) {
    const ratio = this.#gallery.ratioOf(page);
    const width = ratio === null ? frame.previewWidth : Math.min(frame.previewWidth, frame.previewHeight * ratio);
    const height = ratio === null ? frame.previewHeight : width / ratio;
    return pageStyle(width * scale, height * scale, devicePixelRatio, scale > 1);
  }
}
