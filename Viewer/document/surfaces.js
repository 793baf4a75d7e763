// SPDX-License-Identifier: Apache-2.0

import { Gestures } from "../inputs/gestures.js";
import { Wheels } from "./wheels.js";

/** @typedef {import("./viewer.js").Parts} Parts */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {import("./commands.js").Commands} Commands */
/** @typedef {import("../inputs/gestures.js").GestureActions} GestureActions */

/** The page and the strip under fingers: passes gestures to the gallery, the zoom and the details. */
export class Surfaces {
  #parts;
  #panels;
  /** @type {Gestures[]} */
  #gestures;
  /** All that may be active. @type {{isActive: boolean}[]} */
  #inputs;

  /** @param {Parts} parts @param {Panels} panels @param {Commands} commands */
  constructor(parts, panels, commands) {
    this.#parts = parts;
    this.#panels = panels;
    const { preview, strip } = parts.layout;
    this.#gestures = [new Gestures(preview, this.#previewActions()), new Gestures(strip, this.#stripActions())];
    this.#inputs = [...this.#gestures, ...new Wheels(parts, commands).movements];
  }

  /** Ends what fingers do. Returns whether they do something. @param {number} timestamp */
  cancel(timestamp) {
    return this.#gestures.some((gestures) => gestures.cancel(timestamp));
  }

  /** Whether a finger is down, or a wheel turns. */
  get isTouched() {
    for (let number = 0; number < this.#inputs.length; number += 1) if (this.#inputs[number].isActive) return true;
    return false;
  }

  /** Whether a finger catches pages that move. Those of an edit move on: a tap is one. */
  #catches(/** @type {number} */ timestamp) {
    const { isAnimating, stage } = this.#parts.gallery.frame(this.#time(timestamp));
    return isAnimating && stage === "none";
  }

  #time(/** @type {number} */ timestamp) {
    return this.#parts.clock.time(timestamp);
  }

  /** What a drag of the page moves. */
  #target(/** @type {string} */ mode) {
    const { zoom, gallery } = this.#parts;
    if (mode === "zoom") return zoom;
    if (mode === "details") return this.#details();
    return {
      drag: (/** @type {number} */ x, /** @type {number} */ _, /** @type {number} */ time) => void gallery.drag(x, time),
      endDrag: (/** @type {number} */ x, /** @type {number} */ _, /** @type {number} */ time) => void gallery.endDrag(x, time),
      cancelDrag: (/** @type {number} */ time) => void gallery.cancelDrag(time),
    };
  }

  /** The drawer, as soon as it is loaded: a drag upward opens it. */
  #details() {
    const { details } = this.#panels;
    details.load().catch(() => {});
    return {
      drag: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ time) => details.value?.drags.drag(x, y, time),
      endDrag: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ time) => details.value?.drags.endDrag(x, y, time),
      cancelDrag: (/** @type {number} */ time) => details.value?.drags.cancelDrag(time),
    };
  }

  /** @returns {GestureActions} */
  #previewActions() {
    const { gallery, zoom, stage } = this.#parts;
    const { details, presence } = this.#panels;
    let target = this.#target("page");
    return {
      catches: (timestamp) => this.#catches(timestamp) || zoom.state.isAnimating,
      begin: (_x, _y, timestamp, isVertical) => {
        const time = this.#time(timestamp);
        const mode = zoom.isZoomed(time) ? "zoom" : isVertical ? "details" : "page";
        target = this.#target(mode);
        if (mode === "zoom") return zoom.beginDrag(time);
        return mode === "details" ? details.value?.drags.beginDrag(time) ?? true : gallery.beginDrag("preview", time);
      },
      drag: (x, y, timestamp) => (target.drag(x, y, this.#time(timestamp)), stage.changed()),
      end: (x, y, timestamp) => (target.endDrag(x, y, this.#time(timestamp)), stage.changed()),
      cancel: (timestamp) => (target.cancelDrag(this.#time(timestamp)), stage.changed()),
      tap: (x, y, timestamp, count, type) => {
        if (count === 2) zoom.doubleTap(x, y, this.#time(timestamp));
        // The second tap of two takes back what the first one did.
        if (type === "touch" && count <= 2 && (count === 2 || !details.value?.close())) presence.toggle();
        stage.changed();
      },
      beginPinch: (x, y, timestamp) => zoom.beginPinch(x, y, this.#time(timestamp)),
      pinch: (scale, x, y, timestamp) => zoom.pinch(scale, x, y, this.#time(timestamp)),
      endPinch: (timestamp) => zoom.endPinch(this.#time(timestamp)),
      release: () => stage.changed(),
    };
  }

  /** @returns {GestureActions} */
  #stripActions() {
    const { gallery, stage } = this.#parts;
    const { reordering } = this.#panels;
    return {
      catches: (timestamp) => this.#catches(timestamp),
      begin: (_x, _y, timestamp) => gallery.beginDrag("strip", this.#time(timestamp)),
      drag: (x, y, timestamp) => {
        if (reordering.value?.isActive) reordering.value.drag(x, y);
        else gallery.drag(x, this.#time(timestamp));
        stage.changed();
      },
      end: (x, _y, timestamp) => {
        if (reordering.value?.isActive) reordering.value.end();
        else gallery.endDrag(x, this.#time(timestamp));
        stage.changed();
      },
      cancel: (timestamp) => {
        if (!reordering.value?.cancel()) gallery.cancelDrag(this.#time(timestamp));
        stage.changed();
      },
      tap: (x, y, timestamp) => {
        gallery.tap(x, y, this.#time(timestamp));
        stage.changed();
      },
      release: () => stage.changed(),
      hold: (x, y, timestamp) => this.#parts.canEdit && (reordering.value?.begin(x, y, this.#time(timestamp)) ?? false),
    };
  }
}
