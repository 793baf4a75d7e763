// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KernelMemory } from "../../kernel/memory.js";

const bytes = readFileSync(new URL("../../kernel/kernel.wasm", import.meta.url));

/** Numbers that are at the limits of something, or that no script should pass. */
const limits = [
  NaN, Infinity, -Infinity, 0, -0, -1, 1, 0.5, 1e-320, 2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31, 2 ** 32,
  2 ** 53 - 1, 2 ** 53, 1e300, -1e300, 2 ** 63, 123_456_789, 375,
];

/** Functions whose result is an address. */
const addressed = new Set(["inputReserve", "recordsAddress", "listsAddress", "galleryFrame", "zoomFrame", "drawerFrame", "trackerAppearances"]);

/** Functions whose result may be NaN: a ratio that is unknown. */
const ratios = new Set(["galleryRatioOf"]);

/** The number of the parameters of a function: an export has further ones, which hold nothing. @param {KernelMemory} memory @param {string} name */
const parametersOf = ({ functions }, name) => functions[name].length - (functions.zoomFrame.length - 2);

/**
 * Random calls of every function, with numbers that are often wrong. A twin gets the calls that the kernel
 * accepts, but not those that it answers with a code.
 */
class HostileProgram {
  #state;
  #time = 0;
  #first = 0;
  #names;
  /** The number of calls, of those whose last number is the time, and of those with a code. */
  counts = { calls: 0, timed: 0, refused: 0 };

  /** @param {KernelMemory} memory @param {KernelMemory} twin @param {number} seed */
  constructor(memory, twin, seed) {
    this.memory = memory;
    this.twin = twin;
    this.#state = seed;
    this.#names = Object.keys(memory.functions).filter((name) => !name.endsWith("Release")).sort();
    this.#open();
  }

  /** Opens models with consecutive handles. */
  #open() {
    for (const memory of [this.memory, this.twin]) {
      const { functions } = memory;
      memory.write(Array(24).fill(NaN), [1, 2, 3, 0.5, NaN, 2, 0, 0, 0]);
      const first = functions.galleryOpen(3);
      memory.write([375, 600, 375, 66], Array(20).fill(NaN));
      const handles = [
        first, functions.galleryOpen(0), functions.zoomOpen(375, 600, NaN, NaN, NaN, NaN, 0),
        functions.drawerOpen(375, 600, NaN, NaN, NaN, NaN, NaN, 0), functions.trackerOpen(NaN, NaN, NaN, NaN, NaN, 0)];
      this.#first = memory === this.memory ? first : this.#first;
      assert.deepEqual(handles, handles.map((_, place) => this.#first + place));
    }
    assert.ok(this.#first > 0);
    this.#time = 0;
  }

  /** Releases all models, because a closed gallery does little. */
  reopen() {
    const releases = ["galleryRelease", "zoomRelease", "drawerRelease", "trackerRelease"];
    for (let handle = 1; handle < this.#first + 300; handle++) {
      for (const release of releases) {
        assert.equal(this.memory.functions[release](handle), this.twin.functions[release](handle));
      }
    }
    this.#open();
  }

  /** Makes one call. */
  step() {
    if (this.#next(4) === 0) this.#writeList();
    const name = this.#names[this.#next(this.#names.length)];
    const numbers = this.#numbersFor(name);
    const result = this.memory.functions[name](...numbers);
    const isCode = Number.isInteger(result) && result >= -12 && result < 0;
    assert.ok(isCode || result >= 0 || ratios.has(name) && Number.isNaN(result), `${name}(${numbers}) = ${result}`);
    this.counts.calls += 1;
    this.counts.timed += numbers.at(-1) === this.#time ? 1 : 0;
    this.counts.refused += isCode ? 1 : 0;
    if (isCode && result < -1) return this.#letTimePass(name, numbers, result);
    const other = this.twin.functions[name](...numbers);
    assert.ok(addressed.has(name) && other >= 0 || Object.is(result, other), `${name}(${numbers}) = ${result}, not ${other}`);
    // The contents of a region that has moved are undefined.
    if (name === "inputReserve") for (const memory of [this.memory, this.twin]) memory.write(Array(numbers[0]).fill(1));
  }

  /** A gallery reaches the time of a call before it notices that a page is unknown, or a number of no use. @param {string} name @param {number[]} numbers @param {number} code */
  #letTimePass(name, numbers, code) {
    const isLate = [-9, -10].includes(code) || code === -3 && ["galleryDrag", "galleryEndDrag"].includes(name);
    if (!name.startsWith("gallery") || name === "galleryOpen" || !isLate) return;
    // There is no such ticket.
    assert.equal(this.twin.functions.galleryCancel(numbers[0], 2 ** 31 - 2, numbers.at(-1)), 0, name);
  }

  /** @param {string} name */
  #numbersFor(name) {
    const length = parametersOf(this.memory, name);
    const numbers = Array.from({ length }, (_, place) => {
      if (place === length - 1 && this.#next(8) > 0) return this.#now();
      return place === 0 ? this.#handle(name) : this.#number(6);
    });
    // Large regions only cost time.
    if (name === "inputReserve" && numbers[0] > 1000) numbers[0] = this.#next(1000);
    return numbers;
  }

  /** @param {number} count */
  #next(count) {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return Math.floor(((this.#state >>> 0) * count) / 2 ** 32);
  }

  /** Returns a handle that usually fits a function. @param {string} name */
  #handle(name) {
    if (this.#next(10) === 0) return this.#number(6);
    const kinds = ["gallery", "", "zoom", "drawer", "tracker"];
    const place = kinds.findIndex((kind) => kind !== "" && name.startsWith(kind));
    // Functions without a kind concern galleries.
    return this.#first + (place > 1 ? place : this.#next(2));
  }

  #now() {
    this.#time += this.#next(50_000_000);
    return this.#time;
  }

