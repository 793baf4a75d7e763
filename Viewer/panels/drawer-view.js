// SPDX-License-Identifier: Apache-2.0

import { Drawer } from "../kernel/drawer.js";
import { points } from "../pictures/frame.js";

/** The height above the lower edge below which the drawer and its shadow fade, in points. */
const fadingHeight = 48;

/** A drawer of the kernel at the lower edge of its container, and the element that follows it. */
export class DrawerView {
  #memory;
  #reducedMotion;
  #element;
  #transform = "";
  #opacity = 1;
  /** The drawer of the kernel, which takes the gestures. @type {Drawer} */
  drawer;

  /** @param {import("../kernel/memory.js").KernelMemory} memory @param {MediaQueryList} reducedMotion @param {HTMLElement} element */
  constructor(memory, reducedMotion, element) {
    this.#memory = memory;
    this.#reducedMotion = reducedMotion;
    this.#element = element;
    this.drawer = this.#open({ width: 1, height: 1 }, 0);
  }

  #open(/** @type {{width: number, height: number}} */ { width, height }, /** @type {number} */ time) {
    return new Drawer(this.#memory, { width, height, peekHeight: 0, reducedMotion: this.#reducedMotion.matches }, time);
  }

  /** Begins anew, with other settings. @param {DOMRect} container @param {number} time */
  reopen(container, time) {
    this.drawer.release();
    this.drawer = this.#open(container, time);
  }

  /** Fits the drawer to its content. @param {DOMRect} container @param {number} time */
  fit({ width, height }, time) {
    // What is higher than the window is scrolled, and dragged at its head.
    this.#element.toggleAttribute("data-scrolls", this.#element.scrollHeight > height);
    this.drawer.setViewport(width, height, time);
    // There is one content: it would rest at a height of the other one after a drag.
    for (const content of /** @type {const} */ (["normal", "advanced"])) this.drawer.setHeight(content, Math.min(this.#element.scrollHeight, height), time);
  }

  /** Draws the drawer: its place is known by a text. @param {number} time */
  draw(time) {
    this.drawer.advance(time);
    const { y, height, state, isAnimating } = this.drawer.frame(time);
    const place = `translateY(${points(y)}px)`;
    if (place !== this.#transform) this.#element.style.transform = this.#transform = place;
    const opacity = Math.min(1, height / fadingHeight);
    if (opacity !== this.#opacity) this.#element.style.opacity = String(this.#opacity = opacity);
    // The last point takes a spring half of its time: nobody sees it, except as a shadow that stays.
    return { place, isAnimating, isGone: height < 1 && state.kind !== "shown" };
  }
}
