// SPDX-License-Identifier: Apache-2.0
/** The pages of a document as the server sends them to galleries: binary columns, in blocks of neighbors. */

/**
 * @typedef {object} PageColumns
 * @property {number} revision
 * @property {Float64Array} ids
 * @property {Float64Array} ratios NaN for an unknown one
 * @property {Float64Array} contentVersions
 * @property {number[]} damaged the IDs of damaged pages
 * @property {PageKeys} keys
 */

/** The media type. */
export const columnsType = "application/vnd.page-gallery.columns";

/** The first four bytes: "PGC1". */
const mark = 0x31434750;
const [headerSize, blockHeaderSize, keySize] = [24, 12, 8];
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The keys of pages: bytes, which become text when a picture needs it. */
export class PageKeys {
  #ids;
  #bytes;
  /** The place of each ID, made when it is needed: most documents have their pages in the order of the IDs. @type {Map<number, number> | null} */
  #places = null;

  /** @param {ArrayLike<number>} ids @param {Uint8Array} bytes eight for each page */
  constructor(ids, bytes) {
    this.#ids = ids;
    this.#bytes = bytes;
  }

  /** Returns the key of a page, `undefined` if it is not in the list. @param {number} page */
  keyOf(page) {
    const place = this.#placeOf(page);
    return place === undefined ? undefined : keyText(this.#bytes, keySize * place);
  }

  #placeOf(/** @type {number} */ page) {
    if (this.#places) return this.#places.get(page);
    let [start, end] = [0, this.#ids.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (this.#ids[middle] < page) start = middle + 1;
      else end = middle;
    }
    if (this.#ids[start] === page) return start;
    // The search finds all pages only if they are in order.
    this.#places = new Map();
    for (let place = 0; place < this.#ids.length; place += 1) this.#places.set(this.#ids[place], place);
    return this.#places.get(page);
  }
}

/** Returns eight bytes as base64url. @param {Uint8Array} bytes @param {number} start */
function keyText(bytes, start) {
  let [text, bits, count] = ["", 0, 0];
  for (let place = start; place < start + keySize; place += 1) {
    bits = (bits << 8 | bytes[place]) & 0x3fff;
    count += 8;
    for (; count >= 6; count -= 6) text += digits[bits >> (count - 6) & 63];
  }
  return text + digits[bits << (6 - count) & 63];
}

/** Reads the columns of a response. @param {ArrayBuffer} buffer @returns {PageColumns} @throws {RangeError} if something is missing */
export function readColumns(buffer) {
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== mark) throw new RangeError("These are no columns of pages.");
  const count = view.getFloat64(8, true);
  const [ids, ratios, contentVersions] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const keys = new Uint8Array(keySize * count);
  const reader = new BlockReader(view, { ids, ratios, contentVersions, keys, damaged: /** @type {number[]} */ ([]) });
  while (reader.place < count) reader.read();
  return { revision: view.getFloat64(16, true), ids, ratios, contentVersions, damaged: reader.columns.damaged, keys: new PageKeys(ids, keys) };
}

/** Reads blocks, one after the other. */
class BlockReader {
  #view;
  #at = headerSize;
  #id = 0;
  /** The number of pages that were read. */
  place = 0;

  /** @param {DataView} view @param {{ids: Float64Array, ratios: Float64Array, contentVersions: Float64Array, keys: Uint8Array, damaged: number[]}} columns */
  constructor(view, columns) {
    this.#view = view;
    this.columns = columns;
  }

  read() {
    const view = this.#view;
    const [count, ratioCount, noteCount] = [0, 4, 8].map((offset) => view.getUint32(this.#at + offset, true));
    if (count === 0) throw new RangeError("A block of pages is empty.");
    this.#at += blockHeaderSize;
    this.columns.keys.set(new Uint8Array(view.buffer, this.#at, keySize * count), keySize * this.place);
    this.#at += keySize * count;
    this.#readRatios(count, ratioCount);
    this.#readNotes(noteCount, this.#readIDs(count));
    this.place += count;
  }

  /** Ratios: all of them, or those that occur, and a byte for each page that says which one it has. */
  #readRatios(/** @type {number} */ count, /** @type {number} */ ratioCount) {
    const [view, { ratios }, table] = [this.#view, this.columns, this.#at];
    const places = table + 8 * ratioCount;
    for (let page = 0; page < count; page += 1) {
      const offset = ratioCount === count ? page : view.getUint8(places + page);
      ratios[this.place + page] = view.getFloat64(table + 8 * offset, true);
    }
    this.#at = ratioCount === count ? places : places + count;
  }

  /** IDs: the difference to the one before, times two, or minus that and one; seven bits in a byte, the lowest first. @returns {number} the first place */
  #readIDs(/** @type {number} */ count) {
    const [view, { ids }] = [this.#view, this.columns];
    for (let page = 0; page < count; page += 1) {
      let byte = view.getUint8(this.#at++);
      const isNegative = byte % 2 === 1;
      // Half of the number: all of it may be too large for a double.
      let half = (byte & 127) >> 1;
      for (let factor = 64; byte >= 128; factor *= 128) {
        byte = view.getUint8(this.#at++);
        half += (byte & 127) * factor;
      }
      this.#id += isNegative ? -half - 1 : half;
      ids[this.place + page] = this.#id;
    }
    return this.place;
  }

  /** What only some pages have: their place in the block, and twice the content version, plus one if they are damaged. */
  #readNotes(/** @type {number} */ noteCount, /** @type {number} */ first) {
    const { ids, contentVersions, damaged } = this.columns;
    for (; noteCount > 0; noteCount -= 1, this.#at += 8) {
      const place = first + this.#view.getUint32(this.#at, true);
      const note = this.#view.getUint32(this.#at + 4, true);
      contentVersions[place] = Math.floor(note / 2);
      if (note % 2 === 1) damaged.push(ids[place]);
    }
  }
}
