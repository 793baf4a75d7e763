// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Action } from "../../undo/action.js";

const rotation = (...pages) => ({ kind: "rotate", pages, turns: 1 });

test("of edits of a page each, those that fail are not to be reverted", () => {
  const action = new Action([1, 2, 3], rotation(11, 12, 13));
  assert.equal(action.end(2, "failed"), false);
  assert.equal(action.end(1, "success"), false);
  assert.deepEqual([action.open, action.has(2), action.awaits(2), action.awaits(3)], [[3], true, false, true]);
  assert.equal(action.end(3, "unknown"), true);
  assert.deepEqual([action.reversal.pages, action.isOver], [[11], false]);
});

test("an edit of several pages that fails leaves nothing to revert", () => {
  const action = new Action([1], { kind: "insert", pages: [11, 12] });
  assert.equal(action.end(1, "cancelled"), true);
  assert.ok(action.isOver);
});

test("what was reverted is not to be reverted again, and what has failed is", () => {
  const action = new Action([1, 2], rotation(11, 12));
  for (const ticket of [1, 2]) action.end(ticket, "success");
  action.revert([3, 4]);
  assert.equal(action.endUndo(3, "rejected"), false);
  assert.deepEqual([action.isReverting, action.isRevertedBy(3), action.isRevertedBy(4)], [true, false, true]);
  assert.equal(action.endUndo(4, "success"), true);
  assert.deepEqual([action.isReverting, action.reversal.pages], [false, [11]]);
  action.revert([5]);
  assert.equal(action.endUndo(5, "cancelledOut"), true, "the page is as it was before");
  assert.ok(action.isOver);
});

test("actions share images if both change those of a page", () => {
  const action = new Action([1], rotation(11, 12));
  const replacement = { kind: "replace", pages: [{ id: 12, former: null }] };
  assert.ok(action.sharesImages(new Action([2], replacement)));
  assert.ok(!action.sharesImages(new Action([2], rotation(13))));
  assert.ok(!action.sharesImages(new Action([2], { kind: "insert", pages: [11] })));
});
