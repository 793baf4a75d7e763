// SPDX-License-Identifier: Apache-2.0

import { Commands } from "./commands.js";
import { Display } from "./display.js";
import { isEnabled } from "../controls/focus.js";
import { Keys } from "../inputs/keys.js";
import { Levels } from "./levels.js";
import { tellMissingPage } from "./missing-page.js";
import { latePanels, makePanels } from "./panels.js";
import { Trashing } from "./trashing.js";
import { Surfaces } from "./surfaces.js";
import { Surroundings } from "./surroundings.js";

/**
 * What the viewer consists of.
 * @typedef {object} Parts
 * @property {import("../kernel/gallery.js").Gallery} gallery
 * @property {import("../gallery/clock.js").Clock} clock
 * @property {import("../zoom/zoom.js").ZoomControl} zoom
 * @property {import("../gallery/stage.js").Stage} stage
 * @property {import("../sharing/sharing.js").Sharing} sharing
 * @property {import("../controls/late.js").Late<import("../editing/editing.js").Editing>} editing
 * @property {import("../controls/announcer.js").Announcer} announcer
 * @property {import("./navigation.js").Navigation} navigation
 * @property {import("../pictures/pictures.js").Pictures} pictures
 * @property {ReturnType<typeof import("../gallery/layout.js").makeLayout>} layout
 * @property {import("../kernel/memory.js").KernelMemory} memory
 * @property {boolean} canEdit not while the document is in the trash
 * @property {MediaQueryList} reducedMotion
 */

/** The viewer: passes inputs to the gallery, and shows people what happens. */
export class Viewer {
  #parts;
  #panels;
  #commands;
  #display;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#panels = makePanels(parts, (page) => this.#commands.goTo(page, false));
    this.#commands = new Commands(parts, this.#panels);
    this.#display = new Display(parts, this.#panels);
  }

  /** The parts that are loaded later, those that are needed most first. */
  get late() { return latePanels(this.#panels, this.#parts.canEdit); }

  /** Begins to take inputs, at a place that is restored. @param {import("./navigation.js").Place | null} place */
  run(place) {
    const { stage, clock, zoom, gallery, announcer } = this.#parts;
    const surfaces = new Surfaces(this.#parts, this.#panels, this.#commands);
    stage.onRecord = (record) => this.#display.handle(record);
    stage.onPage = (frame) => this.#display.showPage(frame);
    stage.onRest = (frame, time) => this.#display.rest(frame, time);
    stage.onMove = () => announcer.wait();
    stage.onPicture = (page) => this.#panels.grid.value?.invalidate(page);
    stage.isTouched = () => surfaces.isTouched;
    this.#commands.cancelGesture = () => surfaces.cancel(performance.now());
    const time = clock.time();
    tellMissingPage(place, gallery);
    stage.resized(time);
    if (place?.zoom && gallery.frame(time).activePage === place.page) zoom.restore(place.zoom, time);
    this.#listen();
    stage.draw(time);
    clock.wake();
  }

  #listen() {
    const { layout, clock, stage, sharing, gallery, zoom, editing } = this.#parts;
    const [display, commands] = [this.#display, this.#commands];
    const { grid, reordering } = this.#panels;
    zoom.onInput = () => stage.changed();
    sharing.onLive = () => display.showLive();
    const trashing = new Trashing(this.#parts);
    sharing.onDocument = (document) => {
      display.showDocument(document);
      if (!trashing.take(document.isTrashed)) return;
      display.showButtons(gallery.frame(clock.last));
      grid.value?.update();
      if (document.isTrashed) reordering.value?.cancel();
    };
    editing.onLoad = ({ history }) => {
      history.onChange = () => display.showButtons(gallery.frame(clock.last));
    };
    layout.viewer.addEventListener("click", (event) => this.#click(event));
    new Keys(document, {
      run: (name) => commands.run(name), canRepeat: () => commands.canRepeat(), isMirrored: () => document.documentElement.dir === "rtl" });
    document.addEventListener("fullscreenchange", () => display.showFullScreen());
    new Surroundings(this.#parts, this.#panels).follow();
    this.#followHistory();
  }

  /** The button Back ends that pages are collected, closes the grid, and on a phone the details. */
  #followHistory() {
    const { navigation, gallery, clock, zoom } = this.#parts;
    const { grid, details } = this.#panels;
    const isPhone = matchMedia("(pointer: coarse)");
    const levels = new Levels(window, [
      { isOpen: () => grid.value?.isCollecting ?? false, close: () => grid.value?.endCollecting() },
      { isOpen: () => grid.value?.isOpen ?? false, close: () => grid.value?.close() },
      { isOpen: () => isPhone.matches && (details.value?.isOpen ?? false), close: () => details.value?.close() },
    ]);
    grid.onLoad = (grid) => { grid.onToggle = () => levels.update(); };
    details.onLoad = (details) => { details.onToggle = () => levels.update(); };
    // The address followed the pages meanwhile.
    levels.onReturn = () => {
      const page = gallery.frame(clock.last).activePage;
      if (page !== null) navigation.rest({ page, zoom: zoom.place(clock.last) });
    };
  }

  #click(/** @type {MouseEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const control = /** @type {HTMLElement | null} */ (target.closest("[data-action]"));
    if (control && !isEnabled(control)) return;
    const name = control?.dataset.action;
    if (name === "back") {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      return this.#commands.goBack();
    }
    if (name === "more") return this.#commands.showMore();
    if (name) return void this.#commands.run(name);
    // A screen reader clicks without a pointer.
    const tab = /** @type {HTMLElement | null} */ (target.closest("[role=tab]"));
    if (tab && event.detail === 0) this.#commands.goTo(Number(tab.dataset.page), true);
  }
}
