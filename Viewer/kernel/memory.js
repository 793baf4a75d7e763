// SPDX-License-Identifier: Apache-2.0

/** @typedef {Record<string, (...numbers: number[]) => number>} KernelFunctions */

/** The names of the codes, by number. */
const codes = new Map([
  [-1, "nothing"], [-2, "invalidHandle"], [-3, "notFinite"], [-4, "outOfRange"],
  [-5, "invalidTime"], [-6, "invalidList"], [-7, "tooLarge"], [-8, "outOfMemory"],
  [-9, "invalidConfiguration"], [-10, "unknownPage"], [-11, "duplicatePage"], [-12, "closed"],
]);

/** The mistake of a script: a call of the kernel that had no effect. */
export class KernelError extends Error {
  /** @param {number} number A code below 0. */
  constructor(number) {
    super(`The kernel rejected a call: ${codes.get(number) ?? number}.`);
    this.name = "KernelError";
    this.number = number;
    this.code = codes.get(number) ?? "unknown";
  }
}

/**
 * Returns the result of a call, which may be the code for "nothing".
 *
 * @param {number} result
 * @returns {number}
 */
export function checked(result) {
  if (result < -1) throw new KernelError(result);
  return result;
}

/**
 * Returns the result of a call, `null` for "nothing".
 *
 * @param {number} result
 * @returns {number | null}
 */
export function optional(result) {
  return checked(result) === -1 ? null : result;
}

/** Whether a call had an effect. @param {number} result */
export const succeeded = (result) => checked(result) === 1;

/** A setting as a number: without one, the kernel's default holds. @param {number | boolean | undefined} value */
export const setting = (value) => (value === undefined ? NaN : Number(value));

/** The memory that the kernel shares with the script. */
export class KernelMemory {
  /** @type {WebAssembly.Memory} */
  #memory;
  /** @type {Float64Array} */
  #numbers;

  /** @param {WebAssembly.Exports} exports The exports of the module. */
  constructor(exports) {
    const { memory, ...functions } = exports;
    this.functions = /** @type {KernelFunctions} */ (/** @type {unknown} */ (functions));
    this.#memory = /** @type {WebAssembly.Memory} */ (memory);
    this.#numbers = new Float64Array(this.#memory.buffer);
  }

  /**
   * Compiles the kernel.
   *
   * @param {Response | BufferSource | Promise<Response | BufferSource>} source A response, or the
   *   bytes of the module.
   * @returns {Promise<KernelMemory>}
   */
  static async load(source) {
    const found = await source;
    const isStreamed = found instanceof Response && found.headers.get("Content-Type") === "application/wasm";
    const { instance } = isStreamed
      ? await WebAssembly.instantiateStreaming(found)
      : await WebAssembly.instantiate(found instanceof Response ? await found.arrayBuffer() : found);
    return new KernelMemory(instance.exports);
  }

  /** The count of bytes of the memory. */
  get byteLength() {
    return this.#memory.buffer.byteLength;
  }

  /**
   * All numbers of the memory. The view is replaced when the memory grows: never keep it.
   *
   * @returns {Float64Array}
   */
  get numbers() {
    if (this.#numbers.buffer !== this.#memory.buffer) {
      this.#numbers = new Float64Array(this.#memory.buffer);
    }
    return this.#numbers;
  }

  /**
   * Makes room in the input region.
   *
   * @param {number} count The count of numbers.
   * @returns {number} The index of the first one in `numbers`.
   */
  reserve(count) {
    return checked(this.functions.inputReserve(count)) / 8;
  }

  /**
   * Writes lists to the input region, one after the other.
   *
   * @param {ArrayLike<number>[]} lists
   */
  write(...lists) {
    let start = this.reserve(lists.reduce((sum, list) => sum + list.length, 0));
    for (const list of lists) {
      this.numbers.set(list, start);
      start += list.length;
    }
  }

  /**
   * Copies numbers of the last lists.
   *
   * @param {number} position
   * @param {number} count
   * @returns {Float64Array}
   */
  list(position, count) {
    const start = this.functions.listsAddress() / 8 + position;
    return this.numbers.slice(start, start + count);
  }
}
