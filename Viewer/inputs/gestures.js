// SPDX-License-Identifier: Apache-2.0

import { pairOf } from "./pair.js";
import { Hold, holdTime, TapCounter } from "./taps.js";
import { VelocityTracker } from "./velocity.js";

/**
 * What a surface does with the gestures on it. Locations are points from its top left corner,
 * translations count from the beginning of the drag, times are milliseconds.
 * @typedef {object} GestureActions
 * @property {(event: PointerEvent) => boolean} [accepts] whether a pointer that goes down is for the surface
 * @property {(time: number) => boolean} catches whether a touch stops a motion, and drags at once
 * @property {(x: number, y: number, time: number, isVertical: boolean) => boolean} begin
 * @property {(x: number, y: number, time: number) => void} drag
 * @property {(x: number, y: number, time: number) => void} end with the velocity
 * @property {(time: number) => void} cancel
 * @property {(x: number, y: number, time: number, count: number, type: string) => void} tap
 * @property {(x: number, y: number, time: number) => boolean} [hold] after a long press
 * @property {(x: number, y: number, time: number) => boolean} [beginPinch]
 * @property {(scale: number, x: number, y: number, time: number) => void} [pinch]
 * @property {(time: number) => void} [endPinch]
 * @property {() => void} [release] when the last pointer has left, and nothing else follows from it
 */

/** The distance that makes a touch or a click a drag, in points. */
const slops = { touch: 8, pen: 6, mouse: 3 };

/** Turns the pointer events of one element into drags, pinches, taps and long presses. */
export class Gestures {
  #element;
  #actions;
  #velocity = new VelocityTracker();
  /** The pointers that are down, by ID. @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  /** @type {"none" | "waiting" | "drag" | "pinch" | "refused"} */
  #state = "none";
  #origin = { left: 0, top: 0 };
  #start = { x: 0, y: 0 };
  #pinchLength = 1;
  #taps = new TapCounter();
  #hold = new Hold();
  /** Whether a release can be a tap: after a pinch, the last pointer does not tap. */
  #canTap = true;

  /**
   * @param {HTMLElement} element
   * @param {GestureActions} actions
   */
  constructor(element, actions) {
    this.#element = element;
    this.#actions = actions;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#cancel(event));
    element.addEventListener("lostpointercapture", (event) => this.#cancel(event));
    element.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** Whether a pointer is down. */
  get isActive() { return this.#pointers.size > 0; }

  /** Ends a drag or a pinch: what its pointers do until they leave means nothing. Returns whether there was one. @param {number} time */
  cancel(time) {
    if (this.#state !== "drag" && this.#state !== "pinch") return false;
    this.#stop(time);
    this.#state = "refused";
    return true;
  }

  #down(/** @type {PointerEvent} */ event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (/** @type {HTMLElement} */ (event.target).closest?.("button, a")) return;
    if (this.#actions.accepts?.(event) === false) return;
    // A second pointer is for a pinch. Where nothing can be pinched, the first one goes on alone.
    if (this.#pointers.size >= (this.#actions.beginPinch ? 2 : 1)) return;
    const bounds = this.#element.getBoundingClientRect();
    this.#origin = { left: bounds.left, top: bounds.top };
    this.#element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 2) return this.#beginPinch(event.timeStamp);
    this.#start = { x: event.clientX, y: event.clientY };
    this.#velocity.reset();
    this.#velocity.add(event.timeStamp, event.clientX, event.clientY);
    this.#state = "waiting";
    this.#canTap = true;
    if (this.#actions.catches(event.timeStamp)) this.#begin(event.timeStamp, false);
    else this.#startHold(event);
  }

  #move(/** @type {PointerEvent} */ event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) return;
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    if (this.#state === "pinch") return this.#pinch(event.timeStamp);
    for (const sample of event.getCoalescedEvents?.() ?? []) this.#velocity.add(sample.timeStamp, sample.clientX, sample.clientY);
    this.#velocity.add(event.timeStamp, event.clientX, event.clientY);
    const x = event.clientX - this.#start.x;
    const y = event.clientY - this.#start.y;
    if (this.#state === "waiting") {
      const slop = slops[/** @type {keyof slops} */ (event.pointerType)] ?? slops.touch;
      if (Math.hypot(x, y) < slop) return;
      // The drag begins here: the surface does not jump by the slop.
      this.#start = { x: event.clientX, y: event.clientY };
      return this.#begin(event.timeStamp, Math.abs(y) > Math.abs(x));
    }
    if (this.#state === "drag") this.#actions.drag(x, y, event.timeStamp);
  }

  #begin(/** @type {number} */ time, /** @type {boolean} */ isVertical) {
    this.#hold.end();
    const x = this.#start.x - this.#origin.left;
    const y = this.#start.y - this.#origin.top;
    this.#state = this.#actions.begin(x, y, time, isVertical) ? "drag" : "refused";
  }

  #up(/** @type {PointerEvent} */ event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    const state = this.#state;
    if (state === "pinch") return this.#endPinch(event.timeStamp);
    this.#state = "none";
    this.#hold.end();
    if (state === "waiting" && this.#canTap) return this.#tapped(event);
    if (state !== "drag") return this.#released();
    this.#velocity.measure(event.timeStamp);
    this.#actions.end(this.#velocity.x, this.#velocity.y, event.timeStamp);
  }

  #cancel(/** @type {PointerEvent} */ event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    this.#stop(event.timeStamp);
    const isDrag = this.#state === "drag";
    this.#state = this.#pointers.size > 0 ? "refused" : "none";
    if (!isDrag) this.#released();
  }

  #released() {
    if (this.#pointers.size === 0) this.#actions.release?.();
  }

  #stop(/** @type {number} */ time) {
    this.#hold.end();
    if (this.#state === "drag") this.#actions.cancel(time);
    if (this.#state === "pinch") this.#actions.endPinch?.(time);
  }

  #tapped(/** @type {PointerEvent} */ event) {
    const x = event.clientX - this.#origin.left;
    const y = event.clientY - this.#origin.top;
    this.#actions.tap(x, y, event.timeStamp, this.#taps.count(x, y, event.timeStamp), event.pointerType);
  }

  #startHold(/** @type {PointerEvent} */ event) {
    if (!this.#actions.hold) return;
    const { clientX, clientY, timeStamp } = event;
    this.#hold.start(() => {
      if (this.#state !== "waiting") return;
      const isHeld = this.#actions.hold?.(clientX - this.#origin.left, clientY - this.#origin.top, timeStamp + holdTime);
      if (isHeld) this.#state = "drag";
    });
  }

  // Two pointers.

  #beginPinch(/** @type {number} */ time) {
    this.#stop(time);
    const { length, x, y } = pairOf(this.#pointers.values(), this.#origin);
    this.#pinchLength = length;
    this.#state = this.#actions.beginPinch?.(x, y, time) ? "pinch" : "refused";
  }

  #pinch(/** @type {number} */ time) {
    const { length, x, y } = pairOf(this.#pointers.values(), this.#origin);
    this.#actions.pinch?.(length / this.#pinchLength, x, y, time);
  }

  /** One of two pointers was lifted: the other one continues with a drag. */
  #endPinch(/** @type {number} */ time) {
    this.#actions.endPinch?.(time);
    const [rest] = this.#pointers.values();
    this.#state = "none";
    if (!rest) return;
    this.#start = { x: rest.x, y: rest.y };
    this.#velocity.reset();
    this.#state = "waiting";
    this.#canTap = false;
  }
}