  /** @param {number} count */
  #number(count) {
    return this.#next(8) > 0 ? this.#next(count + 2) - 1 : limits[this.#next(limits.length)];
  }

  #writeList() {
    const numbers = Array.from({ length: this.#next(60) }, () => this.#number(6));
    if (this.#next(2) === 0) {
      // The counts of a change, which may be larger than what follows.
      numbers.splice(0, 6, this.#next(9), 1, ...[2, 2, 2, 2].map((count) => this.#next(count)));
    }
    for (const memory of [this.memory, this.twin]) memory.write(numbers);
  }
}

/** Returns the memory of a new kernel. */
async function load() {
  const { instance } = await WebAssembly.instantiate(bytes);
  return new KernelMemory(instance.exports);
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`calls with any numbers return a value, or a code and have no effect, seed ${seed}`, async () => {
    const program = new HostileProgram(await load(), await load(), seed * 7919);
    for (let call = 1; call <= 20_000; call++) {
      program.step();
      if (call % 400 === 0) program.reopen();
    }
    const { calls, timed, refused } = program.counts;
    assert.ok(timed > calls * 0.7, `${timed} of ${calls} calls had the time of the program`);
    assert.ok(refused < calls * 0.6, `${refused} of ${calls} calls had a code`);
  });
}

test("the input region has a limit", async () => {
  const { functions } = await load();
  assert.equal(functions.inputReserve(2 ** 24 + 1), -7);
  assert.equal(functions.inputReserve(-1), -4);
  assert.ok(functions.inputReserve(2 ** 24) > 0);
});

test("a list that is longer than the input region is invalid", async () => {
  const memory = await load();
  memory.write(Array(24).fill(NaN));
  assert.equal(memory.functions.galleryOpen(4_194_304), -6);
  assert.equal(memory.functions.galleryOpen(4_194_305), -7);
  const gallery = memory.functions.galleryOpen(0);
  assert.equal(memory.functions.galleryEnqueue(gallery, 262_144, 0), -6);
  assert.equal(memory.functions.galleryEnqueue(gallery, 262_145, 0), -7);
  assert.equal(memory.functions.galleryChange(gallery, 1, 2 ** 24 + 1, 0), -7);
});

test("a list ends where room was made for it, before the memory does", async () => {
  const memory = await load();
  memory.write(Array(24).fill(NaN), [1, 2, 3, 1, 1, 1, 0, 0, 0]);
  const { functions } = memory;
  const gallery = functions.galleryOpen(3);
  assert.ok(gallery > 0);
  // The numbers of the earlier list are still there.
  memory.reserve(32);
  assert.equal(functions.galleryOpen(3), -6);
  memory.write([1, 1, 1, 0, 0, 0, 0]);
  assert.equal(functions.galleryChange(gallery, 1, 8, 0), -6);
  assert.equal(functions.inputReserve(-1), -4);
  assert.equal(functions.galleryChange(gallery, 1, 7, 0), 1);
});
