// SPDX-License-Identifier: Apache-2.0

import { element, iconButton } from "../controls/icons.js";
import { Covering } from "./covering.js";
import { DrawerDrags } from "./drawer-drags.js";
import { DrawerView } from "./drawer-view.js";
import { FactList } from "./fact-list.js";
import { Gestures } from "../inputs/gestures.js";

/**
 * What the details need of the viewer.
 * @typedef {object} DetailsParts
 * @property {import("../kernel/memory.js").KernelMemory} memory
 * @property {import("../kernel/gallery.js").Gallery} gallery
 * @property {import("../gallery/clock.js").Clock} clock
 * @property {import("../gallery/stage.js").Stage} stage
 * @property {ReturnType<typeof import("../gallery/layout.js").makeLayout>} layout
 * @property {MediaQueryList} reducedMotion
 * @property {Pick<import("../controls/announcer.js").Announcer, "tell">} announcer
 */

/** The facts of the active page, in a drawer at the lower edge. */
export class Details {
  #parts;
  #view;
  #element;
  #facts = new FactList();
  #covering;
  #isOpen = false;
  #close = iconButton({ icon: "close", label: "Close", action: "close-details", run: () => this.close() });

  /** The drags that move it. */
  drags;

  /** Called when the drawer was opened or closed. */
  onToggle = () => {};

  get isOpen() { return this.#isOpen; }

  /** @param {DetailsParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const head = element("div", { class: "details-head" }, element("h2", { id: "details-title" }, "Details"), this.#close);
    this.#element = element("aside", { class: "details", "aria-labelledby": "details-title", hidden: true }, head, this.#facts.element);
    const { main, preview, previous, next, empty } = parts.layout;
    main.append(this.#element);
    this.#view = new DrawerView(parts.memory, parts.reducedMotion, this.#element);
    this.#covering = new Covering(this.#element, [preview, previous, next, empty], this.#close);
    parts.stage.layers.push(this);
    this.drags = new DrawerDrags(() => this.#view.drawer, this);
    new Gestures(this.#element, this.drags.gestures(head, parts.clock, () => parts.stage.changed()));
  }

  /** Opens or closes the drawer. */
  toggle() {
    if (!this.close()) this.open();
  }

  open() {
    const { clock, stage, gallery, layout, announcer } = this.#parts;
    this.#isOpen = true;
    this.#element.hidden = false;
    layout.tools.querySelector('[data-action="details"]')?.setAttribute("aria-pressed", "true");
    announcer.tell("details", "Details opened");
    this.show(gallery.frame(clock.last).activePage ?? -1).then(() => this.#isOpen && announcer.tell("facts", this.#facts.text));
    this.resize(clock.time());
    this.#view.drawer.setMode("normal", clock.time());
    stage.changed();
    this.onToggle();
  }

  /** Closes the drawer. Returns whether it was open. */
  close() {
    if (!this.#isOpen) return false;
    const { clock, stage, layout, announcer } = this.#parts;
    this.#isOpen = false;
    announcer.tell("details", "Details closed");
    announcer.tell("facts", "");
    const hadFocus = this.#element.contains(document.activeElement);
    layout.tools.querySelector('[data-action="details"]')?.setAttribute("aria-pressed", "false");
    this.#view.drawer.setMode("empty", clock.time());
    this.#covering.update("");
    if (hadFocus) layout.preview.focus();
    stage.changed();
    this.onToggle();
    return true;
  }

  /** Begins anew, with other settings. @param {number} time */
  reopen(time) {
    this.#view.reopen(this.#parts.layout.main.getBoundingClientRect(), time);
    this.resize(time);
    if (this.#isOpen) this.#view.drawer.setMode("normal", time);
  }

  // A layer of the stage.

  nextBoundary() { return this.#element.hidden ? null : this.#view.drawer.nextBoundary(); }

  /** Draws the drawer, and returns whether it moves. @param {number} time */
  draw(time) {
    if (this.#element.hidden) return false;
    const { place, isAnimating, isGone } = this.#view.draw(time);
    if (isGone && !this.drags.isActive) return this.#hide();
    this.#covering.update(this.#isOpen && !this.drags.isActive && !isAnimating ? place : "");
    return isAnimating;
  }

  #hide() {
    this.close();
    this.#element.hidden = true;
    return false;
  }

  /** @param {number} time */
  resize(time) {
    if (this.#element.hidden) return;
    this.#covering.update("");
    this.#view.fit(this.#parts.layout.main.getBoundingClientRect(), time);
  }

  /** Shows the facts of a page. @param {number} page */
  async show(page) {
    if (!this.#isOpen || page < 0) return;
    const { gallery, clock, stage } = this.#parts;
    const isChanged = await this.#facts.show(page, gallery.contentVersionOf(page) ?? 0, `${(gallery.indexOf(page) ?? 0) + 1} of ${gallery.count}`, () => stage.isDamaged(page));
    if (!isChanged) return;
    this.resize(clock.time());
    stage.changed();
  }
}
