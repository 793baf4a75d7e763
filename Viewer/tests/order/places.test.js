// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Places } from "../../order/places.js";

/** The places of a document whose pages a test changes. */
function makePlaces(pages) {
  const state = { pages };
  const indexOf = (page) => (state.pages.includes(page) ? state.pages.indexOf(page) : null);
  state.places = new Places({ get count() { return state.pages.length; }, indexOf, pageAt: (index) => state.pages[index] ?? null });
  return state;
}

const numbers = (count) => Array.from({ length: count }, (_, index) => index + 1);

test("a place is known by 32 neighbors on each side", () => {
  const { places } = makePlaces(numbers(100));
  const place = places.of(50);
  assert.equal(place.index, 49);
  assert.deepEqual([place.before[0], place.before.length, place.before.at(-1)], [49, 32, 18]);
  assert.deepEqual([place.after[0], place.after.length, place.after.at(-1)], [51, 32, 82]);
  assert.deepEqual(places.of(1), { index: 0, before: [], after: numbers(33).slice(1) });
});

test("the places of many pages are those of each page", () => {
  const pages = numbers(1500);
  const places = new Places({ count: pages.length, indexOf: (page) => page - 1, pageAt: (index) => pages[index] ?? null });
  const some = pages.filter((page) => page % 5 !== 2);
  const found = places.ofAll(some).map(({ index, before, after }) => ({ index, before, after }));
  assert.deepEqual(found, some.map((page) => places.of(page)));
  assert.deepEqual(places.ofAll([7]), [places.of(7)]);
});

test("a page returns beside the nearest neighbor that is still there, first the one before it", () => {
  const state = makePlaces([1, 2, 3, 4, 5]);
  const place = state.places.of(3);
  const gapIn = (...pages) => (state.pages = pages, state.places.gapOf(3, place));
  assert.equal(gapIn(1, 2, 4, 5), 2);
  assert.equal(gapIn(4, 5, 2, 1), 3, "behind 2, wherever it is");
  assert.equal(gapIn(5, 4, 1), 1, "ahead of 4, which is nearer than 1");
  assert.equal(gapIn(9, 8, 7), 2, "at its index if no neighbor is left");
  assert.equal(gapIn(9), 1);
  assert.equal(gapIn(), 0);
});

test("pages that were deleted before keep their order with one that returns", () => {
  const state = makePlaces([1, 2, 3, 4]);
  const places = new Map();
  for (const page of [2, 3]) {
    places.set(page, state.places.of(page));
    state.places.keep(page, places.get(page));
    state.pages = state.pages.filter((other) => other !== page);
  }
  // 3 was deleted when 2 was gone. Somebody has brought back 2, and 3 belongs behind it.
  state.pages = [1, 2, 4];
  assert.equal(state.places.gapOf(3, places.get(3)), 2);
  state.places.forget(2);
  assert.equal(state.places.gapOf(3, places.get(3)), 1, "a page that was moved meanwhile says nothing");
});
