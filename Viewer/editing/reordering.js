// SPDX-License-Identifier: Apache-2.0

import { LiftedPage } from "./lifted-page.js";

/** The distance from an end of the strip within which it scrolls, in points. */
const edge = 56;
/** The speed of the strip then, in points per second. */
const speed = 500;

/** A page that is dragged in the strip after a long press: it follows the finger to a gap between others. */
export class Reordering {
  #parts;
  #page = -1;
  #x = 0;
  #location = 0;
  /** The distance that brings the center of the lifted page below the finger. */
  #shift = 0;
  #gap = -1;
  /** The end at which the finger is: -1, 1, or 0 for neither. */
  #side = 0;
  /** The drag of the strip below the finger. @type {{translation: number, time: number} | null} */
  #scroll = null;
  /** @type {LiftedPage | null} */
  #lifted = null;
  #marker = document.createElement("div");

  /** @param {{gallery: import("../kernel/gallery.js").Gallery, clock: import("../gallery/clock.js").Clock, stage: import("../gallery/stage.js").Stage, editing: import("./editing.js").Editing, layout: any}} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#marker.className = "drop-marker";
    this.#marker.hidden = true;
    parts.layout.strip.append(this.#marker);
    parts.stage.layers.push(this);
  }

  // A layer of the stage: the strip scrolls while the finger is at one of its ends.

  nextBoundary() { return null; }

  /** @param {number} time */
  draw(time) {
    this.#lifted?.update();
    if (this.#side === 0 || this.#page < 0) {
      // The frame of this time was taken before.
      if (this.#endScroll(time)) this.#parts.stage.changed();
      return false;
    }
    const { gallery } = this.#parts;
    if (!this.#scroll && gallery.beginDrag("strip", time)) this.#scroll = { translation: 0, time };
    if (!this.#scroll) return false;
    const isAtEnd = this.#isAtEnd(time);
    if (!isAtEnd) this.#scroll.translation -= this.#side * speed * (time - this.#scroll.time) / 1e9;
    this.#scroll.time = time;
    gallery.drag(this.#scroll.translation, time);
    this.#findGap();
    return !isAtEnd;
  }

  /** Whether the last page on the side of the finger is in the middle: beyond it, there is no gap to drop a page in. */
  #isAtEnd(/** @type {number} */ time) {
    const { position, count } = this.#parts.gallery.frame(time);
    const isForward = (this.#side > 0) !== (document.documentElement.dir === "rtl");
    return isForward ? position >= count - 1 : position <= 0;
  }

  /** Returns whether the strip was scrolling. */
  #endScroll(/** @type {number} */ time) {
    if (!this.#scroll) return false;
    this.#parts.gallery.endDrag(0, time);
    this.#scroll = null;
    return true;
  }

  /** Whether a page is dragged. */
  get isActive() { return this.#page >= 0; }

  /** Lifts the page at a location. @param {number} x @param {number} y @param {number} time */
  begin(x, y, time) {
    const { gallery, stage, layout } = this.#parts;
    const page = gallery.hitTest("strip", x, y, time);
    const thumbnail = page === null ? null : stage.strip.elementOf(page);
    if (page === null || !thumbnail || gallery.count < 2) return false;
    this.#page = page;
    this.#x = x;
    this.#shift = x - this.#centerOf(page, x);
    this.#lifted = new LiftedPage(stage.strip, page, thumbnail, layout.strip);
    navigator.vibrate?.(10);
    this.drag(0, 0);
    return true;
  }

  /** The center of a thumbnail, or another location if it is out of sight. */
  #centerOf(/** @type {number} */ page, /** @type {number} */ other) {
    const { gallery, clock } = this.#parts;
    return gallery.frame(clock.last).strip.find(({ id }) => id === page)?.x ?? other;
  }

  /** Moves the lifted page. @param {number} x the translation @param {number} y */
  drag(x, y) {
    if (!this.#lifted) return;
    this.#lifted.move(x + this.#shift, y);
    this.#location = this.#x + x;
    this.#findGap();
  }

  /** The gap below the finger: before the first thumbnail whose center lies behind it. */
  #findGap() {
    const { gallery, clock } = this.#parts;
    const x = this.#location;
    const { strip, stripWidth } = gallery.frame(clock.last);
    const isMirrored = document.documentElement.dir === "rtl";
    let [gap, position] = [-1, 0];
    for (let number = 0; number < strip.length; number += 1) {
      const { index, x: center, width } = strip[number];
      const isBehind = isMirrored ? center < x : center > x;
      if (isBehind && gap < 0) [gap, position] = [index, center - (isMirrored ? -1 : 1) * (width / 2 + 2)];
      if (gap < 0 && number === strip.length - 1) [gap, position] = [index + 1, center + (isMirrored ? -1 : 1) * (width / 2 + 2)];
    }
    this.#gap = gap;
    this.#marker.hidden = gap < 0;
    this.#marker.style.translate = `${position}px`;
    this.#side = x < edge ? -1 : x > stripWidth - edge ? 1 : 0;
  }

  /** Puts the page down. */
  end() {
    const { gallery, editing } = this.#parts;
    const [page, gap] = [this.#page, this.#gap];
    this.cancel();
    const index = gallery.indexOf(page);
    if (index !== null && gap >= 0) editing.moving.move(page, gap > index ? gap - 1 : gap);
  }

  /** Puts the page back. Returns whether one was dragged. */
  cancel() {
    if (this.#page < 0) return false;
    this.#lifted?.putDown();
    this.#lifted = null;
    this.#marker.hidden = true;
    this.#page = -1;
    this.#side = 0;
    this.#endScroll(this.#parts.clock.time());
    return true;
  }
}
