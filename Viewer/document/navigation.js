// SPDX-License-Identifier: Apache-2.0

/**
 * The place in the document, which a reload and the back-forward cache restore.
 * @typedef {{page: number, zoom: {scale: number, u: number, v: number} | null}} Place
 */

/** Returns the title of the window, such as "Lease, 12 of 80". @param {string} title @param {number} index @param {number} count */
export function windowTitle(title, index, count) {
  const name = title || "Untitled";
  return count === 0 ? name : `${name}, ${index + 1} of ${count}`;
}

/** The address and the title of the window, which follow the gallery at rest. */
export class Navigation {
  #window;

  /** Called before the window goes elsewhere, which waits. @type {() => Promise<unknown>} */
  beforeLeaving = () => Promise.resolve();

  /** @param {{history: History, location: Location, document: Document}} window */
  constructor(window) {
    this.#window = window;
  }

  /** The place to restore: that of the history entry, or the page of the address. @returns {Place | null} */
  get place() {
    const { history, location } = this.#window;
    const number = Number(new URLSearchParams(location.search).get("page") ?? NaN);
    const kept = history.state?.place;
    if (kept && Number.isSafeInteger(kept.page) && (Number.isNaN(number) || number === kept.page)) return kept;
    return Number.isSafeInteger(number) ? { page: number, zoom: null } : null;
  }

  /**
   * Notes the place at rest.
   * @param {Place | null} place `null` without pages
   */
  rest(place) {
    const { history, location } = this.#window;
    const query = new URLSearchParams(location.search);
    if (place) query.set("page", String(place.page));
    else query.delete("page");
    const search = query.size > 0 ? `?${query}`.replace("record=", "record") : "";
    const kept = history.state?.place;
    if (search === location.search && JSON.stringify(kept) === JSON.stringify(place)) return;
    history.replaceState({ ...history.state, place }, "", location.pathname + search);
  }

  /** @param {string} title @param {number} index @param {number} count */
  setTitle(title, index, count) {
    const text = windowTitle(title, index, count);
    if (this.#window.document.title !== text) this.#window.document.title = text;
  }
}
