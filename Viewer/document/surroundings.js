// SPDX-License-Identifier: Apache-2.0

import { watchSession } from "../requests/session.js";
import { hasFiles } from "../uploads/drops.js";

/** @typedef {import("./viewer.js").Parts} Parts */
/** @typedef {import("./panels.js").Panels} Panels */

/** What a document depends on beside its inputs: the window, the screen, the visibility of the tab, the wish for less motion, dragged files, the session, printing. */
export class Surroundings {
  #parts;
  #panels;

  /** @param {Parts} parts @param {Panels} panels */
  constructor(parts, panels) {
    this.#parts = parts;
    this.#panels = panels;
  }

  /** Begins to follow them. */
  follow() {
    const { layout, clock, pictures, canEdit } = this.#parts;
    new ResizeObserver(() => this.#resize()).observe(layout.main);
    document.addEventListener("visibilitychange", () => clock.setHidden(document.hidden));
    addEventListener("pageshow", (event) => event.persisted && clock.setHidden(document.hidden));
    addEventListener("online", () => pictures.retry());
    addEventListener("beforeprint", () => this.#panels.printing.value?.update());
    this.#followSession();
    this.#followMotion();
    this.#followDensity();
    if (canEdit) this.#followFiles();
  }

  /** Who is signed in again, such as in another tab, goes on here. */
  #followSession() {
    const { pictures, stage } = this.#parts;
    watchSession((isEnded) => {
      import("../controls/failures.js").then(({ showSession }) => showSession(isEnded), () => {});
      if (isEnded) return;
      pictures.retry();
      stage.changed();
    });
  }

  #resize() {
    const { stage, clock } = this.#parts;
    const time = clock.time();
    if (!stage.resized(time)) return;
    this.#panels.details.value?.resize(time);
    stage.draw(time);
    clock.wake();
  }

  /** The wish for less motion takes effect immediately. */
  #followMotion() {
    const { reducedMotion, gallery, clock, zoom, stage } = this.#parts;
    reducedMotion.addEventListener("change", () => {
      const time = clock.time();
      gallery.setReducedMotion(reducedMotion.matches, time);
      zoom.reopen(time);
      this.#panels.details.value?.reopen(time);
      stage.changed();
    });
  }

  /** Another density, such as on another screen, needs other pictures. */
  #followDensity() {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener("change", () => {
      this.#resize();
      this.#followDensity();
    }, { once: true });
  }

  #followFiles() {
    const { layout: { viewer }, editing } = this.#parts;
    addEventListener("dragover", (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (!this.#parts.canEdit) return;
      editing.load().catch(() => {});
      viewer.toggleAttribute("data-dropping", true);
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) viewer.removeAttribute("data-dropping");
    });
    addEventListener("drop", (event) => {
      const { dataTransfer } = event;
      if (!dataTransfer || !hasFiles(dataTransfer)) return;
      event.preventDefault();
      viewer.removeAttribute("data-dropping");
      if (this.#parts.canEdit) editing.use((editing) => editing.adding.drop(dataTransfer));
    });
  }
}
