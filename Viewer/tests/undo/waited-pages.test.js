// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { makeWindow, openDocument } from "../editing/open-document.js";

/** Opens a document of seven pages whose page 5 was turned by this user, and deleted by another one. */
async function openTurned(context) {
  makeWindow(context);
  const document = await openDocument(7);
  document.run(16);
  document.editing.rotate([5], 1);
  document.run(3_000);
  document.changeElsewhere({ deletions: [4] });
  document.run(3_000);
  return document;
}

const returning = { insertions: [{ at: 4, page: { id: 5, aspectRatio: 1 } }] };

test("a rotation is taken back when the page that others restore has returned", async (context) => {
  const document = await openTurned(context);
  document.changeElsewhere(returning);
  document.run(32);
  assert.equal(document.gallery.indexOf(5), null);
  document.editing.undo();
  document.run(10_000);
  assert.deepEqual([document.pages(), document.turns], [[1, 2, 3, 4, 5, 6, 7], { 5: 0 }]);
  assert.equal(document.texts.at(-1), "Page 5 rotated back");
});

test("a rotation is taken back at once, and not with a later edit, on a slow connection", async (context) => {
  const document = await openTurned(context);
  document.editing.delete([7]);
  document.run(3_000);
  document.isOnline = false;
  document.editing.undo();
  document.run(48);
  document.changeElsewhere(returning);
  document.run(2_000);
  document.editing.undo();
  document.isOnline = true;
  document.run(20_000);
  const turns = { ...document.turns };
  document.editing.delete([1]);
  document.run(5_000);
  assert.deepEqual(document.turns, turns, "nothing is turned by another edit");
  assert.deepEqual([turns, document.served.includes(5)], [{ 5: 0 }, true]);
});

test("pages return also if one of them was restored by others, and is being deleted again", async (context) => {
  makeWindow(context);
  const document = await openDocument(7);
  document.run(16);
  document.editing.delete([2, 3]);
  document.run(3_000);
  document.changeElsewhere({ insertions: [{ at: 1, page: { id: 2, aspectRatio: 1 } }] });
  document.run(3_000);
  document.changeElsewhere({ deletions: [1] });
  document.run(32);
  assert.equal(document.gallery.logicalIndexOf(2), null);
  assert.notEqual(document.gallery.indexOf(2), null);
  document.editing.undo();
  document.run(5_000);
  assert.ok(document.pages().includes(3), `page 3 has returned: ${document.pages()}`);
  assert.deepEqual(document.pages(), document.served);
});
