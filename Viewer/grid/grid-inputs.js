// SPDX-License-Identifier: Apache-2.0

/**
 * What inputs have an effect on.
 * @typedef {object} GridInputParts
 * @property {HTMLElement} list
 * @property {import("./selection.js").Selection} selection
 * @property {import("./grid-layout.js").GridLayout} layout
 * @property {() => number} count the number of all pages
 * @property {() => void} draw
 * @property {(index: number) => void} reveal scrolls a page into the window
 * @property {() => void} open opens the page with the focus
 * @property {() => void} remove deletes the selected pages
 */

const isMirrored = () => document.documentElement.dir === "rtl";

/** Clicks and keys in the grid, as in a file manager: they select pages, open one, and delete. */
export class GridInputs {
  #parts;

  /** @param {GridInputParts} parts */
  constructor(parts) {
    this.#parts = parts;
    const { list, open } = parts;
    list.addEventListener("click", (event) => this.#click(event));
    list.addEventListener("dblclick", open);
    list.addEventListener("keydown", (event) => this.#key(event));
  }

  #click(/** @type {MouseEvent} */ event) {
    const { selection, draw, open } = this.#parts;
    const target = /** @type {HTMLElement} */ (event.target).closest("[role=option]");
    if (!target) {
      selection.clear();
      return draw();
    }
    const index = Number(target.id.slice("cell-".length));
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    // A finger opens a page, or adds it to pages that are selected.
    if (isTouch && selection.size === 0 && !event.shiftKey) {
      selection.focus = index;
      return open();
    }
    selection.select(index, { isAdding: event.ctrlKey || event.metaKey || isTouch, isRange: event.shiftKey });
    draw();
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const { selection, layout, list, count, draw, reveal, open, remove } = this.#parts;
    const keys = { isAdding: event.ctrlKey || event.metaKey, isRange: event.shiftKey };
    const target = layout.target(event.key, selection.focus, list.clientHeight, isMirrored());
    if (target !== undefined) selection.move(target, keys);
    else if (event.key === " ") selection.select(selection.focus, { isAdding: true, isRange: event.shiftKey });
    else if (event.key.toLowerCase() === "a" && keys.isAdding) selection.selectAll(count());
    else if (event.key === "Enter") return open();
    else if (event.key === "Delete" || event.key === "Backspace") remove();
    else return;
    event.preventDefault();
    reveal(selection.focus);
    draw();
  }
}
