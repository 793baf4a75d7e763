// SPDX-License-Identifier: Apache-2.0

import { ZoomFollower } from "./zoom-follower.js";
import { ZoomStep } from "./zoom-step.js";

/** @typedef {import("./zoom-follower.js").ZoomState} ZoomState */

/** The growth of the scale per pixel of a wheel, as an exponent. */
const wheelGrowth = 0.01;
/** The largest distance of one event that counts: a notch of a mouse wheel is 100 or more. */
const wheelLimit = 30;

/** The zoom of the active page, and the gestures, wheels and buttons that change it. */
export class ZoomControl extends ZoomFollower {
  /** Whether the excess of a drag pages. */
  #isPaging = false;
  #wheelScale = 1;

  /** Called when the zoom has changed by an input. */
  onInput = () => {};

  // Gestures.

  #changed() {
    this.stir();
    this.onInput();
  }

  /** @param {number} x @param {number} y @param {number} time */
  doubleTap(x, y, time) {
    this.claim(time);
    this.zoom.doubleTap(x, y, time);
    this.#changed();
  }

  /** @param {number} x @param {number} y @param {number} time */
  beginPinch(x, y, time) {
    this.claim(time);
    return this.zoom.beginPinch(x, y, time);
  }

  /** @param {number} scale @param {number} x @param {number} y @param {number} time */
  pinch(scale, x, y, time) {
    this.zoom.pinch(scale, x, y, time);
    this.#changed();
  }

  /** @param {number} time */
  endPinch(time) {
    this.zoom.endPinch(time);
    this.#changed();
  }

  /** @param {number} time */
  beginDrag(time) {
    this.claim(time);
    this.#isPaging = false;
    return this.zoom.beginDrag(time);
  }

  /** Moves the page up to its edges; what is left turns to the next one. */
  drag(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ time) {
    this.zoom.drag(x, y, time);
    const excess = this.zoom.frame(time).excess.x;
    if (excess !== 0 && !this.#isPaging) this.#isPaging = this.gallery.beginDrag("preview", time);
    if (this.#isPaging) this.gallery.drag(excess, time);
    this.#changed();
  }

  /** @param {number} x the velocity @param {number} y @param {number} time */
  endDrag(x, y, time) {
    const left = this.zoom.endDrag(x, y, time);
    if (this.#isPaging) this.gallery.endDrag(left?.x ?? 0, time);
    this.#changed();
  }

  /** Moves the page without turning to another one. */
  pan(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ time) {
    this.zoom.drag(x, y, time);
    this.#changed();
  }

  /** @param {number} time */
  cancelDrag(time) {
    this.zoom.cancelDrag(time);
    if (this.#isPaging) this.gallery.cancelDrag(time);
    this.#changed();
  }

  // The wheel: with a pressed key, or two fingers on a trackpad.

  /** @param {number} x @param {number} y @param {number} time */
  beginWheel(x, y, time) {
    this.#wheelScale = 1;
    return this.beginPinch(x, y, time);
  }

  /** @param {number} distance pixels @param {number} x @param {number} y @param {number} time */
  wheel(distance, x, y, time) {
    const limited = Math.min(Math.max(distance, -wheelLimit), wheelLimit);
    this.#wheelScale *= Math.exp(-limited * wheelGrowth);
    this.pinch(this.#wheelScale, x, y, time);
  }

  // Buttons and keys: around the center.

  /** Changes the scale by a factor; factors that follow each other quickly count as well. @param {number} factor @param {number} time */
  zoomBy(factor, time) {
    const [step, page] = [this.step, this.page];
    this.claim(time);
    const { scale } = this.zoom.frame(time);
    const wanted = (step && page === this.page ? step.goal : scale) * factor;
    // Six factors can come back to almost the whole page.
    const goal = wanted < 1 + 1e-6 ? 1 : Math.min(wanted, this.limit);
    const center = { x: this.width / 2, y: this.height / 2 };
    if (goal === scale || !this.zoom.beginPinch(center.x, center.y, time)) return;
    this.step = new ZoomStep(goal / scale, goal, center, time);
    this.#changed();
  }

  /** Shows the whole page. @param {number} time */
  reset(time) {
    if (this.isZoomed(time)) this.doubleTap(this.width / 2, this.height / 2, time);
  }
}
