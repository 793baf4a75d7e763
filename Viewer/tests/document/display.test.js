// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Display } from "../../document/display.js";

/** What people see of pages 100 to 111, some of which are being deleted. */
function makeDisplay() {
  globalThis.document ??= {};
  document.createTextNode ??= () => ({ data: "" });
  const state = { leaving: [], titles: [], position: null, label: "", told: [], tell: () => {} };
  const pages = Array.from({ length: 12 }, (_, index) => 100 + index);
  const layout = {
    actions: [], tools: {}, position: { append: (text) => { state.position = text; } }, empty: { hidden: true },
    heading: { textContent: "Lease" }, preview: { getAttribute: () => "", setAttribute: (_, label) => { state.label = label; } },
    strip: { contains: () => false },
  };
  const parts = {
    layout, editing: { value: { get leaving() { return state.leaving; }, history: { isEmpty: true } } },
    gallery: { indexOf: (page) => (pages.includes(page) ? pages.indexOf(page) : null) },
    navigation: { rest() {}, setTitle: (_, index, count) => state.titles.push(`${index + 1} of ${count}`) },
    zoom: { place: () => null, state: { scale: 1 } }, announcer: { tell: (topic, text, told = () => {}) => topic === "page" && (state.told.push(text), state.tell = told), rest() {} }, stage: { isDamaged: () => false },
  };
  const display = new Display(parts, {});
  const rest = (activeIndex) => display.rest({ activeIndex, activePage: pages[activeIndex] ?? null, count: pages.length, time: 0 }, 0);
  return { state, layout, pages, rest };
}

test("pages whose deletion is not confirmed yet do not count, as in the strip", async () => {
  const { state, rest } = makeDisplay();
  state.leaving = [106];
  rest(7);
  assert.deepEqual([state.position.data, state.label], ["7 of 11", "Page 7 of 11"]);
  assert.deepEqual(state.titles, [], "the title of the window follows the frame");
  await new Promise((resolve) => { setTimeout(resolve); });
  assert.deepEqual(state.titles, ["7 of 11"]);
  state.leaving = [100, 101];
  rest(2);
  assert.equal(state.position.data, "1 of 10");
  state.leaving = [111];
  rest(3);
  assert.equal(state.position.data, "4 of 11");
});

test("pages that another user has deleted meanwhile are not counted twice, and those that come back count again", () => {
  const { state, rest } = makeDisplay();
  state.leaving = [106, 999];
  rest(7);
  assert.equal(state.position.data, "7 of 11");
  state.leaving = [];
  rest(7);
  assert.equal(state.position.data, "8 of 12");
});

test("a document whose last pages are being deleted looks empty", () => {
  const { state, layout, pages, rest } = makeDisplay();
  state.leaving = [...pages];
  rest(11);
  assert.deepEqual([state.position.data, layout.empty.hidden, state.label], ["", false, "No pages"]);
});

test("the number of a page that is moved before it was told is told anew", () => {
  const { state, pages, rest } = makeDisplay();
  rest(3);
  rest(4);
  pages.splice(3, 2, 104, 103);
  rest(3);
  rest(3);
  assert.deepEqual(state.told, ["Page 5 of 12", "Page 4 of 12"]);
  state.tell();
  pages.splice(3, 2, 103, 104);
  rest(4);
  assert.deepEqual(state.told.length, 2, "what was told stays as it was");
});
