// SPDX-License-Identifier: Apache-2.0

import { returnFocus } from "../controls/focus.js";
import { setIcon } from "../controls/icons.js";
import { Buttons } from "./buttons.js";

/** @typedef {import("./viewer.js").Parts} Parts */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {import("../kernel/frame.js").GalleryFrame} Frame */

/** What people see and hear beside the pages: titles, numbers, buttons, messages, the focus. */
export class Display {
  #parts;
  #panels;
  #announcedPage = -1;
  /** The number of the page that waits to be told, empty without one. */
  #waitingLabel = "";
  #isCommitting = false;
  #toldScale = 100;
  #zoomedPage = -1;
  #buttons;
  #position = document.createTextNode("");

  /** @param {Parts} parts @param {Panels} panels */
  constructor(parts, panels) {
    this.#parts = parts;
    this.#panels = panels;
    parts.layout.position.append(this.#position);
    this.#buttons = new Buttons(parts);
  }

  /** Handles a record of the gallery. @param {any} record */
  handle(record) {
    const { sharing, editing, announcer, pictures } = this.#parts;
    switch (record.type) {
      case "committed":
        this.#isCommitting = true;
        announcer.take(record.change, record.isForeign);
        return editing.value?.committed(record);
      case "completed": return editing.value?.completed(record);
      case "refused": return editing.value?.refused(record);
      case "sourceFound":
        pictures.retry();
        return this.showLive();
      case "sourceLost": return this.showLive();
      case "sourceGone":
        announcer.tell("source", "The document was removed");
        return sharing.close();
      default: return sharing.handle(record);
    }
  }

  /** Another page is active, or the pages have changed. @param {Frame} frame */
  showPage(frame) {
    // Titles and texts for assistive technology follow at rest: in a fling they would cost most of the time.
    this.#showPosition(frame);
    this.showButtons(frame);
    this.#panels.details.value?.show(frame.activePage ?? -1);
    this.#panels.grid.value?.update();
  }

  /** Shows the number of the page. @param {Frame} frame */
  #showPosition(frame) {
    const { index, count } = this.#placeIn(frame);
    this.#position.data = count === 0 ? "" : `${index + 1} of ${count}`;
    this.#showEmpty(count === 0);
  }

  /** Shows what a document without pages has; the focus goes on to what takes its place. */
  #showEmpty(/** @type {boolean} */ isEmpty) {
    const { empty, strip } = this.#parts.layout;
    if (empty.hidden === !isEmpty) return;
    const losing = isEmpty ? strip : empty;
    const hadFocus = losing.contains(document.activeElement);
    empty.hidden = !isEmpty;
    if (hadFocus) returnFocus(isEmpty ? empty.querySelector("button") : null);
  }

  /** The active page among those that are seen: pages whose deletion is not confirmed yet do not count. @param {Frame} frame */
  #placeIn(frame) {
    const { editing, gallery } = this.#parts;
    let [index, count] = [frame.activeIndex ?? -1, frame.count];
    for (const page of editing.value?.leaving ?? []) {
      const leaving = gallery.indexOf(page);
      if (leaving === null) continue;
      count -= 1;
      if (leaving < (frame.activeIndex ?? -1)) index -= 1;
    }
    return { index: Math.min(index, count - 1), count };
  }

  /** Enables the buttons that have an effect. @param {Frame} frame */
  showButtons(frame) { this.#buttons.update(frame); }

  /** Everything is at rest. @param {Frame} frame @param {number} time */
  rest(frame, time) {
    const { navigation, zoom, announcer, layout } = this.#parts;
    const activePage = frame.activePage ?? -1;
    const { index, count } = this.#placeIn(frame);
    this.#showPosition(frame);
    const resting = activePage < 0 ? null : { page: activePage, zoom: zoom.place(time) };
    // The frame comes first: the browser takes some milliseconds for an address and a title.
    setTimeout(() => {
      navigation.rest(resting);
      navigation.setTitle(layout.heading.textContent ?? "", index, count);
    });
    this.#describe(index, activePage, count);
    this.#tellZoom(activePage);
    this.#followFocus(activePage);
    this.#isCommitting = false;
    announcer.rest();
  }

  #describe(/** @type {number} */ index, /** @type {number} */ page, /** @type {number} */ count) {
    const { layout, stage, announcer } = this.#parts;
    const label = count === 0 ? "No pages" : `Page ${index + 1} of ${count}${stage.isDamaged(page) ? ", damaged" : ""}`;
    if (layout.preview.getAttribute("aria-label") !== label) layout.preview.setAttribute("aria-label", label);
    const isOther = this.#announcedPage !== -1 && page !== this.#announcedPage;
    this.#announcedPage = page;
    // The scale of the page before is of no interest any more.
    if (isOther) announcer.tell("zoom", "");
    // The page may be moved before its number was told.
    if (!isOther && (this.#waitingLabel === "" || label === this.#waitingLabel)) return;
    this.#waitingLabel = label;
    announcer.tell("page", label, () => { this.#waitingLabel = ""; });
  }

  #tellZoom(/** @type {number} */ page) {
    const { zoom, announcer } = this.#parts;
    const scale = Math.round(zoom.state.scale * 100);
    if (scale !== this.#toldScale && page === this.#zoomedPage) announcer.tell("zoom", `Zoom ${scale} percent`);
    [this.#toldScale, this.#zoomedPage] = [scale, page];
  }

  /** The focus of the strip follows the keyboard, and a deletion; after a click it stays, unless the page is gone. */
  #followFocus(/** @type {number} */ page) {
    const { layout, stage, gallery } = this.#parts;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!focused || !layout.strip.contains(focused)) return;
    const isGone = focused.dataset.page !== undefined && gallery.indexOf(Number(focused.dataset.page)) === null;
    if (this.#panels.presence.isKeyboard || this.#isCommitting || isGone) stage.strip.elementOf(page)?.focus({ preventScroll: true });
  }

  // The document.

  /** Shows whether changes of others arrive. */
  showLive() {
    const { layout, sharing } = this.#parts;
    layout.connection.set("changes", !sharing.isLive);
  }

  /** @param {{title: string, isTrashed: boolean}} document */
  showDocument({ title, isTrashed }) {
    const { layout, gallery, clock, navigation } = this.#parts;
    if (title !== "" && title !== layout.heading.textContent) layout.heading.textContent = title;
    const { index, count } = this.#placeIn(gallery.frame(clock.last));
    navigation.setTitle(layout.heading.textContent ?? "", index, count);
    layout.connection.set("trash", isTrashed);
    this.showLive();
  }

  showFullScreen() {
    const button = this.#parts.layout.tools.querySelector('[data-action="full-screen"]');
    if (button) setIcon(button, document.fullscreenElement ? "exit-full-screen" : "full-screen");
  }
}
