// SPDX-License-Identifier: Apache-2.0

import { element, iconButton, setIcon, textButton } from "../controls/icons.js";
import { GridActions } from "./grid-actions.js";
import { GridInputs } from "./grid-inputs.js";
import { GridList } from "./grid-list.js";
import { Selection } from "./selection.js";
import { pagesText } from "../words/words.js";

/** All pages of the document, as a grid in which several can be selected. */
export class Grid {
  #parts;
  #selection;
  #isOpen = false;
  #list;
  #title = element("h2", { id: "grid-title" });
  #collecting = textButton({ label: "Select", icon: "select", kind: "quiet", action: "grid-select", run: () => this.#collect(!this.#selection.isCollecting) });
  #actions;
  #element;

  /** Called when the grid was opened or closed. */
  onToggle = () => {};

  /** @param {any} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#selection = new Selection((index) => parts.gallery.pageAt(index));
    this.#list = new GridList(parts, this.#selection);
    this.#actions = new GridActions(parts, () => this.#selection.inOrder((page) => parts.gallery.indexOf(page)));
    this.#actions.onDelete = (pages) => this.#leave(pages);
    this.#element = element("section", { class: "grid", "aria-labelledby": "grid-title", hidden: true },
      element("header", { class: "viewer-bar" }, iconButton({ icon: "close", label: "Close", action: "close-grid", run: () => void this.close() }), this.#title, this.#collecting, this.#actions.element), this.#list.element);
    parts.layout.viewer.append(this.#element);
    this.#list.element.addEventListener("scroll", () => this.#draw(), { passive: true });
    new GridInputs({
      list: this.#list.element, selection: this.#selection, layout: this.#list.layout, count: () => parts.gallery.count,
      pageAt: (index) => parts.gallery.pageAt(index), indexOf: (page) => parts.gallery.indexOf(page), draw: () => this.#draw(),
      reveal: (index) => this.#list.reveal(index), collect: () => this.#collect(true), open: () => this.#openPage(), remove: () => this.#actions.delete() });
    new ResizeObserver(() => this.#isOpen && this.#draw()).observe(this.#list.element);
  }

  /** Takes an action of a key while the grid covers the page. Returns whether it did. @param {string} name */
  takes(name) {
    if (!this.#isOpen) return false;
    if (name !== "escape" || !this.#selection.isCollecting) return this.#actions.takes(name);
    this.endCollecting();
    return true;
  }

  // Opening and closing.

  get isOpen() { return this.#isOpen; }

  /** Whether pages are being collected: the level above the grid. */
  get isCollecting() { return this.#isOpen && this.#selection.isCollecting; }

  endCollecting() { this.#collect(false); }

  toggle() {
    if (!this.close()) this.#open();
  }

  #open() {
    const { gallery, clock, stage } = this.#parts;
    this.#isOpen = true;
    this.#element.hidden = false;
    this.#cover(true);
    this.#setCollecting(false);
    this.#selection.begin(Math.max(0, gallery.frame(clock.last).activeIndex));
    this.#list.open();
    this.#draw();
    this.#list.element.focus({ preventScroll: true });
    stage.changed();
    this.onToggle();
  }

  /** Neither the focus nor a screen reader reaches what lies behind the grid. */
  #cover(/** @type {boolean} */ isCovered) {
    const { header, main, strip } = this.#parts.layout;
    for (const part of [header, main, strip.parentElement]) part.inert = isCovered;
  }

  /** Closes the grid. Returns whether it was open. */
  close() {
    if (!this.#isOpen) return false;
    const { layout, stage } = this.#parts;
    this.#isOpen = false;
    this.#element.hidden = true;
    this.#cover(false);
    this.#list.close();
    stage.setMore(null);
    layout.preview.focus({ preventScroll: true });
    this.onToggle();
    return true;
  }

  #openPage() {
    const page = this.#parts.gallery.pageAt(this.#selection.focus);
    this.close();
    if (page !== null) this.#parts.goTo(page);
  }

  /** Begins to collect pages, or ends it, which forgets them. */
  #collect(/** @type {boolean} */ isCollecting) {
    this.#setCollecting(isCollecting);
    if (isCollecting) this.#parts.announcer.tell("grid", "Select pages");
    this.#draw();
  }

  #setCollecting(/** @type {boolean} */ isCollecting) {
    this.#selection.isCollecting = isCollecting;
    if (!isCollecting) this.#selection.clear();
    setIcon(this.#collecting, isCollecting ? "check" : "select");
    const [, label] = this.#collecting.children;
    label.textContent = isCollecting ? "Done" : "Select";
  }

  // Drawing.

  /** The pages have changed. */
  update() {
    if (!this.#isOpen) return;
    if (this.#parts.gallery.count === 0) return void this.close();
    this.#selection.prune((page) => this.#parts.gallery.indexOf(page), this.#parts.gallery.count);
    this.#draw();
  }

  /** Pages are being deleted. */
  #leave(/** @type {number[]} */ pages) {
    const { gallery, editing } = this.#parts;
    this.#selection.leave(new Set([...pages, ...editing.leaving]), gallery.count);
    this.#list.reveal(this.#selection.focus);
    this.#draw();
  }

  /** The pictures of a page have changed. @param {number} page */
  invalidate(page) {
    if (this.#isOpen) this.#list.invalidate(page);
  }

  #draw() {
    const { gallery, stage } = this.#parts;
    this.#list.draw();
    const { size, isCollecting } = this.#selection;
    const hint = isCollecting ? "Select pages" : pagesText(gallery.count);
    this.#title.textContent = size === 0 ? hint : `${size} selected`;
    this.#actions.update(size === 0);
    stage.setMore(this.#list.shown);
  }
}
