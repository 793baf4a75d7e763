// SPDX-License-Identifier: Apache-2.0

import { root } from "../requests/api.js";
import { textDialog } from "../controls/dialogs.js";
import { element, iconButton } from "../controls/icons.js";
import { thumbnailStyle } from "../pictures/ladder.js";
import { PictureFrame } from "../pictures/frame.js";
import { Selection } from "./selection.js";

/** The height of the list that browsers show without cutting it off, in points. */
const tallest = 8e6;
/** The rows that are laid out beyond the window. */
const overscan = 1;
/** What keys do also while the grid covers the page. */
const general = new Set(["undo", "print", "keys", "theme", "full-screen", "grid", "escape"]);
/** The gap between two cells, and the height of a number below a page, in points. */
const [gap, caption] = [16, 28];

/** One cell: a page, and its number. */
class GridCell {
  page = -1;
  picture = new PictureFrame("picture");
  #number = element("span", { class: "grid-number" });
  element = element("div", { class: "grid-cell", role: "option" });

  constructor() {
    this.paper = element("div", { class: "grid-paper" }, this.picture.element);
    this.element.append(this.paper, this.#number);
  }

  place(/** @type {number} */ index, /** @type {number} */ count, /** @type {string} */ label) {
    this.element.id = `cell-${index}`;
    this.element.setAttribute("aria-posinset", String(index + 1));
    this.element.setAttribute("aria-setsize", String(count));
    this.element.setAttribute("aria-label", label);
    this.#number.textContent = String(index + 1);
  }
}

/** All pages of the document, as a grid in which several can be selected. */
export class Grid {
  #parts;
  #selection;
  #isOpen = false;
  #columns = 1;
  #size = 160;
  /** @type {Map<number, GridCell>} */
  #cells = new Map();
  /** @type {GridCell[]} */
  #free = [];
  #list = element("div", { class: "grid-list", role: "listbox", "aria-label": "All pages", "aria-multiselectable": "true", tabindex: "0" });
  #space = element("div", { class: "grid-space", role: "presentation" });
  #title = element("h2", { id: "grid-title" });
  #tools = element("div", { class: "viewer-tools", role: "toolbar", "aria-label": "Selected pages" });
  #element;

