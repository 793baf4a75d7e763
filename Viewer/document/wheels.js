// SPDX-License-Identifier: Apache-2.0

import { PageWheel, wheelDistance, WheelMovement } from "../inputs/wheel.js";

/** @typedef {import("./viewer.js").Parts} Parts */
/** @typedef {import("./commands.js").Commands} Commands */

/** The wheels on the page and on the strip: they turn pages, drag the strip, zoom, and move a zoomed page. */
export class Wheels {
  #parts;
  #commands;
  #pageWheel = new PageWheel();

  /** What lasts for longer than one event. */
  movements;

  /** @param {Parts} parts @param {Commands} commands */
  constructor(parts, commands) {
    this.#parts = parts;
    this.#commands = commands;
    const { strip, main } = parts.layout;
    const [scrub, pinch, pan] = this.movements = [this.#scrubbing(), this.#pinching(), this.#panning()];
    strip.parentElement?.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (!event.ctrlKey) scrub.take(event);
    }, { passive: false });
    main.addEventListener("wheel", (event) => {
      // The list of all pages and long details scroll by themselves.
      if (/** @type {HTMLElement} */ (event.target).closest?.(".details")) return;
      event.preventDefault();
      if (event.ctrlKey) pinch.take(event);
      else if (parts.zoom.isZoomed(this.#time(event))) pan.take(event);
      else this.#turn(event);
    }, { passive: false });
  }

  #time(/** @type {WheelEvent} */ event) { return this.#parts.clock.time(event.timeStamp); }

  get #sign() { return document.documentElement.dir === "rtl" ? -1 : 1; }

  #turn(/** @type {WheelEvent} */ event) {
    const turn = this.#pageWheel.take(wheelDistance(event, this.#sign), event.timeStamp);
    if (turn !== 0) this.#commands.turn(turn);
  }

  /** The wheel above the strip drags it. */
  #scrubbing() {
    const { gallery, clock, stage } = this.#parts;
    let translation = 0;
    return new WheelMovement({
      begin: (event) => (translation = 0, gallery.beginDrag("strip", this.#time(event))),
      move: (event) => {
        translation -= wheelDistance(event, this.#sign) * this.#sign;
        gallery.drag(translation, this.#time(event));
        stage.changed();
      },
      end: () => (gallery.endDrag(0, clock.time()), stage.changed()),
    });
  }

  /** The wheel with Control, or two fingers on a trackpad, zooms at the pointer. */
  #pinching() {
    const { zoom, clock, stage } = this.#parts;
    return new WheelMovement({
      begin: (event) => zoom.beginWheel(...this.#location(event), this.#time(event)),
      move: (event) => zoom.wheel(event.deltaY * (event.deltaMode === 1 ? 16 : 1), ...this.#location(event), this.#time(event)),
      end: () => (zoom.endPinch(clock.time()), stage.changed()),
    });
  }

  /** The wheel above a zoomed page moves it. */
  #panning() {
    const { zoom, clock, stage } = this.#parts;
    let [x, y] = [0, 0];
    return new WheelMovement({
      begin: (event) => ([x, y] = [0, 0], zoom.beginDrag(this.#time(event))),
      move: (event) => {
        [x, y] = [x - event.deltaX, y - event.deltaY];
        zoom.pan(x, y, this.#time(event));
      },
      end: () => (zoom.cancelDrag(clock.time()), stage.changed()),
    });
  }

  /** The location of an event in the preview. @returns {[number, number]} */
  #location(/** @type {WheelEvent} */ event) {
    const { left, top } = this.#parts.layout.preview.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}
