// SPDX-License-Identifier: Apache-2.0

/** The time without movement after which the controls fade, in milliseconds. */
const idleTime = 3000;

/**
 * Whether somebody needs the controls: they fade while the pointer is idle, and return on any movement.
 * They stay while the keyboard or a screen reader is in use.
 */
export class Presence {
  #element;
  #timer = 0;

  /** Whether the last input came from the keyboard, or from a screen reader. */
  isKeyboard = false;

  /** @param {HTMLElement} element the element whose `data-idle` tells the styles */
  constructor(element) {
    this.#element = element;
    addEventListener("keydown", () => this.#useKeyboard(), { capture: true });
    addEventListener("click", (event) => event.detail === 0 && this.#useKeyboard(), { capture: true });
    addEventListener("pointerdown", () => { this.isKeyboard = false; }, { capture: true });
    addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.#move(), { passive: true });
    addEventListener("wheel", () => this.#move(), { passive: true, capture: true });
  }

  /** Shows or hides the controls, after a tap on the page. */
  toggle() {
    clearTimeout(this.#timer);
    this.#element.toggleAttribute("data-idle");
  }

  #useKeyboard() {
    this.isKeyboard = true;
    clearTimeout(this.#timer);
    this.#show();
  }

  #move() {
    this.#show();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Controls under the pointer or with the focus are in use.
      const isUsed = this.isKeyboard || this.#element.querySelector(".viewer-bar:hover, button:hover, :focus-visible, [aria-expanded=true]");
      if (!isUsed && !document.querySelector("dialog[open]")) this.#element.toggleAttribute("data-idle", true);
    }, idleTime);
  }

  #show() {
    if (this.#element.hasAttribute("data-idle")) this.#element.removeAttribute("data-idle");
  }
}
