// SPDX-License-Identifier: Apache-2.0

import { root } from "../requests/api.js";
import { element } from "../controls/icons.js";
import { entriesOut } from "./levels.js";

/** @typedef {import("./viewer.js").Parts} Parts */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {import("../editing/editing.js").Editing} Editing */

/** The time after which a held key turns on, even if no picture of the page has arrived, in nanoseconds. */
const longestWait = 250e6;

/** The actions of buttons, menus and keys, by name. */
export class Commands {
  #parts;
  #panels;
  #actions;
  #turnedAt = 0;

  /** Ends what fingers do. Returns whether they do something. */
  cancelGesture = () => false;

  /** @param {Parts} parts @param {Panels} panels */
  constructor(parts, panels) {
    this.#parts = parts;
    this.#panels = panels;
    this.#actions = this.#makeActions();
  }

  /** Runs an action. Returns whether there is one of this name. @param {string} name */
  run(name) {
    const action = this.#actions[name];
    if (!action) return false;
    if (this.#panels.grid.value?.takes(name) || this.#lacksPage(name)) return true;
    action();
    this.#parts.stage.changed();
    return true;
  }

  /** Whether an action needs a page, and there is none: its button is disabled then. */
  #lacksPage(/** @type {string} */ name) {
    const { layout, gallery } = this.#parts;
    return gallery.count === 0 && layout.actions.some((action) => action.name === name && action.needsPage);
  }

  /** @returns {Record<string, () => unknown>} */
  #makeActions() {
    const { zoom, clock, layout, editing } = this.#parts;
    const { details, grid, menus } = this.#panels;
    const time = () => clock.time();
    const changing = (/** @type {(editing: Editing, page: number) => void} */ edit) => () => this.#edit(edit);
    return {
      next: () => this.turn(1), previous: () => this.turn(-1), forward: () => this.turn(10), backward: () => this.turn(-10),
      first: () => this.turn(-Infinity), last: () => this.turn(Infinity),
      "zoom-in": () => zoom.zoomBy(1.5, time()), "zoom-out": () => zoom.zoomBy(1 / 1.5, time()), "zoom-reset": () => zoom.reset(time()),
      delete: changing((editing, page) => editing.delete([page])),
      "rotate-right": changing((editing, page) => editing.rotate([page], 1)), "rotate-left": changing((editing, page) => editing.rotate([page], -1)),
      "move-earlier": changing((editing, page) => editing.moving.moveBy(page, -1)),
      "move-later": changing((editing, page) => editing.moving.moveBy(page, 1)),
      undo: () => this.#parts.canEdit && editing.use((editing) => editing.undo()),
      add: () => this.#parts.canEdit && editing.use((editing) => editing.adding.choose(null)),
      "add-before": changing((editing, page) => editing.adding.choose(page)), replace: changing((editing, page) => editing.adding.chooseReplacement(page)),
      download: () => this.#download(), details: () => details.use((details) => details.toggle()), grid: () => grid.use((grid) => grid.toggle()),
      print: () => menus.use((menus) => menus.print()), keys: () => menus.use((menus) => menus.showKeys(this.#parts.canEdit)), theme: () => menus.use((menus) => menus.showThemes(layout.more)),
      "full-screen": () => this.#toggleFullScreen(), escape: () => this.#escape(),
    };
  }

  // Pages.

  /** Turns pages. Separate presses of keys find them as they will be after the edits before. @param {number} pages */
  turn(pages) {
    const { gallery, clock, editing } = this.#parts;
    const { activeIndex, activePage } = gallery.frame(clock.last);
    if (activeIndex === null) return;
    const page = editing.value?.changesOrder
      ? editing.value.pageFrom(activeIndex, pages)
      : gallery.pageAt(Math.min(Math.max(activeIndex + pages, 0), gallery.count - 1));
    if (page !== null && page !== activePage) this.goTo(page, true);
  }

  /** Shows a page. @param {number} page @param {boolean} isAnimated */
  goTo(page, isAnimated) {
    const { gallery, clock, stage } = this.#parts;
    this.#turnedAt = clock.time();
    if (gallery.indexOf(page) !== null) gallery.goTo(page, isAnimated, this.#turnedAt);
    stage.changed();
  }

  /** Whether a held key may turn on: the page that it led to can be seen. */
  canRepeat() {
    const { gallery, clock, stage } = this.#parts;
    const page = gallery.frame(clock.last).activePage ?? -1;
    return stage.preview.isPictureShown(page) || clock.time() - this.#turnedAt > longestWait;
  }

  // Edits.

  #edit(/** @type {(editing: Editing, page: number) => void} */ edit) {
    const { editing, gallery, clock, canEdit } = this.#parts;
    if (!canEdit) return;
    editing.use((editing) => {
      const page = editing.target(gallery.frame(clock.last).activeIndex ?? 0);
      if (page !== null) edit(editing, page);
    });
  }

  #download() {
    const { gallery, clock } = this.#parts;
    const page = gallery.frame(clock.last).activePage;
    if (page !== null) element("a", { href: `${root}/api/v1/pages/${page}/original`, download: true }).click();
  }

  // Levels.

  async #toggleFullScreen() {
    try {
      if (document.fullscreenElement) await document.exitFullscreen();
      else await document.documentElement.requestFullscreen();
    } catch {
      (await import("../controls/toasts.js")).toast("This browser does not allow full screen.");
    }
  }

  #escape() {
    const { zoom, clock } = this.#parts;
    const { reordering, grid, details } = this.#panels;
    if (reordering.value?.cancel() || this.cancelGesture() || grid.value?.close() || details.value?.close()) return;
    if (zoom.isZoomed(clock.last)) zoom.reset(clock.time());
    else if (document.fullscreenElement) document.exitFullscreen();
    else this.goBack();
  }

  /** Returns to the library, at its previous position if it is the page before. */
  async goBack() {
    const { layout: { back }, navigation } = this.#parts;
    await navigation.beforeLeaving();
    const isBefore = document.referrer !== "" && new URL(document.referrer).pathname === new URL(back.href).pathname;
    if (isBefore && history.length > 1) history.go(-entriesOut(history.state));
    else location.href = back.href;
  }

  /** Opens the menu of the actions that have no button in this window. */
  showMore() {
    const { layout, gallery, clock, canEdit } = this.#parts;
    const { isEmpty } = gallery.frame(clock.last);
    this.#panels.menus.use((menus) => menus.showMore(layout, { isEmpty, canEdit, run: (name) => void this.run(name) }));
  }
}
