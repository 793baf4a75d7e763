// SPDX-License-Identifier: Apache-2.0

/** How far the animations that an edit waits for are skipped, and for how long it is waited for, in milliseconds. */
const patience = 1000;

/**
 * What happens to the edits of this user when they leave: the server learns of an edit at the end of its animation, which
 * nobody is going to see.
 *
 * Of a page that is gone, only the requests arrive that were sent before: the first edits, which the gallery has combined
 * to one. Those that were made after it wait for its answer, and are lost if the page is not there any more to take it;
 * that is why people are asked first. They cannot be sent ahead under the revision that the first edit would lead to:
 * another user's change may have that revision, and theirs would be made to other pages. Without a revision the server
 * takes no change of the order, and rotations that are sent past the gallery would be made twice when the page returns.
 */
export class Leaving {
  #parts;
  #isHurried = false;

  /** @param {Pick<import("./viewer.js").Parts, "gallery" | "clock" | "stage" | "reducedMotion">} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Whether there are edits that the server has not confirmed. */
  get isEditing() {
    const { gallery, clock } = this.#parts;
    return gallery.frame(clock.last).openEditCount > 0;
  }

  /** Asks those who leave a window, as long as edits are open: browsers do not keep a page that may always ask. @param {EventTarget} window @param {boolean} isOpen */
  ask(window, isOpen) {
    if (isOpen) window.addEventListener("beforeunload", this.#confirm);
    else window.removeEventListener("beforeunload", this.#confirm);
  }

  #confirm = (/** @type {Event} */ event) => {
    if (!this.isEditing) return;
    this.#hurry();
    event.preventDefault();
    // It runs when people were asked, and stay.
    setTimeout(() => this.#relax());
  };

  /** Begins to follow a window. @param {EventTarget} window @param {EventTarget & {readonly hidden: boolean}} document */
  follow(window, document) {
    window.addEventListener("pagehide", () => this.#hurry());
    window.addEventListener("pageshow", () => this.#relax());
    // Phones end a tab that is hidden without further notice.
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#hurry() : this.#relax()));
  }

  /**
   * Waits for the edits before the window goes elsewhere, so that people are not asked about those that take no time.
   * @param {() => Promise<unknown>} frame waits for the next frame @param {() => number} now milliseconds
   */
  async settle(frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); }), now = () => performance.now()) {
    const end = now() + patience;
    this.#hurry();
    while (this.isEditing && now() < end) await frame();
  }

  /** Sends the first edits now. Those that wait for an answer follow it without animations. */
  #hurry() {
    if (!this.isEditing) return;
    const { gallery, clock, stage } = this.#parts;
    const time = clock.time();
    this.#isHurried = true;
    gallery.setReducedMotion(true, time);
    stage.changed(time + patience * 1e6);
  }

  #relax() {
    if (!this.#isHurried) return;
    const { gallery, clock, stage, reducedMotion } = this.#parts;
    this.#isHurried = false;
    gallery.setReducedMotion(reducedMotion.matches, clock.time());
    stage.changed();
  }
}
