// SPDX-License-Identifier: Apache-2.0

/**
 * @typedef {object} Level What opens above the pages.
 * @property {() => boolean} isOpen
 * @property {() => unknown} close
 */

/** The number of entries of the history to what was before the document: a level has one of its own. @param {any} state */
export const entriesOut = (state) => (state?.isLevel ? 2 : 1);

/** The level above the pages in the history of the browser: its button Back closes what is open there. */
export class Levels {
  #window;
  #levels;
  /** Whether the history has an entry for the level. */
  #isNoted = false;
  /** Whether the browser is on its way back to the entry before. */
  #isReturning = false;

  /** Called when the entry of the pages is the present one again. */
  onReturn = () => {};

  /** @param {Pick<Window, "history" | "addEventListener">} window @param {Level[]} levels the uppermost one first */
  constructor(window, levels) {
    this.#window = window;
    this.#levels = levels;
    window.addEventListener("popstate", () => this.#pop());
    // Nothing is open after a reload.
    if (window.history.state?.isLevel) this.#goBack();
  }

  get #open() { return this.#levels.find((level) => level.isOpen()); }

  /** Something was opened or closed. */
  update() {
    const { history } = this.#window;
    const isOpen = this.#open !== undefined;
    // What happens on the way counts at its end.
    if (this.#isReturning || isOpen === this.#isNoted) return;
    this.#isNoted = isOpen;
    if (isOpen) history.pushState({ ...history.state, isLevel: true }, "");
    else this.#goBack();
  }

  #goBack() {
    this.#isReturning = true;
    this.#window.history.back();
  }

  #pop() {
    const isOwn = this.#isReturning;
    this.#isReturning = false;
    if (!isOwn && this.#isNoted) {
      this.#isNoted = false;
      this.#open?.close();
    }
    this.onReturn();
    this.update();
  }
}
