// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Selection } from "../../grid/selection.js";

function makeSelection(pages = [10, 11, 12, 13, 14, 15]) {
  const indexOf = (page) => (pages.includes(page) ? pages.indexOf(page) : null);
  const selection = new Selection((index) => pages[index] ?? null);
  return { selection, pages, indexOf, selected: () => selection.inOrder(indexOf) };
}

test("a click selects one page, and Control adds and removes", () => {
  const { selection, selected } = makeSelection();
  selection.select(1);
  selection.select(3);
  assert.deepEqual(selected(), [13]);
  selection.select(1, { isAdding: true });
  assert.deepEqual(selected(), [11, 13]);
  selection.select(3, { isAdding: true });
  assert.deepEqual(selected(), [11]);
});

test("Shift extends from the anchor, in both directions", () => {
  const { selection, selected } = makeSelection();
  selection.select(2);
  selection.select(4, { isRange: true });
  assert.deepEqual(selected(), [12, 13, 14]);
  selection.select(0, { isRange: true });
  assert.deepEqual(selected(), [10, 11, 12]);
});

test("Control and Shift add a range", () => {
  const { selection, selected } = makeSelection();
  selection.select(0);
  selection.select(3, { isAdding: true });
  selection.select(5, { isAdding: true, isRange: true });
  assert.deepEqual(selected(), [10, 13, 14, 15]);
});

test("a range without a click starts at the page at which the selection began", () => {
  const { selection, selected } = makeSelection();
  selection.select(1);
  selection.clear();
  selection.begin(4);
  assert.deepEqual([selected(), selection.focus], [[], 4]);
  selection.move(5, { isRange: true });
  assert.deepEqual(selected(), [14, 15]);
  selection.begin(3);
  selection.select(2, { isRange: true });
  assert.deepEqual(selected(), [12, 13]);
});

test("keys move the selection, extend it, or only the focus", () => {
  const { selection, selected } = makeSelection();
  selection.move(1);
  assert.deepEqual(selected(), [11]);
  selection.move(2, { isRange: true });
  assert.deepEqual(selected(), [11, 12]);
  selection.move(5, { isAdding: true });
  assert.deepEqual([selected(), selection.focus], [[11, 12], 5]);
});

test("all pages are selected at once, and pages that are gone are forgotten", () => {
  const { selection, pages, indexOf } = makeSelection();
  selection.selectAll(6);
  assert.equal(selection.size, 6);
  pages.splice(0, 2);
  selection.prune(indexOf, pages.length);
  assert.equal(selection.size, 4);
  assert.ok(!selection.has(10));
});

test("the focus goes to the successor of deleted pages, or back from the end", () => {
  for (const [focus, deleted, expected] of [[3, [11, 12, 13], 14], [3, [13], 14], [3, [13, 14], 15], [5, [14, 15], 13], [1, [12], 11], [0, [10, 11, 12, 13, 14, 15], undefined]]) {
    const { selection, pages, indexOf } = makeSelection();
    selection.focus = focus;
    selection.leave(new Set(deleted), pages.length);
    for (const page of deleted) pages.splice(pages.indexOf(page), 1);
    selection.prune(indexOf, pages.length);
    assert.equal(pages[selection.focus], expected, `${deleted} from index ${focus}`);
  }
});

test("the focus and the anchor stay at their pages when others come and go before them", () => {
  const { selection, pages, indexOf, selected } = makeSelection();
  selection.select(2);
  pages.splice(0, 1);
  selection.prune(indexOf, pages.length);
  assert.equal(selection.focus, 1);
  pages.splice(0, 0, 20, 21);
  selection.prune(indexOf, pages.length);
  assert.equal(selection.focus, 3);
  selection.select(4, { isRange: true });
  assert.deepEqual(selected(), [12, 13]);
  pages.splice(3, 3);
  selection.prune(indexOf, pages.length);
  assert.equal(selection.focus, 3);
});
