// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./zoom-step.js").ZoomStep} ZoomStep */

/** @typedef {import("../kernel/zoom.js").Zoom} Zoom */
/** @typedef {import("../kernel/gallery.js").Gallery} Gallery */

/**
 * What the views need of the frame of the zoom.
 * @typedef {{page: number, scale: number, x: number, y: number, width: number, height: number, isAnimating: boolean}} ZoomState
 */

/** The maximum scale of a page that is about as long as the window. */
const usualLimit = 8;

/** Shows the zoom of the active page. It is reset when another page has taken its place. */
export class ZoomFollower {
  #open;
  /** @protected @type {Zoom} */
  zoom;
  /** @protected @readonly */
  gallery;
  #page = -1;
  /** @type {number | null} */
  #ratio = null;
  /** The size of the window. @protected */
  width = 1;
  /** @protected */
  height = 1;
  /** The largest scale. @protected */
  limit = usualLimit;
  /** A step of the buttons. @protected @type {ZoomStep | null} */
  step = null;
  /** Whether the whole page is shown and nothing moves: until the next input, the zoom has nothing to follow. */
  #isQuiet = false;
  /** @type {ZoomState} */
  #state = { page: -1, scale: 1, x: 0, y: 0, width: 0, height: 0, isAnimating: false };

  /**
   * @param {(settings: {width: number, height: number, maximumScale: number}, time: number) => Zoom} open opens a zoom with the present settings
   * @param {Gallery} gallery
   */
  constructor(open, gallery) {
    this.#open = open;
    this.zoom = open({ width: 1, height: 1, maximumScale: usualLimit }, 0);
    this.gallery = gallery;
  }

  /** Begins anew, with other settings. @param {number} time */
  reopen(time) {
    const place = this.place(time);
    this.#openAgain(time);
    this.show(this.#page, time);
    if (place) this.restore(place, time);
  }

  #openAgain(/** @type {number} */ time) {
    this.zoom.release();
    this.zoom = this.#open({ width: this.width, height: this.height, maximumScale: this.limit }, time);
  }

  /** The maximum scale of the page: a long one, such as a receipt, fills the window twice. */
  get #neededLimit() {
    const shape = (this.#ratio ?? 1) * this.height / this.width;
    return Math.min(1000, Math.max(usualLimit, 2 * shape, 2 / shape));
  }

  /** The page that is shown, -1 for none. @protected */
  get page() { return this.#page; }

  /** The next boundary, `null` if there is none. */
  nextBoundary() { return this.zoom.nextBoundary(); }

  /** Whether the active page is larger than in the gallery. @param {number} time */
  isZoomed(time) {
    const frame = this.zoom.frame(time);
    return frame.scale > 1 || frame.targetScale > 1;
  }

  /**
   * Follows the gallery to a time, and returns the state of the zoom.
   * @param {{activePage: number | null, preview: {length: number, [index: number]: {id: number}}}} frame
   * @param {number} time
   */
  follow(frame, time) {
    const activePage = frame.activePage ?? -1;
    if (this.#isQuiet) {
      this.#state.page = activePage;
      return this.#state;
    }
    if (activePage !== this.#page) {
      // A zoomed page stays so until it is out of sight: it would jump.
      let isVisible = false;
      for (let number = 0; number < frame.preview.length; number += 1) isVisible ||= frame.preview[number].id === this.#page;
      if (!isVisible || this.zoom.frame(time).scale === 1) this.show(activePage, time);
    } else if (activePage >= 0 && this.gallery.ratioOf(activePage) !== this.#ratio) {
      this.show(this.#page, time);
    }
    if (this.step?.advance(this.zoom, time)) this.step = null;
    this.zoom.advance(time);
    const zoomed = this.zoom.frame(time);
    const state = this.#state;
    state.page = this.#page;
    state.scale = zoomed.scale;
    state.x = zoomed.content.x;
    state.y = zoomed.content.y;
    state.width = zoomed.content.width;
    state.height = zoomed.content.height;
    state.isAnimating = zoomed.isAnimating;
    this.#isQuiet = state.scale === 1 && !state.isAnimating && !this.step && this.nextBoundary() === null;
    return state;
  }

  /** The state that was drawn last. */
  get state() { return this.#state; }

  /** @param {number} page -1 for none @param {number} time */
  show(page, time) {
    this.stir();
    this.#page = page;
    this.#ratio = page < 0 ? null : this.gallery.ratioOf(page);
    this.step = null;
    if (this.limit !== this.#neededLimit) {
      this.limit = this.#neededLimit;
      this.#openAgain(time);
    }
    this.zoom.show(page < 0 ? null : page, this.#ratio, time);
  }

  /** @param {number} width @param {number} height @param {number} time */
  setViewport(width, height, time) {
    this.stir();
    [this.width, this.height] = [width, height];
    this.zoom.setViewport(width, height, time);
    if (this.limit !== this.#neededLimit) this.reopen(time);
  }

  /** Something is about to change. @protected */
  stir() { this.#isQuiet = false; }

  /** Shows the active page, which a new gesture is for. @protected @param {number} time */
  claim(time) {
    if (this.step) this.zoom.endPinch(time);
    this.step = null;
    this.stir();
    const active = this.gallery.frame(time).activePage ?? -1;
    if (active !== this.#page || active >= 0 && this.gallery.ratioOf(active) !== this.#ratio) this.show(active, time);
  }

  /** Whether a step is in progress. */
  get isStepping() { return this.step !== null; }

  // Restoration.

  /** The place that a reload restores: the scale, and the point of the page in the center. @param {number} time */
  place(time) {
    const { scale, content: { x, y, width, height } } = this.zoom.frame(time);
    if (scale <= 1) return null;
    return { scale, u: (this.width / 2 - x) / width, v: (this.height / 2 - y) / height };
  }

  /** @param {{scale: number, u: number, v: number}} place @param {number} time */
  restore(place, time) {
    this.claim(time);
    const { x, y, width, height } = this.zoom.frame(time).content;
    if (!this.zoom.beginPinch(x + place.u * width, y + place.v * height, time)) return;
    this.zoom.pinch(place.scale, this.width / 2, this.height / 2, time);
    this.zoom.endPinch(time);
  }
}
