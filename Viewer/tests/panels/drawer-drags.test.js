// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { DrawerDrags } from "../../panels/drawer-drags.js";

/** The drags of a drawer, which is open or not, and the calls of the drawer. */
function makeDrags(isOpen) {
  const calls = [];
  const note = (name) => (...values) => (calls.push([name, ...values]), true);
  const drawer = { beginDrag: note("begin"), drag: note("drag"), endDrag: note("end"), cancelDrag: note("cancel") };
  const details = { isOpen, open: () => { details.isOpen = true; calls.push(["open"]); } };
  const drags = new DrawerDrags(() => drawer, details);
  return { drags, calls, gestures: drags.gestures({ contains: (node) => node === "head" }, { time: (timestamp) => timestamp * 10 }, note("changed")) };
}

test("an open drawer follows a drag", () => {
  const { drags, calls } = makeDrags(true);
  assert.ok(drags.beginDrag(1));
  assert.ok(drags.isActive);
  drags.drag(5, 20, 2);
  drags.endDrag(1, 300, 3);
  assert.deepEqual(calls, [["begin", 1], ["drag", 20, 2], ["end", 300, 3]]);
  assert.ok(!drags.isActive);
});

test("a drag upward opens the drawer, and one downward does not", () => {
  const { drags, calls } = makeDrags(false);
  assert.ok(drags.beginDrag(1));
  drags.drag(0, 10, 2);
  drags.endDrag(0, 100, 3);
  assert.deepEqual(calls, []);
  drags.beginDrag(4);
  drags.drag(0, -10, 5);
  drags.cancelDrag(6);
  assert.deepEqual(calls, [["open"], ["begin", 5], ["drag", -10, 5], ["cancel", 6]]);
  assert.ok(!drags.isActive);
});

test("a finger drags a drawer anywhere, and a mouse at its head", () => {
  const { gestures, calls } = makeDrags(true);
  const accepts = (pointerType, target) => gestures.accepts({ pointerType, target });
  assert.deepEqual([accepts("touch", "text"), accepts("mouse", "text"), accepts("mouse", "head")], [true, false, true]);
  assert.ok(!gestures.begin(0, 0, 1, false), "across, it is not for the drawer");
  assert.ok(gestures.begin(0, 0, 1, true));
  gestures.drag(0, 7, 2);
  gestures.end(0, 70, 3);
  assert.deepEqual(calls, [["begin", 10], ["drag", 7, 20], ["changed"], ["end", 70, 30], ["changed"]]);
});
