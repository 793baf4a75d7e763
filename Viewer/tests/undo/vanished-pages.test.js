// SPDX-License-Identifier: Apache-2.0
// Edits, and what reverts them, of pages that somebody else deletes meanwhile and brings back later.

import assert from "node:assert/strict";
import test from "node:test";
import { makeWindow, openDocument } from "../editing/open-document.js";

/** A document with pages 1 to 6, of which somebody else deletes page 3, and brings it back. */
async function open(context) {
  const { messages } = makeWindow(context);
  const document = await openDocument(6);
  document.run(16);
  const settle = () => document.run(3000);
  return Object.assign(document, {
    messages, settle,
    undo: () => document.press(["undo"], 3000),
    deleteElsewhere: () => document.changeElsewhere({ deletions: [document.served.indexOf(3)] }),
    restoreElsewhere: () => (document.changeElsewhere({ insertions: [{ at: 2, page: { id: 3, aspectRatio: 0.75 } }] }), settle()),
    goOffline: (isOffline) => (document.isOnline = !isOffline),
    offline: (run) => {
      document.isOnline = false;
      run();
      document.run(100);
      document.deleteElsewhere();
      document.run(100);
      document.isOnline = true;
      settle();
    },
  });
}

const gone = "Somebody has deleted page 3 meanwhile.";

test("a rotation that was not made is not taken back", async (context) => {
  const { editing, turns, texts, messages, undo, offline, restoreElsewhere } = await open(context);
  offline(() => editing.rotate([3], 1));
  restoreElsewhere();
  assert.deepEqual([turns[3], messages(), editing.history.isEmpty], [undefined, [gone], true]);
  undo();
  assert.deepEqual([turns[3], texts.at(-1)], [undefined, "Nothing to undo"]);
});

test("of two rotations, the one that was made is taken back", async (context) => {
  const { editing, turns, settle, undo, offline, restoreElsewhere } = await open(context);
  editing.rotate([3], 1);
  settle();
  offline(() => editing.rotate([3], 1));
  restoreElsewhere();
  assert.equal(turns[3], 1);
  undo();
  assert.deepEqual([turns[3], editing.history.isEmpty], [0, true]);
});

test("a rotation that was not taken back can be later", async (context) => {
  const { editing, turns, texts, messages, settle, undo, offline, restoreElsewhere } = await open(context);
  editing.rotate([3], 1);
  settle();
  offline(() => editing.undo());
  assert.deepEqual([turns[3], messages()], [1, [gone]]);
  assert.ok(!texts.includes("Page 3 rotated back"), `${texts}`);
  restoreElsewhere();
  undo();
  assert.deepEqual([turns[3], texts.at(-1), editing.history.isEmpty], [0, "Page 3 rotated back", true]);
});

test("a rotation that was made before somebody deletes the page is told as made", async (context) => {
  const { editing, turns, texts, messages, settle, undo, deleteElsewhere, restoreElsewhere, run } = await open(context);
  editing.rotate([3], 1);
  run(16);
  deleteElsewhere();
  settle();
  assert.deepEqual([turns[3], texts, messages()], [1, ["Page 3 rotated"], []]);
  restoreElsewhere();
  undo();
  assert.equal(turns[3], 0);
});

test("a moved page that somebody has deleted moves back when it has returned", async (context) => {
  const { editing, pages, texts, settle, undo, deleteElsewhere, restoreElsewhere } = await open(context);
  editing.moving.moveBy(3, 2);
  settle();
  assert.deepEqual(pages(), [1, 2, 4, 5, 3, 6]);
  deleteElsewhere();
  settle();
  undo();
  assert.deepEqual([texts.at(-1), pages()], ["Nothing to undo", [1, 2, 4, 5, 6]]);
  restoreElsewhere();
  editing.moving.moveBy(1, 1);
  settle();
  undo();
  undo();
  assert.deepEqual([pages(), editing.history.isEmpty], [[1, 2, 3, 4, 5, 6], true]);
});

test("of pages that were moved together, one that is gone moves back when it has returned", async (context) => {
  const { editing, pages, settle, undo, deleteElsewhere, restoreElsewhere } = await open(context);
  editing.moving.moveAll([2, 3], 6);
  settle();
  assert.deepEqual(pages(), [1, 4, 5, 6, 2, 3]);
  deleteElsewhere();
  settle();
  undo();
  assert.deepEqual(pages(), [1, 2, 4, 5, 6]);
  restoreElsewhere();
  undo();
  assert.deepEqual([pages(), editing.history.isEmpty], [[1, 2, 3, 4, 5, 6], true]);
});

test("a rotation that was not made is not taken back either if the deletion is shown later", async (context) => {
  for (const gap of [1, 48, 160, 240]) {
    const { editing, turns, pages, settle, run, changeElsewhere, deleteElsewhere, restoreElsewhere, undo, goOffline } = await open(context);
    editing.delete([5]);
    run(gap);
    editing.rotate([3], 1);
    goOffline(true);
    // What others do is shown behind the edits.
    changeElsewhere({ moves: [{ from: 0, to: 1 }] });
    run(32);
    deleteElsewhere();
    run(200);
    goOffline(false);
    settle();
    restoreElsewhere();
    undo();
    assert.deepEqual([turns[3], pages()], [undefined, [2, 1, 3, 4, 5, 6]], `${gap} ms`);
  }
});
