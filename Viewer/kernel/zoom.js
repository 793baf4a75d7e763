// SPDX-License-Identifier: Apache-2.0

import { ratioNumber } from "./changes.js";
import { checked, optional, setting, succeeded } from "./memory.js";
import { readRecords } from "./records.js";

/** @typedef {import("./memory.js").KernelMemory} KernelMemory */
/** @typedef {{ width: number, height: number }} Size */

/** The zoom of the active page. All times are whole nanoseconds. */
export class Zoom {
  #memory;
  #functions;
  #handle;

  /**
   * Opens a zoom.
   *
   * @param {KernelMemory} memory
   * @param {Size & { maximumScale?: number, doubleTapScale?: number, speed?: number,
   *   reducedMotion?: boolean }} settings
   * @param {number} time
   */
  constructor(memory, settings, time) {
    this.#memory = memory;
    this.#functions = memory.functions;
    this.#handle = checked(this.#functions.zoomOpen(
      settings.width, settings.height, setting(settings.maximumScale),
      setting(settings.doubleTapScale), setting(settings.speed), setting(settings.reducedMotion),
      time));
  }

  /** Frees the zoom. */
  release() {
    checked(this.#functions.zoomRelease(this.#handle));
  }

  /** @param {number | null} page @param {number | null} ratio @param {number} time */
  show(page, ratio, time) {
    checked(this.#functions.zoomShow(this.#handle, page ?? -1, ratioNumber(ratio), time));
  }

  /** @param {number} width @param {number} height @param {number} time */
  setViewport(width, height, time) {
    checked(this.#functions.zoomSetViewport(this.#handle, width, height, time));
  }

  /** @param {number} x @param {number} y @param {number} time */
  doubleTap(x, y, time) {
    return succeeded(this.#functions.zoomDoubleTap(this.#handle, x, y, time));
  }

  /** @param {number} x @param {number} y @param {number} time */
  beginPinch(x, y, time) {
    return succeeded(this.#functions.zoomBeginPinch(this.#handle, x, y, time));
  }

  /** @param {number} scale Relative to the touch. @param {number} x @param {number} y @param {number} time */
  pinch(scale, x, y, time) {
    return succeeded(this.#functions.zoomPinch(this.#handle, scale, x, y, time));
  }

  /** @param {number} time */
  endPinch(time) {
    return succeeded(this.#functions.zoomEndPinch(this.#handle, time));
  }

  /** @param {number} time */
  beginDrag(time) {
    return succeeded(this.#functions.zoomBeginDrag(this.#handle, time));
  }

  /** Moves the page. The excess, which is left for paging, is in the frame. @param {number} x @param {number} y @param {number} time */
  drag(x, y, time) {
    return succeeded(this.#functions.zoomDrag(this.#handle, x, y, time));
  }

  /** Ends the drag. Returns the velocity that is left for paging, `null` without a drag. @param {number} x @param {number} y @param {number} time */
  endDrag(x, y, time) {
    if (checked(this.#functions.zoomEndDrag(this.#handle, x, y, time)) === 0) return null;
    const start = checked(this.#functions.zoomFrame(this.#handle, time)) / 8;
    const numbers = this.#memory.numbers;
    return { x: numbers[start + 16], y: numbers[start + 17] };
  }

  /** @param {number} time */
  cancelDrag(time) {
    return succeeded(this.#functions.zoomCancelDrag(this.#handle, time));
  }

  /** @param {number} time */
  advance(time) {
    return readRecords(this.#memory, checked(this.#functions.zoomAdvance(this.#handle, time)));
  }

  /** Returns the scale, the box of the page in the viewport, and the excess of a drag. @param {number} time */
  frame(time) {
    const start = checked(this.#functions.zoomFrame(this.#handle, time)) / 8;
    const numbers = this.#memory.numbers;
    const [page, , , scale, x, y, width, height, excessX, excessY, flags, boundary, target] =
      numbers.subarray(start + 1, start + 16);
    return {
      time: numbers[start],
      page: page === -1 ? null : page,
      scale,
      content: { x, y, width, height },
      excess: { x: excessX, y: excessY },
      isAnimating: (flags & 1) !== 0,
      isZoomed: (flags & 2) !== 0,
      nextBoundary: boundary === -1 ? null : boundary,
      targetScale: target,
      fitted: { width: numbers[start + 14], height: numbers[start + 15] },
    };
  }

  nextBoundary() {
    return optional(this.#functions.zoomNextBoundary(this.#handle));
  }
}
