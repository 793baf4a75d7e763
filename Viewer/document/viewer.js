// SPDX-License-Identifier: Apache-2.0

import { Commands } from "./commands.js";
import { Display } from "./display.js";
import { isEnabled } from "../controls/focus.js";
import { Keys } from "../inputs/keys.js";
import { Late, loadStyle } from "../controls/late.js";
import { Levels } from "./levels.js";
import { tellMissingPage } from "./missing-page.js";
import { Trashing } from "./trashing.js";
import { Presence } from "../inputs/presence.js";
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
 * @property {Late<import("../editing/editing.js").Editing>} editing
 * @property {import("../controls/announcer.js").Announcer} announcer
 * @property {import("./navigation.js").Navigation} navigation
 * @property {import("../pictures/pictures.js").Pictures} pictures
 * @property {ReturnType<typeof import("../gallery/layout.js").makeLayout>} layout
 * @property {import("../kernel/memory.js").KernelMemory} memory
 * @property {boolean} canEdit not while the document is in the trash
 * @property {MediaQueryList} reducedMotion
 */
/**
 * What opens above the pages, and what helps it. Most of it is loaded later.
 * @typedef {object} Panels
 * @property {Late<typeof import("../panels/menus.js")>} menus
 * @property {Late<import("../panels/details.js").Details>} details
 * @property {Late<import("../grid/grid.js").Grid>} grid
 * @property {Late<import("../editing/reordering.js").Reordering>} reordering
 * @property {Late<import("../panels/print-list.js").PrintList>} printing
 * @property {Presence} presence
 */

/** Waits for a module and for the styles of what opens above the pages. @template T @param {Promise<T>} module */
const styled = async (module) => (await Promise.all([module, loadStyle("panels.css")]))[0];

/** The viewer: passes inputs to the gallery, and shows people what happens. */
export class Viewer {
  #parts;
  #panels;
  #commands;
  #display;

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#panels = this.#makePanels();
    this.#commands = new Commands(parts, this.#panels);
    this.#display = new Display(parts, this.#panels);
  }

  /** @returns {Panels} */
  #makePanels() {
    const parts = this.#parts;
    const goTo = (/** @type {number} */ page) => this.#commands.goTo(page, false);
    return {
      menus: new Late(() => styled(import("../panels/menus.js"))),
      details: new Late(async () => new (await styled(import("../panels/details.js"))).Details(parts)),
      grid: new Late(async () => new (await styled(import("../grid/grid.js"))).Grid(Object.assign(Object.create(parts), { editing: await parts.editing.load(), goTo }))),
      reordering: new Late(async () => new (await import("../editing/reordering.js")).Reordering({ ...parts, editing: await parts.editing.load() })),
      printing: new Late(async () => this.#makePrintList(await import("../panels/print-list.js"))),
      presence: new Presence(parts.layout.viewer),
    };
  }

  /** @param {typeof import("../panels/print-list.js")} module */
  #makePrintList({ PrintList }) {
    const { gallery, pictures, editing, layout } = this.#parts;
    const parts = { gallery, pictures, leaving: () => editing.value?.leaving ?? [], title: () => layout.heading.textContent ?? "" };
    return new PrintList(parts, /** @type {HTMLElement} */ (document.querySelector(".plain")));
  }

  /** The parts that are loaded later, those that are needed most first. */
  get late() {
    const { menus, details, grid, reordering, printing } = this.#panels;
    return [menus, details, grid, ...(this.#parts.canEdit ? [reordering] : []), printing];
  }

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
