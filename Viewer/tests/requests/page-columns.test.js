// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { readColumns } from "../../requests/page-columns.js";
import { encodeColumns } from "./column-bytes.js";

/** Returns random numbers that are the same each time. */
function generator(seed) {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const keyOf = (random) => {
  const bytes = Array.from({ length: 8 }, () => random(256));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

function randomPages(count, random) {
  const ids = new Set();
  let id = 0;
  while (ids.size < count) {
    id = [() => id + 1, () => random(2 ** 31) * 2 ** 20, () => random(300), () => Number.MAX_SAFE_INTEGER - random(300)][random(4)]();
    if (id > 0) ids.add(id);
  }
  return [...ids].map((id) => ({
    id, ratio: [null, 0.75, Math.SQRT2, 1 / (random(1000) + 1)][random(4)], key: keyOf(random),
    contentVersion: random(4) === 0 ? random(2 ** 31) : 0, isDamaged: random(5) === 0 }));
}

function check(pages, found) {
  assert.deepEqual([...found.ids], pages.map((page) => page.id));
  assert.deepEqual([...found.ratios], pages.map((page) => page.ratio ?? NaN));
  assert.deepEqual([...found.contentVersions], pages.map((page) => page.contentVersion));
  assert.deepEqual(found.damaged, pages.filter((page) => page.isDamaged).map((page) => page.id));
  for (const page of pages) assert.equal(found.keys.keyOf(page.id), page.key);
}

test("columns have everything of the pages, whatever the blocks", () => {
  for (let seed = 0; seed < 60; seed += 1) {
    const random = generator(seed);
    const pages = randomPages(random(40), random);
    const found = readColumns(encodeColumns(seed, pages, 1 + random(12)).buffer);
    assert.equal(found.revision, seed);
    check(pages, found);
  }
  const random = generator(7);
  const many = randomPages(1500, random);
  check(many, readColumns(encodeColumns(1, many, 1024).buffer));
});

test("keys of pages in and out of the order of their IDs are found, and of no others", () => {
  for (const ids of [[], [2, 4, 6, 9], [9, 2, 6, 4]]) {
    const random = generator(3);
    const pages = ids.map((id) => ({ id, ratio: 1, key: keyOf(random), contentVersion: 0, isDamaged: false }));
    const { keys } = readColumns(encodeColumns(1, pages).buffer);
    for (let id = 0; id < 12; id += 1) assert.equal(keys.keyOf(id), pages.find((page) => page.id === id)?.key);
  }
});

// The server's tests write the same bytes: PageBlocksTests.
test("the example of the server is read", () => {
  const text = "UEdDMQAAAAAAAAAAAAAIQAAAAAAAACJAAwAAAAIAAAACAAAAAAAAAAAAAAECAwQFBgcICf/////////+AAAAAAAA6D8AAAAAAAD4fwABAA6GAQgBAAAABQAAAAIAAAAEAAAA";
  const found = readColumns(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
  assert.equal(found.revision, 9);
  check([
    { id: 7, ratio: 0.75, key: "AAAAAAAAAAE", contentVersion: 0, isDamaged: false },
    { id: 74, ratio: null, key: "AgMEBQYHCAk", contentVersion: 2, isDamaged: true },
    { id: 78, ratio: 0.75, key: "__________4", contentVersion: 2, isDamaged: false },
  ], found);
});

test("whatever is cut off is missed", () => {
  const random = generator(5);
  const bytes = encodeColumns(1, randomPages(10, random), 4);
  for (let count = 0; count < bytes.length; count += 1) assert.throws(() => readColumns(bytes.slice(0, count).buffer), RangeError);
  bytes[0] = 0;
  assert.throws(() => readColumns(bytes.buffer), RangeError);
});
