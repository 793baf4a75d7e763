// SPDX-License-Identifier: Apache-2.0

import { openDialog } from "./dialogs.js";
import { Details } from "./details.js";
import { dropped, hasFiles } from "./files.js";
import { Gestures } from "./gestures.js";
import { Grid } from "./grid.js";
import { element, setIcon, textButton } from "./icons.js";
import { keyName, Keys, keyTable } from "./keys.js";
import { showMenu } from "./menu.js";
import { Presence } from "./presence.js";
import { Reordering } from "./reordering.js";
import { showThemes } from "./theme.js";
import { request, root } from "./api.js";
import { PageWheel, wheelDistance, WheelMovement } from "./wheel.js";

/** @typedef {import("./layout.js").Action} Action */
/** @typedef {import("./kernel-frame.js").GalleryFrame} Frame */

/** The time after which a held key turns on, even if no picture of the page has arrived, in nanoseconds. */
const longestWait = 250e6;

/** The viewer: passes inputs to the gallery, and shows people what happens. */
export class Viewer {
  #parts;
  /** @type {Record<string, () => void>} */
  #actions;
  #details;
  #grid;
  #presence;
  #reordering;
  #pageWheel = new PageWheel();
  /** The page to which keys and buttons lead; the gallery shows it at once. */
  #turnedAt = 0;
  #announcedPage = -1;
  #isCommitting = false;
  #toldScale = 100;
  #zoomedPage = -1;
  /** @type {Gestures[]} */
  #gestures = [];
  /** @type {WheelMovement[]} */
  #wheels = [];

  /**
   * @param {{gallery: import("./kernel-gallery.js").Gallery, clock: import("./clock.js").Clock, zoom: import("./zoom.js").ZoomControl,
   *   stage: import("./stage.js").Stage, sharing: import("./sharing.js").Sharing, editing: import("./editing.js").Editing,
   *   announcer: import("./announcer.js").Announcer, navigation: import("./navigation.js").Navigation, openDrawer: (size: {width: number, height: number}, time: number) => import("./kernel-drawer.js").Drawer,
   *   layout: ReturnType<typeof import("./layout.js").makeLayout>, pictures: import("./pictures.js").Pictures,
   *   canEdit: boolean, reducedMotion: MediaQueryList}} parts
   */
  constructor(parts) {
    this.#parts = parts;
    this.#actions = this.#makeActions();
    this.#details = new Details(parts);
    this.#grid = new Grid({ ...parts, goTo: (page) => this.#goTo(page, false) });
    this.#presence = new Presence(parts.layout.viewer);
    this.#reordering = new Reordering(parts);
  }

  /** Begins to take inputs, at a place that is restored. @param {import("./navigation.js").Place | null} place */
  run(place) {
    const { stage, clock, zoom, gallery } = this.#parts;
    const time = clock.time();
    stage.onRecord = (record) => this.#handle(record);
    stage.onPage = (frame) => this.#showPage(frame);
    stage.onRest = (frame, at) => this.#rest(frame, at);
    stage.onMove = () => this.#parts.announcer.wait();
    stage.isTouched = () => this.#gestures.some((gesture) => gesture.isActive) || this.#wheels.some((wheel) => wheel.isActive);
    stage.resized(time);
    this.#listen();
    stage.draw(time);
    if (place?.zoom && gallery.frame(time).activePage === place.page) zoom.restore(place.zoom, time);
    clock.wake();
  }

  // Actions.

