// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { pairOf } from "../../inputs/pair.js";
import { TapCounter } from "../../inputs/taps.js";

test("taps that follow each other at one place are counted", () => {
  const taps = new TapCounter();
  assert.deepEqual([[10, 10, 0], [20, 10, 299], [20, 20, 500]].map((tap) => taps.count(...tap)), [1, 2, 3]);
});

test("a late or distant tap is the first one again", () => {
  const taps = new TapCounter();
  assert.deepEqual([[10, 10, 0], [10, 10, 300], [42, 10, 400], [42, 10, 500]].map((tap) => taps.count(...tap)), [1, 1, 1, 2]);
});

test("two pointers have a distance and a center, and are never at one point", () => {
  const pointers = new Map([[1, { x: 10, y: 20 }], [2, { x: 40, y: 60 }]]);
  assert.deepEqual(pairOf(pointers.values(), { left: 5, top: 10 }), { length: 50, x: 20, y: 30 });
  assert.equal(pairOf([{ x: 1, y: 1 }, { x: 1, y: 1 }], { left: 0, top: 0 }).length, 1);
});
