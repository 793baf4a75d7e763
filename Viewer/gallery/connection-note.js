// SPDX-License-Identifier: Apache-2.0

/** What is told about the connection, the most important one first. */
const texts = { trash: "This document is in the trash", edits: "Waiting for the connection", changes: "Live updates paused" };

/** The note about the connection: nothing in it is an error. */
export class ConnectionNote {
  #element;
  /** @type {Set<string>} */
  #reasons = new Set();

  /** @param {HTMLElement} element what is shown; its last child is the text */
  constructor(element) {
    this.#element = element;
  }

  /** Shows a reason, or does not any more. @param {keyof typeof texts} reason @param {boolean} isShown */
  set(reason, isShown) {
    if (isShown) this.#reasons.add(reason);
    else this.#reasons.delete(reason);
    const [name, text] = Object.entries(texts).find(([name]) => this.#reasons.has(name)) ?? [];
    // The others are announced at rest.
    this.#element.ariaLive = name === "changes" ? "polite" : "off";
    if (text && this.#element.lastChild?.textContent !== text) this.#element.lastChild?.replaceWith(text);
    this.#element.hidden = text === undefined;
  }
}
