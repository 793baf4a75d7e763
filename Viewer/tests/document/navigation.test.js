// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Navigation, windowTitle } from "../../document/navigation.js";

function makeNavigation(search, state = null) {
  const entries = [];
  const history = { state, replaceState: (next, _, url) => { history.state = next; entries.push(url); window.location.search = url.includes("?") ? url.slice(url.indexOf("?")) : ""; } };
  const window = { history, location: { pathname: "/d/4", search }, document: { title: "" } };
  return { navigation: new Navigation(window), entries, window };
}

test("the title names the page", () => {
  assert.equal(windowTitle("Lease", 11, 80), "Lease, 12 of 80");
  assert.equal(windowTitle("", 0, 1), "Untitled, 1 of 1");
  assert.equal(windowTitle("Lease", -1, 0), "Lease");
});

test("the address names the page at rest, once", () => {
  const { navigation, entries } = makeNavigation("?page=3");
  const place = { page: 5, zoom: null };
  navigation.rest(place);
  navigation.rest({ ...place });
  assert.deepEqual(entries, ["/d/4?page=5"]);
  navigation.rest(null);
  assert.deepEqual(entries, ["/d/4?page=5", "/d/4"]);
});

test("other parts of the address stay", () => {
  const { navigation, entries } = makeNavigation("?record&page=3");
  navigation.rest({ page: 5, zoom: null });
  assert.deepEqual(entries, ["/d/4?record&page=5"]);
});

test("a reload restores the zoom, a link only the page", () => {
  const place = { page: 5, zoom: { scale: 2, u: 0.5, v: 0.1 } };
  assert.deepEqual(makeNavigation("?page=5", { place }).navigation.place, place);
  assert.deepEqual(makeNavigation("?page=6", { place }).navigation.place, { page: 6, zoom: null });
  assert.equal(makeNavigation("").navigation.place, null);
  assert.equal(makeNavigation("?page=x").navigation.place, null);
});
