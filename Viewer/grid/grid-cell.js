// SPDX-License-Identifier: Apache-2.0

import { element } from "../controls/icons.js";
import { PictureFrame } from "../pictures/frame.js";

/** One cell of the grid: a page, and its number. */
export class GridCell {
  page = -1;
  picture = new PictureFrame("picture");
  #paper = element("div", { class: "grid-paper" }, this.picture.element);
  #number = element("span", { class: "grid-number" });
  element = element("div", { class: "grid-cell", role: "option" }, this.#paper, this.#number);

  /** Shows the page at an index. @param {number} index @param {number} count of all pages @param {number} page @param {boolean} isDamaged */
  show(index, count, page, isDamaged) {
    this.page = page;
    this.element.id = `cell-${index}`;
    this.element.setAttribute("aria-posinset", String(index + 1));
    this.element.setAttribute("aria-setsize", String(count));
    this.#number.textContent = String(index + 1);
    this.mark(isDamaged);
  }

  /** @param {boolean} isDamaged */
  mark(isDamaged) {
    this.element.setAttribute("aria-label", `Page ${this.#number.textContent}${isDamaged ? ", damaged" : ""}`);
    this.#paper.toggleAttribute("data-damage", isDamaged);
  }

  /** @param {boolean} isSelected @param {boolean} hasFocus */
  select(isSelected, hasFocus) {
    this.element.setAttribute("aria-selected", String(isSelected));
    this.element.toggleAttribute("data-focus", hasFocus);
  }

  /** Moves the cell. @param {number} x @param {number} y @param {number} size its width @param {number} ratio of the page */
  place(x, y, size, ratio) {
    this.element.style.width = `${size}px`;
    this.element.style.translate = `${x}px ${y}px`;
    const width = Math.min(size, size * ratio);
    // Of a page that is very thin, there is something to see.
    this.#paper.style.width = `${Math.max(1, width)}px`;
    this.#paper.style.height = `${Math.max(1, width / ratio)}px`;
    this.#paper.style.marginBlockStart = `${size - width / ratio}px`;
  }
}
