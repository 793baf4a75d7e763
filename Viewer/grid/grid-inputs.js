// SPDX-License-Identifier: Apache-2.0

import { Hold } from "../inputs/taps.js";

/**
 * What inputs have an effect on.
 * @typedef {object} GridInputParts
 * @property {HTMLElement} list
 * @property {import("./selection.js").Selection} selection
 * @property {import("./grid-layout.js").GridLayout} layout
 * @property {() => number} count the number of all pages
 * @property {(index: number) => number | null} pageAt
 * @property {(page: number) => number | null} indexOf
 * @property {() => void} draw
 * @property {(index: number) => void} reveal scrolls a page into the window
 * @property {() => void} collect begins to collect pages
 * @property {() => void} open opens the page with the focus
 * @property {() => void} remove deletes the selected pages
 */

/** The index of the page at an element, `null` without one. @param {EventTarget | null} target */
function indexAt(target) {
  const cell = /** @type {HTMLElement} */ (target).closest("[role=option]");
  return cell ? Number(cell.id.slice("cell-".length)) : null;
}

const isMirrored = () => document.documentElement.dir === "rtl";

/** The distance that a finger moves without meaning to, in points. */
const slop = 10;

/**
 * Clicks and keys in the grid, as in a file manager: they select pages, open one, and delete. A finger that is held on a
 * page selects it, and begins to collect pages: what is clicked is added then, or removed, until that ends.
 */
export class GridInputs {
  #parts;
  #hold = new Hold();
  /** Where the finger is that may be held. @type {{x: number, y: number} | null} */
  #finger = null;
  /** Whether the finger was held: the click that follows is not one. */
  #wasHeld = false;

  /** @param {GridInputParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const { list, selection, open } = parts;
    list.addEventListener("click", (event) => this.#click(event));
    list.addEventListener("dblclick", () => void (selection.isCollecting || open()));
    list.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("pointerdown", (event) => this.#press(event));
    list.addEventListener("pointermove", ({ clientX, clientY }) => {
      if (this.#finger && Math.hypot(clientX - this.#finger.x, clientY - this.#finger.y) > slop) this.#release();
    });
    // A list that is scrolled takes the finger.
    for (const name of ["pointerup", "pointercancel"]) list.addEventListener(name, () => this.#release());
    // Some systems have a menu for a finger that is held, before or after this module finds it held.
    list.addEventListener("contextmenu", (event) => {
      if (this.#finger || this.#wasHeld) event.preventDefault();
    });
  }

  #press(/** @type {PointerEvent} */ { pointerType, isPrimary, clientX, clientY, target }) {
    this.#release();
    this.#wasHeld = false;
    const index = indexAt(target);
    if (pointerType !== "touch" || !isPrimary || index === null) return;
    this.#finger = { x: clientX, y: clientY };
    const page = this.#parts.pageAt(index);
    this.#hold.start(() => this.#select(page));
  }

  #release() {
    this.#finger = null;
    this.#hold.end();
  }

  /** A finger is held on a page, which others may have moved or deleted meanwhile. */
  #select(/** @type {number | null} */ page) {
    const { selection, collect, draw } = this.#parts;
    this.#release();
    this.#wasHeld = true;
    const index = page === null ? null : this.#parts.indexOf(page);
    if (index === null) return;
    collect();
    selection.add(index);
    draw();
  }

  #click(/** @type {MouseEvent} */ event) {
    const { selection, draw, open } = this.#parts;
    if (this.#wasHeld) return;
    const index = indexAt(event.target);
    if (index === null) {
      if (!selection.isCollecting) selection.clear();
      return draw();
    }
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    const isAdding = isTouch || selection.isCollecting;
    // A finger opens a page, or adds it to pages that are selected.
    if (isTouch && selection.size === 0 && !selection.isCollecting && !event.shiftKey) {
      selection.focus = index;
      return open();
    }
    selection.select(index, { isAdding: event.ctrlKey || event.metaKey || isAdding, isRange: event.shiftKey });
    draw();
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const { selection, layout, list, count, draw, reveal, open, remove } = this.#parts;
    const isControl = event.ctrlKey || event.metaKey;
    const keys = { isAdding: isControl || selection.isCollecting, isRange: event.shiftKey };
    const isChosen = event.key === " " || event.key === "Enter" && selection.isCollecting;
    const target = layout.target(event.key, selection.focus, list.clientHeight, isMirrored());
    if (target !== undefined) selection.move(target, keys);
    else if (isChosen) selection.select(selection.focus, { isAdding: true, isRange: event.shiftKey });
    else if (event.key.toLowerCase() === "a" && isControl) selection.selectAll(count());
    else if (event.key === "Enter") return open();
    else if (event.key === "Delete" || event.key === "Backspace") remove();
    else return;
    event.preventDefault();
    reveal(selection.focus);
    draw();
  }
}
