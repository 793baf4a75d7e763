// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("../kernel/zoom.js").Zoom} Zoom */

/** The duration of a step, in nanoseconds. */
const duration = 180e6;

/** A step of the zoom buttons: a pinch of its own, at a point of the window. */
export class ZoomStep {
  #factor;
  #point;
  #start;

  /**
   * @param {number} factor by which the scale grows @param {number} goal the scale after that @param {{x: number, y: number}} point
   * @param {number} start the time at which the pinch began
   */
  constructor(factor, goal, point, start) {
    this.goal = goal;
    this.#factor = factor;
    this.#point = point;
    this.#start = start;
  }

  /** Moves on to a time. Returns whether the step has ended. @param {Zoom} zoom @param {number} time */
  advance(zoom, time) {
    const progress = Math.min(1, (time - this.#start) / duration);
    const eased = progress * (2 - progress);
    zoom.pinch(this.#factor ** eased, this.#point.x, this.#point.y, time);
    if (progress < 1) return false;
    zoom.endPinch(time);
    return true;
  }
}
