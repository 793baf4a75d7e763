// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("../kernel/drawer.js").Drawer} Drawer */
/** @typedef {{isOpen: boolean, open: () => void}} Details what a drag may open */

/** Drags of a drawer by its own surface, and upward by the page below it, which opens it. */
export class DrawerDrags {
  #drawer;
  #details;

  /** Whether a drag moves the drawer. */
  isActive = false;

  /** @param {() => Drawer} drawer the present one @param {Details} details */
  constructor(drawer, details) {
    this.#drawer = drawer;
    this.#details = details;
  }

  /** @param {number} time */
  beginDrag(time) {
    this.isActive = this.#details.isOpen && this.#drawer().beginDrag(time);
    return true;
  }

  /** A finger that moves up opens the drawer. @param {number} _x @param {number} y @param {number} time */
  drag(_x, y, time) {
    if (!this.isActive && !this.#details.isOpen && y < 0) {
      this.#details.open();
      this.isActive = this.#drawer().beginDrag(time);
    }
    if (this.isActive) this.#drawer().drag(y, time);
  }

  /** @param {number} _x @param {number} y the velocity @param {number} time */
  endDrag(_x, y, time) {
    if (this.isActive) this.#drawer().endDrag(y, time);
    this.isActive = false;
  }

  /** @param {number} time */
  cancelDrag(time) {
    if (this.isActive) this.#drawer().cancelDrag(time);
    this.isActive = false;
  }

  /**
   * Gestures on the drawer: a finger drags it anywhere, a mouse at its head, because elsewhere it selects text.
   * @param {HTMLElement} head @param {Pick<import("../gallery/clock.js").Clock, "time">} clock @param {() => void} changed called after each
   * @returns {import("../inputs/gestures.js").GestureActions}
   */
  gestures(head, clock, changed) {
    const moving = (/** @type {(time: number) => unknown} */ move, /** @type {number} */ timestamp) => {
      move(clock.time(timestamp));
      changed();
    };
    return {
      accepts: ({ pointerType, target }) => pointerType !== "mouse" || head.contains(/** @type {Node} */ (target)),
      catches: () => false,
      begin: (_x, _y, timestamp, isVertical) => isVertical && this.beginDrag(clock.time(timestamp)),
      drag: (x, y, timestamp) => moving((time) => this.drag(x, y, time), timestamp),
      end: (x, y, timestamp) => moving((time) => this.endDrag(x, y, time), timestamp),
      cancel: (timestamp) => moving((time) => this.cancelDrag(time), timestamp),
      tap() {},
    };
  }
}
