// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./memory.js").KernelMemory} KernelMemory */

/** @typedef {"none" | "collapse" | "close" | "waiting" | "grow" | "rollback"} Stage */

/** @type {readonly Stage[]} */
const stages = ["none", "collapse", "close", "waiting", "grow", "rollback"];

const headerLength = 32;
const cellLength = 16;

/** One page or thumbnail of a frame. It is reused: read it before the next frame. */
class Cell {
  /** @param {Float64Array} numbers */
  constructor(numbers) {
    /** @protected */
    this.numbers = numbers;
    /** @protected */
    this.start = 0;
  }

  /**
   * @param {Float64Array} numbers
   * @param {number} start
   */
  moveTo(numbers, start) {
    this.numbers = numbers;
    this.start = start;
  }

  get id() { return this.numbers[this.start]; }
  get index() { return this.numbers[this.start + 1]; }
  /** The center, in points of the surface. */
  get x() { return this.numbers[this.start + 3]; }
  get y() { return this.numbers[this.start + 4]; }
  get width() { return this.numbers[this.start + 5]; }
  get height() { return this.numbers[this.start + 6]; }
  /** The opacity, 0 to 1. */
  get alpha() { return this.numbers[this.start + 8]; }
  get contentVersion() { return Math.floor(this.numbers[this.start + 15] / 16); }
  /** The drawing order: greater ones are above. */
  get zIndex() { return (this.numbers[this.start + 15] % 16) - 1; }
}

/** A page of the preview. Its size is that before scaling. */
export class PreviewCell extends Cell {
  /** The distance from the focus, in pages. */
  get pageDistance() { return this.numbers[this.start + 2]; }
  get scale() { return this.numbers[this.start + 7]; }
  /** The upper left corner of the content in the rectangle of the page, in points. */
  get contentX() { return this.numbers[this.start + 9]; }
  get contentY() { return this.numbers[this.start + 10]; }
  get contentWidth() { return this.numbers[this.start + 11]; }
  get contentHeight() { return this.numbers[this.start + 12]; }
  /** The shift of the image inside the content, along the axis, in points. */
  get parallaxOffset() { return this.numbers[this.start + 13]; }
  /** The progress of the cross-fade from the replaced image, 0 to 1. */
  get contentBlend() { return this.numbers[this.start + 14]; }
}

/** A thumbnail of the strip. */
export class StripCell extends Cell {
  /** The progress from the collapsed size to the shape of the page, 0 to 1. */
  get expansion() { return this.numbers[this.start + 2]; }
  /** The visible part of the page, as fractions of it. */
  get cropX() { return this.numbers[this.start + 9]; }
  get cropY() { return this.numbers[this.start + 10]; }
  get cropWidth() { return this.numbers[this.start + 11]; }
  get cropHeight() { return this.numbers[this.start + 12]; }
}

/** What a gallery shows at one time. It is reused: the next frame replaces its contents. */
export class GalleryFrame {
  #numbers = new Float64Array(headerLength);
  /** @type {PreviewCell[]} */
  #previewCells = [];
  /** @type {StripCell[]} */
  #stripCells = [];

  /** The visible pages, ordered by index. @type {PreviewCell[]} */
  preview = [];
  /** The visible thumbnails, ordered by index. @type {StripCell[]} */
  strip = [];

  get time() { return this.#numbers[0]; }
  get activePage() { return this.#numbers[1] === -1 ? null : this.#numbers[1]; }
  get activeIndex() { return this.#numbers[2] === -1 ? null : this.#numbers[2]; }
  get count() { return this.#numbers[3]; }
  get position() { return this.#numbers[4]; }
  get focus() { return this.#numbers[5]; }
  get stage() { return stages[this.#numbers[7]]; }
  /** Whether something moves without a finger. */
  get isAnimating() { return (this.#numbers[8] & 1) !== 0; }
  get isEmpty() { return (this.#numbers[8] & 2) !== 0; }
  get isClosed() { return (this.#numbers[8] & 8) !== 0; }
  /** The next time at which something happens, `null` if nothing will. */
  get nextBoundary() { return this.#numbers[9] === -1 ? null : this.#numbers[9]; }
  get previewWidth() { return this.#numbers[12]; }
  get previewHeight() { return this.#numbers[13]; }
  get stripWidth() { return this.#numbers[14]; }
  /** The count of changes of the shown pages. */
  get pagesVersion() { return this.#numbers[16]; }
  /** The last known revision of the source. */
  get revision() { return this.#numbers[17]; }
  /** The count of this user's edits that have not ended. */
  get openEditCount() { return this.#numbers[18]; }

  /**
   * Copies a frame out of the memory of the kernel.
   *
   * @param {KernelMemory} memory
   * @param {number} address
   */
  read(memory, address) {
    const source = memory.numbers;
    const start = address / 8;
    const previewCount = source[start + 10];
    const stripCount = source[start + 11];
    const length = headerLength + cellLength * (previewCount + stripCount);
    if (this.#numbers.length < length) this.#numbers = new Float64Array(2 * length);
    const numbers = this.#numbers;
    for (let place = 0; place < length; place++) numbers[place] = source[start + place];
    this.#place(this.preview, this.#previewCells, PreviewCell, previewCount, headerLength);
    const behind = headerLength + cellLength * previewCount;
    this.#place(this.strip, this.#stripCells, StripCell, stripCount, behind);
  }

  /**
   * @template {Cell} C
   * @param {C[]} shown
   * @param {C[]} pool
   * @param {new (numbers: Float64Array) => C} Type
   * @param {number} count
   * @param {number} start
   */
  #place(shown, pool, Type, count, start) {
    while (pool.length < count) pool.push(new Type(this.#numbers));
    while (shown.length > count) shown.pop();
    const numbers = this.#numbers;
    for (let place = 0; place < count; place++) {
      pool[place].moveTo(numbers, start + cellLength * place);
      if (place === shown.length) shown.push(pool[place]);
    }
  }
}
