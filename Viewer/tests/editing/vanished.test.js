// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { makeWindow, openDocument } from "./open-document.js";

/** Makes an edit without a connection, while somebody else deletes the pages at some indexes. Returns what people are told. */
async function edited(window, edit, deletions, { isKnown = true, isKept = false } = {}) {
  const before = window.messages().length;
  const document = await openDocument(6);
  Object.assign(document, { isOnline: false, isKept });
  edit(document.editing, document);
  document.run(100);
  document.changeElsewhere({ deletions }, isKnown);
  document.run(100);
  document.isOnline = true;
  document.run(2000);
  document.arrive();
  document.run(2000);
  return { messages: window.messages().slice(before), texts: document.texts, last: document.lastText, pages: document.pages() };
}

const edits = {
  rotated: (editing) => editing.rotate([3], 1),
  moved: (editing) => editing.moving.moveBy(3, 1),
};

for (const [done, edit] of Object.entries(edits)) {
  test(`people are told that somebody has deleted the page that they have ${done}`, async (context) => {
    const window = makeWindow(context);
    for (const isKnown of [true, false]) {
      const { messages, texts, pages } = await edited(window, edit, [2], { isKnown });
      assert.deepEqual(messages, ["Somebody has deleted page 3 meanwhile."]);
      assert.deepEqual([texts, pages], [[`Page 3 ${done}`], [1, 2, 4, 5, 6]]);
      // What was not told yet is not told any more.
      assert.equal((await edited(window, edit, [2], { isKnown, isKept: true })).last, "");
    }
  });
}

test("of pages that were edited together, one message tells how many are gone", async (context) => {
  const window = makeWindow(context);
  const rotate = (editing) => editing.rotate([2, 3, 5], 1);
  assert.deepEqual((await edited(window, rotate, [1, 4])).messages, ["Somebody has deleted 2 of these pages meanwhile."]);
  const move = (editing) => editing.moving.moveAll([2, 3], 5);
  assert.deepEqual((await edited(window, move, [2])).messages, ["Somebody has deleted page 3 meanwhile."]);
});

test("a page that several edits were for is told once", async (context) => {
  const window = makeWindow(context);
  const edit = (editing) => (editing.rotate([3], 1), editing.rotate([3], 1), editing.moving.moveBy(3, 1), editing.rotate([2, 3], 1));
  assert.deepEqual((await edited(window, edit, [2])).messages, ["Somebody has deleted page 3 meanwhile."]);
});

test("nothing is told of pages that this user deletes, and of others", async (context) => {
  const window = makeWindow(context);
  const rotateAndDelete = (editing) => (editing.rotate([3], 1), editing.delete([3]));
  const told = async (edit, deletions) => (await edited(window, edit, deletions)).messages.filter((text) => text.startsWith("Somebody"));
  assert.deepEqual(await told(rotateAndDelete, []), []);
  assert.deepEqual(await told(edits.rotated, [3]), []);
  assert.deepEqual(await told(edits.moved, [0]), []);
});
