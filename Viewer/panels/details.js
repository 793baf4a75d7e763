// SPDX-License-Identifier: Apache-2.0

import { request } from "../requests/api.js";
import { element, iconButton } from "../controls/icons.js";
import { Drawer } from "../kernel/drawer.js";
import { points } from "../pictures/frame.js";
import { reasonText } from "../words/reasons.js";
import { factsOf } from "./facts.js";

/**
 * What the details need of the viewer.
 * @typedef {object} DetailsParts
 * @property {import("../kernel/memory.js").KernelMemory} memory
 * @property {import("../kernel/gallery.js").Gallery} gallery
 * @property {import("../gallery/clock.js").Clock} clock
 * @property {import("../gallery/stage.js").Stage} stage
 * @property {ReturnType<typeof import("../gallery/layout.js").makeLayout>} layout
 * @property {MediaQueryList} reducedMotion
 */

/**
 * Whether a box lies entirely behind another one, to a point: the lower edge is that of the window.
 * @param {{left: number, right: number, top: number}} box @param {{left: number, right: number, top: number}} other
 */
export const isBehind = (box, other) => box.left > other.left - 1 && box.right < other.right + 1 && box.top > other.top - 1;

/** The height above the lower edge below which the drawer and its shadow fade, in points. */
const fadingHeight = 48;

/** The facts of the active page, in a drawer at the lower edge. */
export class Details {
  #parts;
  #drawer;
  #element;
  #list = element("dl", { class: "facts" });
  #isOpen = false;
  #isDragged = false;
  #page = -1;
  /** @type {AbortController | null} */
  #loading = null;
  #transform = "";
  #opacity = 1;
  /** The place in which the drawer rests, and what it covers was noted. */
  #covering = "";
  #close = iconButton({ icon: "close", label: "Close", action: "close-details", run: () => this.close() });

  /** @param {DetailsParts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#drawer = this.#openDrawer({ width: 1, height: 1 }, 0);
    const head = element("div", { class: "details-head" }, element("h2", { id: "details-title" }, "Details"), this.#close);
    this.#element = element("aside", { class: "details", "aria-labelledby": "details-title", hidden: true }, head, this.#list);
    parts.layout.main.append(this.#element);
    parts.stage.layers.push(this);
  }

  #openDrawer(/** @type {{width: number, height: number}} */ size, /** @type {number} */ time) {
    const { memory, reducedMotion } = this.#parts;
    return new Drawer(memory, { ...size, peekHeight: 0, reducedMotion: reducedMotion.matches }, time);
  }

  /** Opens or closes the drawer. */
  toggle() {
    if (!this.close()) this.open();
  }

  open() {
    const { clock, stage, gallery, layout } = this.#parts;
    this.#isOpen = true;
    this.#element.hidden = false;
    layout.tools.querySelector('[data-action="details"]')?.setAttribute("aria-pressed", "true");
    this.show(gallery.frame(clock.last).activePage ?? -1);
    this.resize(clock.time());
    this.#drawer.setMode("normal", clock.time());
    stage.changed();
  }

  /** Closes the drawer. Returns whether it was open. */
  close() {
    if (!this.#isOpen) return false;
    const { clock, stage, layout } = this.#parts;
    this.#isOpen = false;
    const hadFocus = this.#element.contains(document.activeElement);
    layout.tools.querySelector('[data-action="details"]')?.setAttribute("aria-pressed", "false");
    this.#drawer.setMode("empty", clock.time());
    this.#cover("");
    if (hadFocus) layout.preview.focus();
    stage.changed();
    return true;
  }

  /** Begins anew, with other settings. @param {number} time */
  reopen(time) {
    this.#drawer.release();
    const { width, height } = this.#parts.layout.main.getBoundingClientRect();
    this.#drawer = this.#openDrawer({ width, height }, time);
    this.resize(time);
    if (this.#isOpen) this.#drawer.setMode("normal", time);
  }

  // Gestures.

  /** @param {number} time */
  beginDrag(time) {
    this.#isDragged = this.#isOpen && this.#drawer.beginDrag(time);
    return true;
  }

  /** A finger that moves up opens the drawer. @param {number} y @param {number} time */
  drag(y, time) {
    if (!this.#isDragged && !this.#isOpen && y < 0) {
      this.open();
      this.#isDragged = this.#drawer.beginDrag(time);
    }
    if (this.#isDragged) this.#drawer.drag(y, time);
  }

  /** @param {number} velocity @param {number} time */
  endDrag(velocity, time) {
    if (this.#isDragged) this.#drawer.endDrag(velocity, time);
    this.#isDragged = false;
  }

  /** @param {number} time */
  cancelDrag(time) {
    if (this.#isDragged) this.#drawer.cancelDrag(time);
    this.#isDragged = false;
  }

  // A layer of the stage.

  nextBoundary() { return this.#element.hidden ? null : this.#drawer.nextBoundary(); }

  /** Draws the drawer, and returns whether it moves. @param {number} time */
  draw(time) {
    if (this.#element.hidden) return false;
    this.#drawer.advance(time);
    const { y, height, state, isAnimating } = this.#drawer.frame(time);
    // The last point takes a spring half of its time: nobody sees it, except as a shadow that stays.
    if (height < 1 && !this.#isDragged && state.kind !== "shown") return this.#hide();
    const transform = `translateY(${points(y)}px)`;
    if (transform !== this.#transform) this.#element.style.transform = this.#transform = transform;
    const opacity = Math.min(1, height / fadingHeight);
    if (opacity !== this.#opacity) this.#element.style.opacity = String(this.#opacity = opacity);
    this.#cover(this.#isOpen && !this.#isDragged && !isAnimating ? transform : "");
    return isAnimating;
  }

  #hide() {
    this.close();
    this.#element.hidden = true;
    return false;
  }

  /** Neither the focus nor a screen reader reaches what lies entirely behind the drawer: on phones, the page and its buttons. */
  #cover(/** @type {string} */ place) {
    if (place === this.#covering) return;
    this.#covering = place;
    const { preview, previous, next, empty } = this.#parts.layout;
    const drawer = this.#element.getBoundingClientRect();
    for (const part of [preview, previous, next, empty]) {
      const isCovered = place !== "" && isBehind(part.getBoundingClientRect(), drawer);
      if (isCovered && part.contains(document.activeElement)) this.#close.focus();
      part.inert = isCovered;
    }
  }

  /** @param {number} time */
  resize(time) {
    if (this.#element.hidden) return;
    this.#cover("");
    const { width, height } = this.#parts.layout.main.getBoundingClientRect();
    this.#drawer.setViewport(width, height, time);
    this.#drawer.setHeight("normal", Math.min(this.#element.scrollHeight, height), time);
  }

  /** Shows the facts of a page. @param {number} page */
  async show(page) {
    if (!this.#isOpen || page < 0 || page === this.#page) return;
    this.#page = page;
    this.#loading?.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const { gallery, clock, stage } = this.#parts;
    const place = `${(gallery.indexOf(page) ?? 0) + 1} of ${gallery.count}`;
    try {
      const { data } = await request("GET", `/api/v1/pages/${page}`, { signal });
      this.#list.replaceChildren(...factsOf(data, place, stage.isDamaged(page)).flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
    } catch (/** @type {any} */ error) {
      if (signal.aborted) return;
      this.#list.replaceChildren(element("dt", {}, "Page"), element("dd", {}, place), element("dd", {}, reasonText(error)));
    }
    this.resize(clock.time());
    stage.changed();
  }
}
