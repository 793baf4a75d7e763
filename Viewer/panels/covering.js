// SPDX-License-Identifier: Apache-2.0

/**
 * Whether a box lies entirely behind another one, to a point: the lower edge is that of the window.
 * @param {{left: number, right: number, top: number}} box @param {{left: number, right: number, top: number}} other
 */
export const isBehind = (box, other) => box.left > other.left - 1 && box.right < other.right + 1 && box.top > other.top - 1;

/**
 * The parts that lie entirely behind a panel: neither the focus nor a screen reader reaches them. On phones, these are
 * the page and its buttons.
 */
export class Covering {
  #panel;
  #parts;
  #refuge;
  /** The place of the panel for which the parts were measured, empty if they are within reach. */
  #place = "";

  /** @param {HTMLElement} panel @param {HTMLElement[]} parts @param {HTMLElement} refuge takes the focus of a part that is covered */
  constructor(panel, parts, refuge) {
    this.#panel = panel;
    this.#parts = parts;
    this.#refuge = refuge;
  }

  /** The panel rests at a place; without one, it covers nothing. @param {string} place */
  update(place) {
    if (place === this.#place) return;
    this.#place = place;
    const box = this.#panel.getBoundingClientRect();
    for (const part of this.#parts) {
      const isCovered = place !== "" && isBehind(part.getBoundingClientRect(), box);
      if (isCovered && part.contains(document.activeElement)) this.#refuge.focus();
      part.inert = isCovered;
    }
  }
}
