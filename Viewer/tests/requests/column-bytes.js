// SPDX-License-Identifier: Apache-2.0

/** @typedef {{ id: number, ratio: number | null, key: string, contentVersion?: number, isDamaged?: boolean }} EncodedPage */

/** Returns the bytes of a key. @param {string} key */
const keyBytes = (key) => [...atob(`${key.replaceAll("-", "+").replaceAll("_", "/")}=`)].map((letter) => letter.charCodeAt(0));

/** Returns bytes of numbers with a type. */
const bytesOf = (/** @type {any} */ type, /** @type {number[]} */ numbers) => [...new Uint8Array(type.from(numbers).buffer)];

/** Returns an integer as bytes of seven bits. @param {number} number */
function folded(number) {
  let code = BigInt(number) >= 0n ? 2n * BigInt(number) : -2n * BigInt(number) - 1n;
  const bytes = [];
  for (; code >= 128n; code >>= 7n) bytes.push(Number(code & 127n) | 128);
  return [...bytes, Number(code)];
}

/**
 * Returns columns as the server sends them.
 * @param {number} revision @param {EncodedPage[]} pages
 * @param {number} [blockSize] the pages of each block but the last one
 */
export function encodeColumns(revision, pages, blockSize = 3) {
  const bytes = [...[..."PGC1"].map((letter) => letter.charCodeAt(0)), 0, 0, 0, 0, ...bytesOf(Float64Array, [pages.length, revision])];
  let last = 0;
  for (let start = 0; start < pages.length; start += blockSize) {
    const block = pages.slice(start, start + blockSize);
    const all = block.map((page) => page.ratio ?? NaN);
    const different = all.filter((ratio, place) => all.findIndex((each) => Object.is(each, ratio)) === place);
    const isTable = different.length < block.length && different.length <= 256;
    const notes = block.flatMap(({ contentVersion = 0, isDamaged = false }, place) => contentVersion > 0 || isDamaged ? [place, 2 * contentVersion + Number(isDamaged)] : []);
    bytes.push(...bytesOf(Uint32Array, [block.length, isTable ? different.length : block.length, notes.length / 2]));
    bytes.push(...block.flatMap((page) => keyBytes(page.key)));
    bytes.push(...bytesOf(Float64Array, isTable ? different : all));
    if (isTable) bytes.push(...all.map((ratio) => different.findIndex((each) => Object.is(each, ratio))));
    for (const { id } of block) bytes.push(...folded(id - last)), last = id;
    bytes.push(...bytesOf(Uint32Array, notes));
  }
  return new Uint8Array(bytes);
}
