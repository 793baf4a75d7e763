// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KernelMemory } from "../kernel-memory.js";

const bytes = readFileSync(new URL("../kernel.wasm", import.meta.url));

/** Numbers that are at the limits of something, or that no script should pass. */
const limits = [
  NaN, Infinity, -Infinity, 0, -0, -1, 1, 0.5, 1e-320, 2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31, 2 ** 32,
  2 ** 53 - 1, 2 ** 53, 1e300, -1e300, 2 ** 63, 123_456_789, 375,
];

/** Random calls of every function, with numbers that are often wrong. */
class HostileProgram {
  #state;
  #time = 0;
  #first = 0;
  #names;

  /** @param {KernelMemory} memory @param {number} seed */
  constructor(memory, seed) {
    this.memory = memory;
    this.#state = seed;
    this.#names = Object.keys(memory.functions).filter((name) => !name.endsWith("Release")).sort();
    this.#open();
  }

  /** Opens models with consecutive handles. */
  #open() {
    const { functions } = this.memory;
    this.memory.write(Array(24).fill(NaN), [1, 2, 3, 0.5, NaN, 2, 0, 0, 0]);
    this.#first = functions.galleryOpen(3);
    this.memory.write([375, 600, 375, 66], Array(20).fill(NaN));
    functions.galleryOpen(0);
    functions.zoomOpen(375, 600, NaN, NaN, NaN, NaN, 0);
    functions.drawerOpen(375, 600, NaN, NaN, NaN, NaN, NaN, 0);
    functions.trackerOpen(NaN, NaN, NaN, NaN, NaN, 0);
    this.#time = 0;
  }

  /** Releases all models, because a closed gallery does little. */
  reopen() {
    const releases = ["galleryRelease", "zoomRelease", "drawerRelease", "trackerRelease"];
    for (let handle = 1; handle < this.#first + 300; handle++) {
      for (const release of releases) this.memory.functions[release](handle);
    }
    this.#open();
  }

  /** Makes one call. */
  step() {
    if (this.#next(4) === 0) this.#writeList();
    const name = this.#names[this.#next(this.#names.length)];
    const call = this.memory.functions[name];
    const numbers = Array.from({ length: call.length }, (_, place) => {
      if (place === call.length - 1 && this.#next(8) > 0) return this.#now();
      return place === 0 ? this.#handle(name) : this.#number(6);
    });
    // Large regions only cost time.
    if (name === "inputReserve" && numbers[0] > 1000) numbers[0] = 1000;
    const result = call(...numbers);
    const isAllowed = Number.isNaN(result) || result >= -12;
    assert.ok(isAllowed, `${name}(${numbers}) = ${result}`);
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
    this.memory.write(numbers);
  }
}

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`calls with any numbers return, seed ${seed}`, async () => {
    const { instance } = await WebAssembly.instantiate(bytes);
    const program = new HostileProgram(new KernelMemory(instance.exports), seed * 7919);
    for (let call = 1; call <= 20_000; call++) {
      program.step();
      if (call % 400 === 0) program.reopen();
    }
  });
}

test("the input region has a limit", async () => {
  const { instance } = await WebAssembly.instantiate(bytes);
  const { functions } = new KernelMemory(instance.exports);
  assert.equal(functions.inputReserve(2 ** 24 + 1), -7);
  assert.equal(functions.inputReserve(-1), -4);
  assert.ok(functions.inputReserve(2 ** 24) > 0);
});

test("a list that is longer than the input region is invalid", async () => {
  const { instance } = await WebAssembly.instantiate(bytes);
  const memory = new KernelMemory(instance.exports);
  memory.write(Array(24).fill(NaN));
  assert.equal(memory.functions.galleryOpen(4_194_304), -6);
  assert.equal(memory.functions.galleryOpen(4_194_305), -7);
  const gallery = memory.functions.galleryOpen(0);
  assert.equal(memory.functions.galleryEnqueue(gallery, 4096, 0), -6);
  assert.equal(memory.functions.galleryEnqueue(gallery, 4097, 0), -7);
  assert.equal(memory.functions.galleryChange(gallery, 1, 2 ** 24 + 1, 0), -7);
});