  #makeActions() {
    const { zoom, editing, gallery, clock } = this.#parts;
    const time = () => clock.time();
    const active = () => gallery.frame(clock.last).activePage ?? -1;
    const index = () => gallery.frame(clock.last).activeIndex ?? 0;
    const changing = (/** @type {(page: number) => void} */ edit) => () => {
      const page = this.#parts.canEdit ? editing.target(index()) : null;
      if (page !== null) edit(page);
    };
    return {
      next: () => this.#turn(1), previous: () => this.#turn(-1), forward: () => this.#turn(10), backward: () => this.#turn(-10),
      first: () => this.#turn(-Infinity), last: () => this.#turn(Infinity),
      "zoom-in": () => zoom.zoomBy(1.5, time()), "zoom-out": () => zoom.zoomBy(1 / 1.5, time()), "zoom-reset": () => zoom.reset(time()),
      delete: changing((page) => editing.delete([page])),
      "rotate-right": changing((page) => editing.rotate([page], 1)), "rotate-left": changing((page) => editing.rotate([page], -1)),
      "move-earlier": changing((page) => editing.move(page, (gallery.indexOf(page) ?? 0) - 1)), "move-later": changing((page) => editing.move(page, (gallery.indexOf(page) ?? 0) + 1)),
      undo: () => this.#parts.canEdit && editing.undo(),
      add: () => this.#add(null), "add-before": changing((page) => this.#add(page)), replace: changing((page) => this.#replace(page)),
      download: () => this.#download(active()), print: () => print(),
      details: () => this.#details.toggle(), grid: () => this.#grid.toggle(), "full-screen": () => this.#toggleFullScreen(),
      keys: () => this.#showKeys(), theme: () => showThemes(this.#parts.layout.more), escape: () => this.#escape(),
    };
  }

  #run(/** @type {string} */ name) {
    const action = this.#actions[name];
    if (!action) return false;
    action();
    this.#parts.stage.changed();
    return true;
  }

  #turn(/** @type {number} */ pages) {
    const { gallery, clock } = this.#parts;
    const { activeIndex: active, count } = gallery.frame(clock.last);
    const activeIndex = active ?? 0;
    if (count === 0) return;
    const index = Math.min(Math.max(activeIndex + pages, 0), count - 1);
    const page = gallery.pageAt(index);
    if (page !== null && index !== activeIndex) this.#goTo(page, true);
  }

  #goTo(/** @type {number} */ page, /** @type {boolean} */ isAnimated) {
    const { gallery, clock, stage } = this.#parts;
    this.#turnedAt = clock.time();
    if (gallery.indexOf(page) !== null) gallery.goTo(page, isAnimated, this.#turnedAt);
    stage.changed();
  }

  /** Whether a held key may turn on: the page that it led to can be seen. */
  #canRepeat() {
    const { gallery, clock, stage } = this.#parts;
    const page = gallery.frame(clock.last).activePage ?? -1;
    return stage.preview.isPictureShown(page) || clock.time() - this.#turnedAt > longestWait;
  }

  async #add(/** @type {number | null} */ before) {
    this.#parts.editing.add(await this.#parts.editing.choose(true), before);
  }

  async #replace(/** @type {number} */ page) {
    const [chosen] = await this.#parts.editing.choose(false);
    if (chosen) this.#parts.editing.replace(page, chosen.file);
  }

  #download(/** @type {number} */ page) {
    if (page < 0) return;
    const link = element("a", { href: `${root}/api/v1/pages/${page}/original`, download: true });
    link.click();
  }

  async #toggleFullScreen() {
    if (document.fullscreenElement) return document.exitFullscreen();
    await document.documentElement.requestFullscreen?.();
  }

  #escape() {
    const { zoom, clock } = this.#parts;
    if (this.#reordering.cancel() || this.#grid.close() || this.#details.close()) return;
    if (zoom.isZoomed(clock.last)) return zoom.reset(clock.time());
    if (document.fullscreenElement) document.exitFullscreen();
    else this.#goBack();
  }

  /** Returns to the library, at its previous position if it is the page before. */
  #goBack() {
    const { layout } = this.#parts;
    const isBefore = document.referrer !== "" && new URL(document.referrer).pathname === new URL(layout.back.href).pathname;
    if (isBefore && history.length > 1) history.back();
    else location.href = layout.back.href;
  }

  #showKeys() {
    const rows = keyTable.filter(([, name]) => this.#parts.canEdit || !this.#parts.layout.actions.every((action) => action.name !== name) || !/delete|rotate|move|undo/.test(name));
    const list = element("dl", { class: "key-list" });
    for (const [keys, , text] of rows) {
      list.append(element("dt", {}, ...keys.slice(0, 1).map((key) => element("kbd", {}, keyName(key)))), element("dd", {}, text));
    }
    openDialog({ title: "Keys", content: [list], buttons: [textButton({ label: "Close", type: "submit", action: "close" })] });
  }

  #showMore() {
    const { layout, gallery, clock } = this.#parts;
    const { isEmpty } = gallery.frame(clock.last);
    const hasButton = (/** @type {Action} */ { name }) => {
      const button = /** @type {HTMLElement | null} */ (layout.tools.querySelector(`[data-action="${name}"]`));
      return button !== null && button.offsetParent !== null;
    };
    const items = layout.actions.filter((action) => !hasButton(action) && !(action.needsPage && isEmpty));
    showMenu(layout.more, "More", items.map(({ label, icon, name }) => ({ label, icon, action: name, run: () => this.#run(name) })));
  }

  // Events of the gallery.

  #handle(/** @type {any} */ record) {
    const { sharing, editing, announcer, pictures } = this.#parts;
    switch (record.type) {
      case "committed": return this.#committed(record);
      case "completed": return editing.completed(record);
      case "refused": return editing.refused(record);
      case "sourceLost": case "sourceFound":
        if (record.type === "sourceFound") pictures.retry();
        return this.#showLive();
      case "sourceGone":
        announcer.tell("source", "The document was removed");
        return sharing.close();
      default: return sharing.handle(record);
    }
  }

  #committed(/** @type {any} */ { isForeign, change }) {
    this.#isCommitting = true;
    if (isForeign) this.#parts.announcer.tellForeign(change);
  }

  #showLive() {
    const { layout, sharing } = this.#parts;
    layout.paused.hidden = sharing.isLive;
  }

  // What people see.

  #showPage(/** @type {Frame} */ frame) {
    const { layout, navigation, announcer, stage, gallery } = this.#parts;
    const [activeIndex, activePage, count] = [frame.activeIndex ?? -1, frame.activePage ?? -1, frame.count];
    const title = layout.heading.textContent ?? "";
    navigation.setTitle(title, activeIndex, count);
    layout.position.textContent = count === 0 ? "" : `${activeIndex + 1} of ${count}`;
    layout.empty.hidden = count > 0;
    layout.preview.hidden = false;
    const label = count === 0 ? "No pages" : `Page ${activeIndex + 1} of ${count}${stage.isDamaged(activePage) ? ", damaged" : ""}`;
    layout.preview.setAttribute("aria-label", label);
    if (this.#announcedPage !== -1 && activePage !== this.#announcedPage) announcer.tell("page", label);
    this.#announcedPage = activePage;
    this.#showButtons(frame);
    this.#details.show(activePage);
    this.#grid.update();
  }

  #showButtons(/** @type {Frame} */ frame) {
    const [activeIndex, count] = [frame.activeIndex ?? -1, frame.count];
    const { layout, editing } = this.#parts;
    layout.previous.disabled = activeIndex <= 0;
    layout.next.disabled = activeIndex >= count - 1;
    for (const action of layout.actions) {
      const button = /** @type {HTMLButtonElement | null} */ (layout.tools.querySelector(`[data-action="${action.name}"]`));
      if (!button) continue;
      const isAtEnd = action.name === "move-earlier" ? activeIndex <= 0 : action.name === "move-later" && activeIndex >= count - 1;
      button.disabled = Boolean(action.needsPage) && count === 0 || isAtEnd || action.name === "undo" && editing.history.isEmpty;
    }
  }

  #rest(/** @type {Frame} */ frame, /** @type {number} */ time) {
    const { navigation, zoom, announcer, layout } = this.#parts;
    const [activeIndex, activePage, count] = [frame.activeIndex ?? -1, frame.activePage ?? -1, frame.count];
    navigation.rest(activePage < 0 ? null : { page: activePage, zoom: zoom.place(time) });
    navigation.setTitle(layout.heading.textContent ?? "", activeIndex, count);
    this.#tellZoom(activePage);
    this.#followFocus(activePage);
    this.#isCommitting = false;
    announcer.rest();
  }

  #tellZoom(/** @type {number} */ page) {
    const { zoom, announcer } = this.#parts;
    const scale = Math.round(zoom.state.scale * 100);
    if (scale !== this.#toldScale && page === this.#zoomedPage) announcer.tell("zoom", `Zoom ${scale} percent`);
    [this.#toldScale, this.#zoomedPage] = [scale, page];
  }

  /** The focus of the strip follows the keyboard, and a deletion; after a click it stays. */
  #followFocus(/** @type {number} */ page) {
    const { layout, stage } = this.#parts;
    if (!layout.strip.contains(document.activeElement)) return;
    if (this.#presence.isKeyboard || this.#isCommitting) stage.strip.elementOf(page)?.focus({ preventScroll: true });
  }

  // Inputs.

  #listen() {
    const { layout, clock, stage, sharing, gallery, zoom, reducedMotion, editing } = this.#parts;
    zoom.onInput = () => {
      stage.changed();
    };
    stage.onPicture = (page) => this.#grid.invalidate(page);
    sharing.onLive = () => this.#showLive();
    sharing.onDocument = (document) => this.#showDocument(document);
    editing.history.onChange = () => this.#showButtons(gallery.frame(clock.last));
    layout.viewer.addEventListener("click", (event) => this.#click(event));
    this.#gestures = [new Gestures(layout.preview, this.#previewActions()), new Gestures(layout.strip, this.#stripActions())];
    this.#listenToWheels();
    new Keys(document, {
      run: (name) => this.#run(name), canRepeat: () => this.#canRepeat(), isMirrored: () => document.documentElement.dir === "rtl" });
    new ResizeObserver(() => this.#resize()).observe(layout.main);
    document.addEventListener("visibilitychange", () => clock.setHidden(document.hidden));
    addEventListener("pageshow", (event) => event.persisted && clock.setHidden(document.hidden));
    addEventListener("online", () => this.#parts.pictures.retry());
    reducedMotion.addEventListener("change", () => {
      const time = clock.time();
      gallery.setReducedMotion(reducedMotion.matches, time);
      zoom.reopen(time);
      this.#details.reopen(time);
      stage.changed();
    });
    document.addEventListener("fullscreenchange", () => this.#showFullScreen());
    this.#watchDensity();
    if (this.#parts.canEdit) this.#listenToDrops();
  }

  #click(/** @type {MouseEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const control = /** @type {HTMLElement | null} */ (target.closest("[data-action]"));
    const name = control?.dataset.action;
    if (name === "back" && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      return this.#goBack();
    }
    if (name === "more") return this.#showMore();
    if (name) return void this.#run(name);
    // A screen reader clicks without a pointer.
    const tab = /** @type {HTMLElement | null} */ (target.closest("[role=tab]"));
    if (tab && event.detail === 0) this.#goTo(Number(tab.dataset.page), true);
  }

  #resize() {
    const { stage, clock } = this.#parts;
    const time = clock.time();
    stage.resized(time);
    this.#details.resize(time);
    stage.draw(time);
    clock.wake();
  }

  /** Another density, such as on another screen, needs other pictures. */
  #watchDensity() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener("change", () => {
      this.#resize();
      this.#watchDensity();
    }, { once: true });
  }

  #showDocument(/** @type {{title: string, isTrashed: boolean}} */ { title, isTrashed }) {
    const { layout, announcer, gallery, clock, navigation } = this.#parts;
    if (title !== "" && title !== layout.heading.textContent) layout.heading.textContent = title;
    const { activeIndex, count } = gallery.frame(clock.last);
    navigation.setTitle(layout.heading.textContent ?? "", activeIndex ?? -1, count);
    layout.paused.lastChild?.replaceWith(isTrashed ? "This document is in the trash" : "Live updates paused");
    layout.paused.hidden = !isTrashed && this.#parts.sharing.isLive;
    if (isTrashed) announcer.tell("source", "This document was moved to the trash");
  }

  #showFullScreen() {
    const button = this.#parts.layout.tools.querySelector('[data-action="full-screen"]');
    if (button) setIcon(button, document.fullscreenElement ? "exit-full-screen" : "full-screen");
  }

  #listenToDrops() {
    const { layout, editing } = this.#parts;
    const { viewer } = layout;
    addEventListener("dragover", (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      viewer.toggleAttribute("data-dropping", true);
    });
    addEventListener("dragleave", (event) => event.relatedTarget ?? viewer.removeAttribute("data-dropping"));
    addEventListener("drop", async (event) => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      viewer.removeAttribute("data-dropping");
      editing.add(await dropped(event.dataTransfer), null);
    });
  }

  // Gestures.

  #time(/** @type {number} */ timestamp) {
    return this.#parts.clock.time(timestamp);
  }

  /** @returns {import("./gestures.js").GestureActions} */
  #previewActions() {
    const { gallery, zoom, stage } = this.#parts;
    let mode = "page";
    const changed = () => stage.changed();
    return {
      catches: (timestamp) => {
        const time = this.#time(timestamp);
        return gallery.frame(time).isAnimating || zoom.state.isAnimating;
      },
      begin: (x, y, timestamp, isVertical) => {
        const time = this.#time(timestamp);
        mode = zoom.isZoomed(time) ? "zoom" : isVertical ? "details" : "page";
        if (mode === "zoom") return zoom.beginDrag(time);
        if (mode === "details") return this.#details.beginDrag(time);
        return gallery.beginDrag("preview", time);
      },
      drag: (x, y, timestamp) => {
        const time = this.#time(timestamp);
        if (mode === "zoom") zoom.drag(x, y, time);
        else if (mode === "details") this.#details.drag(y, time);
        else gallery.drag(x, time);
        changed();
      },
      end: (x, y, timestamp) => {
        const time = this.#time(timestamp);
        if (mode === "zoom") zoom.endDrag(x, y, time);
        else if (mode === "details") this.#details.endDrag(y, time);
        else gallery.endDrag(x, time);
        changed();
      },
      cancel: (timestamp) => {
        const time = this.#time(timestamp);
        if (mode === "zoom") zoom.cancelDrag(time);
        else if (mode === "details") this.#details.cancelDrag(time);
        else gallery.cancelDrag(time);
        changed();
      },
      tap: (x, y, timestamp, count, type) => {
        if (count === 2) zoom.doubleTap(x, y, this.#time(timestamp));
        // The second tap of two takes back what the first one did.
        if (type === "touch" && count <= 2 && (count === 2 || !this.#details.close())) this.#presence.toggle();
        changed();
      },
      beginPinch: (x, y, timestamp) => zoom.beginPinch(x, y, this.#time(timestamp)),
      pinch: (scale, x, y, timestamp) => zoom.pinch(scale, x, y, this.#time(timestamp)),
      endPinch: (timestamp) => zoom.endPinch(this.#time(timestamp)),
    };
  }

  /** @returns {import("./gestures.js").GestureActions} */
  #stripActions() {
    const { gallery, stage, canEdit } = this.#parts;
    const changed = () => stage.changed();
    const reordering = this.#reordering;
    return {
      catches: (timestamp) => gallery.frame(this.#time(timestamp)).isAnimating,
      begin: (x, y, timestamp) => gallery.beginDrag("strip", this.#time(timestamp)),
      drag: (x, y, timestamp) => {
        if (reordering.isActive) reordering.drag(x, y);
        else gallery.drag(x, this.#time(timestamp));
        changed();
      },
      end: (x, y, timestamp) => {
        if (reordering.isActive) reordering.end();
        else gallery.endDrag(x, this.#time(timestamp));
        changed();
      },
      cancel: (timestamp) => {
        if (!reordering.cancel()) gallery.cancelDrag(this.#time(timestamp));
        changed();
      },
      tap: (x, y, timestamp) => {
        gallery.tap(x, y, this.#time(timestamp));
        changed();
      },
      hold: (x, y, timestamp) => canEdit && reordering.begin(x, y, this.#time(timestamp)),
    };
  }

  // Wheels.

  #listenToWheels() {
    const { layout, gallery, zoom, stage, clock } = this.#parts;
    const sign = document.documentElement.dir === "rtl" ? -1 : 1;
    let translation = 0;
    const scrub = new WheelMovement({
      begin: (event) => (translation = 0, gallery.beginDrag("strip", this.#time(event.timeStamp))),
      move: (event) => {
        translation -= wheelDistance(event, sign) * sign;
        gallery.drag(translation, this.#time(event.timeStamp));
        stage.changed();
      },
      end: () => (gallery.endDrag(0, clock.time()), stage.changed()),
    });
    const pinch = new WheelMovement({
      begin: (event) => zoom.beginWheel(...this.#location(event), this.#time(event.timeStamp)),
      move: (event) => zoom.wheel(event.deltaY * (event.deltaMode === 1 ? 16 : 1), ...this.#location(event), this.#time(event.timeStamp)),
      end: () => (zoom.endPinch(clock.time()), stage.changed()),
    });
    let [x, y] = [0, 0];
    const pan = new WheelMovement({
      begin: (event) => ([x, y] = [0, 0], zoom.beginDrag(this.#time(event.timeStamp))),
      move: (event) => {
        [x, y] = [x - event.deltaX, y - event.deltaY];
        zoom.pan(x, y, this.#time(event.timeStamp));
      },
      end: () => (zoom.cancelDrag(clock.time()), stage.changed()),
    });
    this.#wheels = [scrub, pinch, pan];
    layout.strip.parentElement?.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (!event.ctrlKey) scrub.take(event);
    }, { passive: false });
    layout.main.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.ctrlKey) return pinch.take(event);
      if (zoom.isZoomed(this.#time(event.timeStamp))) return pan.take(event);
      const turn = this.#pageWheel.take(wheelDistance(event, sign), event.timeStamp);
      if (turn !== 0) this.#turn(turn);
    }, { passive: false });
  }

  /** The location of an event in the preview. @returns {[number, number]} */
  #location(/** @type {WheelEvent} */ event) {
    const { left, top } = this.#parts.layout.preview.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}
