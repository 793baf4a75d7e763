// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { PictureKeys } from "../../pictures/keys.js";

const listOf = (/** @type {Record<number, string>} */ keys) => ({ keyOf: (/** @type {number} */ page) => keys[page] });

test("a learned key counts until a list has the page", () => {
  const keys = new PictureKeys();
  assert.equal(keys.of(7), undefined);
  keys.setAll(listOf({ 7: "a" }));
  keys.set(7, "b");
  keys.set(8, "c");
  assert.deepEqual([7, 8, 9].map((page) => keys.of(page)), ["b", "c", undefined]);
  keys.setAll(listOf({ 7: "d" }));
  assert.deepEqual([7, 8].map((page) => keys.of(page)), ["d", "c"]);
});
