// SPDX-License-Identifier: Apache-2.0
/**
 * The first appearance of covers that scroll into view: which one appears when, and how it looks meanwhile, is the
 * kernel's decision. This module mirrors it.
 */

import { KernelMemory } from "../kernel/memory.js";
import { Tracker } from "../kernel/tracker.js";

/** @typedef {import("../kernel/tracker.js").Appearance} Appearance */

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const stagger = 30e6; // Nanoseconds between two covers that come into view together.
const head = 60_000; // Milliseconds: covers that are in view at the start have long appeared.

/** Makes the covers of a list appear. @param {HTMLElement} list */
export async function start(list) {
  if (reducedMotion.matches) return;
  const memory = await KernelMemory.load(fetch(new URL("../kernel/kernel.wasm", import.meta.url)));
  new CoverAppearance(list, new Tracker(memory, { effect: "fade", forwardOnly: true, stagger, speed: 2 }, 0));
}

/** The covers that are appearing. */
class CoverAppearance {
  #list;
  #tracker;
  #start = performance.now() - head;
  #isFirst = true;
  /** @type {Map<number, HTMLElement>} */
  #appearing = new Map();
  #frame = 0;
  // The margin is for the frame that passes until the observer tells of a cover.
  #observer = new IntersectionObserver((entries) => this.#observe(entries), { rootMargin: "32px" });

  /** @param {HTMLElement} list @param {Tracker} tracker */
  constructor(list, tracker) {
    this.#list = list;
    this.#tracker = tracker;
    for (const cover of list.children) this.#observer.observe(cover);
    new MutationObserver((records) => {
      for (const cover of records.flatMap(({ addedNodes }) => Array.from(addedNodes))) {
        if (cover instanceof Element) this.#observer.observe(cover);
      }
    }).observe(list, { childList: true });
    reducedMotion.addEventListener("change", () => this.#stop());
  }

  get #now() {
    return Math.round((performance.now() - this.#start) * 1e6);
  }

  /** Samples the covers that have come into view. @param {IntersectionObserverEntry[]} entries */
  #observe(entries) {
    const covers = Array.from(this.#list.children);
    const items = [];
    for (const { target, isIntersecting } of entries) {
      const [id, row] = [Number(target.getAttribute("data-document")), covers.indexOf(target)];
      if (!isIntersecting || row < 0) continue;
      this.#observer.unobserve(target);
      items.push({ id, row });
      this.#appearing.set(id, /** @type {HTMLElement} */ (target));
    }
    if (items.length === 0) return;
    this.#tracker.sample(items.sort((one, other) => one.row - other.row), this.#isFirst ? 0 : this.#now);
    this.#isFirst = false;
    this.#draw();
  }

  /** Shows the covers as they are now, and again in the next frame until all have appeared. */
  #draw() {
    cancelAnimationFrame(this.#frame);
    const ids = Array.from(this.#appearing.keys());
    const appearances = this.#tracker.appearances(ids, this.#now);
    for (const [place, id] of ids.entries()) this.#show(id, appearances[place]);
    if (this.#appearing.size > 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** @param {number} id @param {Appearance} appearance */
  #show(id, { scaleX, scaleY, x, y, alpha }) {
    const style = this.#appearing.get(id)?.style;
    if (!style) return;
    const isComplete = alpha === 1 && scaleX === 1 && scaleY === 1 && x === 0 && y === 0;
    style.opacity = isComplete ? "" : String(alpha);
    style.transform = isComplete ? "" : `translate(${x}px, ${y}px) scale(${scaleX}, ${scaleY})`;
    if (isComplete) this.#appearing.delete(id);
  }

  /** Shows everything at once, because the user wants no motion. */
  #stop() {
    if (!reducedMotion.matches) return;
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    for (const { style } of this.#appearing.values()) style.opacity = style.transform = "";
    this.#appearing.clear();
  }
}