  /** @param {any} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#selection = new Selection((index) => parts.gallery.pageAt(index));
    this.#element = element("section", { class: "grid", "aria-labelledby": "grid-title", hidden: true },
      element("header", { class: "viewer-bar" }, iconButton({ icon: "close", label: "Close", action: "close-grid", run: () => void this.close() }), this.#title, this.#tools), this.#list);
    this.#list.append(this.#space);
    this.#addTools();
    parts.layout.viewer.append(this.#element);
    this.#list.addEventListener("scroll", () => this.#draw(), { passive: true });
    this.#list.addEventListener("click", (event) => this.#click(event));
    this.#list.addEventListener("dblclick", () => this.#openPage());
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#isOpen && this.#draw()).observe(this.#list);
  }

  #addTools() {
    const add = (/** @type {string} */ icon, /** @type {string} */ label, /** @type {string} */ action, /** @type {() => void} */ run) =>
      this.#tools.append(iconButton({ icon, label, action, run }));
    if (this.#parts.canEdit) {
      add("undo", "Undo", "grid-undo", () => this.#parts.editing.undo());
      add("rotate-right", "Rotate right", "grid-rotate", () => this.#rotate(1));
      add("move-later", "Move to\u2026", "grid-move", () => this.#move());
      add("trash", "Delete", "grid-delete", () => this.#delete());
    }
    add("download", "Download originals", "grid-export", () => this.#export());
  }

  /**
   * Takes an action while the grid covers the page: those of pages are for the selected ones, and nothing happens to
   * the page that nobody sees. Returns whether it did. @param {string} name
   */
  takes(name) {
    if (!this.#isOpen || general.has(name)) return false;
    if (name === "delete") this.#delete();
    if (name.startsWith("rotate-")) this.#rotate(name === "rotate-left" ? -1 : 1);
    return true;
  }

  #pages() {
    return this.#selection.inOrder((page) => this.#parts.gallery.indexOf(page));
  }

  // Opening and closing.

  toggle() {
    if (!this.close()) this.#open();
  }

  #open() {
    const { gallery, clock, stage } = this.#parts;
    this.#isOpen = true;
    this.#element.hidden = false;
    this.#cover(true);
    this.#selection.clear();
    this.#selection.focus = Math.max(0, gallery.frame(clock.last).activeIndex);
    this.#layOut();
    this.#reveal(this.#selection.focus, true);
    this.#draw();
    this.#list.focus({ preventScroll: true });
    stage.changed();
  }

  /** Neither the focus nor a screen reader reaches what lies behind the grid. */
  #cover(/** @type {boolean} */ isCovered) {
    const { header, main, strip } = this.#parts.layout;
    for (const part of [header, main, strip.parentElement]) part.inert = isCovered;
  }

  /** Closes the grid. Returns whether it was open. */
  close() {
    if (!this.#isOpen) return false;
    const { layout, stage } = this.#parts;
    this.#isOpen = false;
    this.#element.hidden = true;
    this.#cover(false);
    for (const index of [...this.#cells.keys()]) this.#release(index);
    stage.setMore(null);
    layout.preview.focus({ preventScroll: true });
    return true;
  }

  #openPage() {
    const page = this.#parts.gallery.pageAt(this.#selection.focus);
    this.close();
    if (page !== null) this.#parts.goTo(page);
  }

  // Drawing.

  /** The pages have changed. */
  update() {
    if (!this.#isOpen) return;
    if (this.#parts.gallery.count === 0) return void this.close();
    this.#selection.prune((page) => this.#parts.gallery.indexOf(page));
    this.#selection.focus = Math.max(0, Math.min(this.#selection.focus, this.#parts.gallery.count - 1));
    this.#draw();
  }

  /** The pictures of a page have changed. @param {number} page */
  invalidate(page) {
    if (!this.#isOpen) return;
    for (const cell of this.#cells.values()) if (cell.page === page) this.#showPicture(cell);
  }

  #layOut() {
    const width = this.#list.clientWidth - gap;
    this.#columns = Math.max(2, Math.floor(width / (width < 500 ? 120 : 176)));
    this.#size = Math.floor(width / this.#columns) - gap;
    const rows = Math.ceil(this.#parts.gallery.count / this.#columns);
    this.#space.style.height = `${Math.min(tallest, rows * this.#pitch + gap)}px`;
  }

  get #pitch() { return this.#size + caption + gap; }

  /** The distance from the top of the list to that of the window: in a very long list, a share of it. */
  get #offset() {
    const height = Math.ceil(this.#parts.gallery.count / this.#columns) * this.#pitch + gap;
    const { scrollTop, clientHeight } = this.#list;
    return height <= tallest ? scrollTop : scrollTop * (height - clientHeight) / (tallest - clientHeight);
  }

  #draw() {
    const { gallery, stage } = this.#parts;
    this.#layOut();
    const [top, height] = [this.#offset, this.#list.clientHeight];
    const first = Math.max(0, Math.floor(top / this.#pitch) - overscan) * this.#columns;
    const last = Math.min(gallery.count, (Math.ceil((top + height) / this.#pitch) + overscan) * this.#columns);
    for (const index of [...this.#cells.keys()]) if (index < first || index >= last) this.#release(index);
    for (let index = first; index < last; index += 1) this.#drawCell(index, top);
    this.#list.setAttribute("aria-activedescendant", `cell-${this.#selection.focus}`);
    const { size } = this.#selection;
    this.#title.textContent = size === 0 ? `${gallery.count} pages` : `${size} selected`;
    for (const button of this.#tools.querySelectorAll("button")) button.disabled = button.dataset.action === "grid-undo" ? this.#parts.editing.history.isEmpty : size === 0;
    stage.setMore({ pages: [...this.#cells.values()].map((cell) => cell.page), style: thumbnailStyle(this.#size, devicePixelRatio) });
  }

  #drawCell(/** @type {number} */ index, /** @type {number} */ top) {
    const { gallery, stage } = this.#parts;
    let cell = this.#cells.get(index);
    if (!cell) {
      cell = this.#free.pop() ?? new GridCell();
      this.#cells.set(index, cell);
      this.#space.append(cell.element);
    }
    const page = gallery.pageAt(index) ?? -1;
    const [row, column] = [Math.floor(index / this.#columns), index % this.#columns];
    const y = row * this.#pitch + gap - top + this.#list.scrollTop;
    cell.element.style.width = `${this.#size}px`;
    cell.element.style.translate = `${(document.documentElement.dir === "rtl" ? -1 : 1) * (gap + column * (this.#size + gap))}px ${y}px`;
    cell.place(index, gallery.count, `Page ${index + 1}${stage.isDamaged(page) ? ", damaged" : ""}`);
    cell.element.setAttribute("aria-selected", String(this.#selection.has(page)));
    cell.element.toggleAttribute("data-focus", index === this.#selection.focus);
    const ratio = gallery.ratioOf(page) ?? 0.7;
    const width = Math.min(this.#size, this.#size * ratio);
    cell.paper.style.width = `${width}px`;
    cell.paper.style.height = `${width / ratio}px`;
    cell.paper.style.marginBlockStart = `${this.#size - width / ratio}px`;
    cell.page = page;
    this.#showPicture(cell);
  }

  #showPicture(/** @type {GridCell} */ cell) {
    cell.picture.show(this.#parts.pictures.thumbnail(cell.page, thumbnailStyle(this.#size, devicePixelRatio)));
  }

  #release(/** @type {number} */ index) {
    const cell = this.#cells.get(index);
    if (!cell) return;
    cell.picture.clear();
    cell.element.remove();
    this.#cells.delete(index);
    this.#free.push(cell);
  }

  /** Scrolls a page into the window. */
  #reveal(/** @type {number} */ index, isCentered = false) {
    const rows = Math.ceil(this.#parts.gallery.count / this.#columns);
    const share = Math.min(1, tallest / (rows * this.#pitch + gap));
    const [top, height] = [Math.floor(index / this.#columns) * this.#pitch * share, this.#list.clientHeight];
    const { scrollTop } = this.#list;
    if (isCentered) this.#list.scrollTop = top - (height - this.#pitch) / 2;
    else if (top < scrollTop) this.#list.scrollTop = top;
    else if (top + this.#pitch + gap > scrollTop + height) this.#list.scrollTop = top + this.#pitch + gap - height;
  }

  // Inputs.

  #click(/** @type {MouseEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target).closest("[role=option]");
    if (!target) {
      this.#selection.clear();
      return this.#draw();
    }
    const index = Number(target.id.slice("cell-".length));
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    // A finger opens a page, or adds it to pages that are selected.
    if (isTouch && this.#selection.size === 0 && !event.shiftKey) {
      this.#selection.focus = index;
      return this.#openPage();
    }
    this.#selection.select(index, { isAdding: event.ctrlKey || event.metaKey || isTouch, isRange: event.shiftKey });
    this.#draw();
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const { focus } = this.#selection;
    const { count } = this.#parts.gallery;
    const forward = document.documentElement.dir === "rtl" ? -1 : 1;
    const rows = Math.max(1, Math.floor(this.#list.clientHeight / this.#pitch)) * this.#columns;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowRight: focus + forward, ArrowLeft: focus - forward, ArrowDown: focus + this.#columns, ArrowUp: focus - this.#columns,
      Home: 0, End: count - 1, PageDown: focus + rows, PageUp: focus - rows,
    };
    const keys = { isAdding: event.ctrlKey || event.metaKey, isRange: event.shiftKey };
    const target = targets[event.key];
    if (target !== undefined) this.#selection.move(Math.min(Math.max(target, 0), count - 1), keys);
    else if (event.key === " ") this.#selection.select(focus, { isAdding: true, isRange: event.shiftKey });
    else if (event.key.toLowerCase() === "a" && keys.isAdding) this.#selection.selectAll(count);
    else if (event.key === "Enter") return this.#openPage();
    else if (event.key === "Delete" || event.key === "Backspace") this.#delete();
    else return;
    event.preventDefault();
    this.#reveal(this.#selection.focus);
    this.#draw();
  }

  // Edits.

  #delete() {
    if (this.#parts.canEdit) this.#parts.editing.delete(this.#pages());
  }

  #rotate(/** @type {number} */ turns) {
    if (this.#parts.canEdit) this.#parts.editing.rotate(this.#pages(), turns);
  }

  async #move() {
    const { gallery, editing } = this.#parts;
    const answer = await textDialog({ title: "Move pages", label: `Before page (1 to ${gallery.count + 1})`, action: "Move" });
    const number = Number(answer?.text);
    if (answer && Number.isInteger(number) && number >= 1) editing.moveAll(this.#pages(), Math.min(number - 1, gallery.count));
  }

  /** Downloads one original after the other: browsers drop downloads that begin together. */
  async #export() {
    for (const page of this.#pages()) {
      element("a", { href: `${root}/api/v1/pages/${page}/original`, download: true }).click();
      await new Promise((resolve) => { setTimeout(resolve, 400); });
    }
  }
}
