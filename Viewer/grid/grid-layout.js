// SPDX-License-Identifier: Apache-2.0

/** The height of the list that browsers show without cutting it off, in points. */
export const tallest = 8e6;
/** The rows that are laid out beyond the window. */
const overscan = 1;
/** The gap between two cells, and the height of a number below a page, in points. */
const [gap, caption] = [16, 28];

/** The places of the cells of a grid, in points from its upper corner. */
export class GridLayout {
  #count = 0;

  /** The number of cells in a row. */
  columns = 1;

  /** The width of a cell, and the height of its page. */
  size = 160;

  /** @param {number} count of pages @param {number} clientWidth */
  layOut(count, clientWidth) {
    const width = clientWidth - gap;
    this.#count = count;
    this.columns = Math.max(2, Math.floor(width / (width < 500 ? 120 : 176)));
    this.size = Math.floor(width / this.columns) - gap;
  }

  /** The distance of two rows. */
  get pitch() { return this.size + caption + gap; }

  /** The height of all rows. */
  get #height() { return Math.ceil(this.#count / this.columns) * this.pitch + gap; }

  /** The height of the list: that of all rows, if browsers can show it. */
  get listHeight() { return Math.min(tallest, this.#height); }

  /** The distance in all rows for one in the list. It is not 1 in a very long list, whose ends are those of the rows. */
  #stretch(/** @type {number} */ clientHeight) {
    const height = this.#height;
    return height <= tallest ? 1 : (height - clientHeight) / (tallest - clientHeight);
  }

  /** The distance from the top of all rows to that of the window. @param {number} scrollTop @param {number} clientHeight */
  offset(scrollTop, clientHeight) {
    return scrollTop * this.#stretch(clientHeight);
  }

  /** The first cell that is drawn, and the one behind the last. @param {number} offset @param {number} clientHeight */
  range(offset, clientHeight) {
    const first = Math.max(0, Math.floor(offset / this.pitch) - overscan) * this.columns;
    const last = Math.min(this.#count, (Math.ceil((offset + clientHeight) / this.pitch) + overscan) * this.columns);
    return [first, last];
  }

  /** The place of a cell: x in the reading direction, and y. @param {number} index */
  place(index) {
    const [row, column] = [Math.floor(index / this.columns), index % this.columns];
    return { x: gap + column * (this.size + gap), y: row * this.pitch + gap };
  }

  /** The scroll position that shows a cell. @param {number} index @param {number} scrollTop the present one @param {number} clientHeight */
  reveal(index, scrollTop, clientHeight, isCentered = false) {
    const offset = this.offset(scrollTop, clientHeight);
    const top = Math.floor(index / this.columns) * this.pitch;
    const bottom = top + this.pitch + gap;
    let wanted = offset;
    if (isCentered) wanted = top - (clientHeight - this.pitch) / 2;
    else if (top < offset) wanted = top;
    else if (bottom > offset + clientHeight) wanted = bottom - clientHeight;
    return wanted === offset ? scrollTop : wanted / this.#stretch(clientHeight);
  }

  /**
   * The place that stays when the window changes: that of a cell, if it can be seen, otherwise of the first row.
   * @param {number} offset @param {number} clientHeight @param {number} index of the cell
   * @returns {{index: number, part: number}} `part` is 0 at the upper edge, and 1 at the lower one
   */
  placeToKeep(offset, clientHeight, index) {
    const top = Math.floor(index / this.columns) * this.pitch - offset;
    if (top <= -this.pitch / 2 || top >= clientHeight - this.pitch / 2) return { index: Math.round(offset / this.pitch) * this.columns, part: 0 };
    return { index, part: Math.min(1, Math.max(0, top / Math.max(1, clientHeight - this.pitch))) };
  }

  /** The scroll position that shows a place again. @param {{index: number, part: number}} place @param {number} clientHeight */
  keep({ index, part }, clientHeight) {
    const offset = Math.floor(index / this.columns) * this.pitch - part * (clientHeight - this.pitch);
    return Math.max(0, offset) / this.#stretch(clientHeight);
  }

  /**
   * Returns the cell to which a key goes, `undefined` for other keys.
   * @param {string} key @param {number} focus the present cell @param {number} clientHeight @param {boolean} isMirrored whether rows begin at the right
   */
  target(key, focus, clientHeight, isMirrored) {
    const forward = isMirrored ? -1 : 1;
    const page = Math.max(1, Math.floor(clientHeight / this.pitch)) * this.columns;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowRight: focus + forward, ArrowLeft: focus - forward, ArrowDown: focus + this.columns, ArrowUp: focus - this.columns,
      Home: 0, End: this.#count - 1, PageDown: focus + page, PageUp: focus - page,
    };
    const target = targets[key];
    return target === undefined ? undefined : Math.min(Math.max(target, 0), this.#count - 1);
  }
}
