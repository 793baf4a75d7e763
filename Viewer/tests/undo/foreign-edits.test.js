// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { movedPages } from "../../undo/foreign-edits.js";
import { changed, makeWindow, openDocument } from "../editing/open-document.js";

/** A document with pages 1 to 9, where texts of messages are read without their buttons. */
async function open(context) {
  const { messages } = makeWindow(context);
  const document = await openDocument(9);
  document.run(16);
  const settle = () => document.run(3000);
  const undo = () => document.press(["undo"], 3000);
  const replaceElsewhere = (page) => {
    document.changeElsewhere({ replacements: [{ at: document.served.indexOf(page), page: { id: page, aspectRatio: 1 } }] });
    settle();
  };
  const moveElsewhere = (page, to) => {
    document.changeElsewhere({ moves: [{ from: document.served.indexOf(page), to }] });
    settle();
  };
  return Object.assign(document, { messages, settle, undo, replaceElsewhere, moveElsewhere });
}

const refusal = "Somebody has changed this page since then.";

test("a rotation is not taken back from an image that somebody else has put there", async (context) => {
  const { editing, turns, texts, messages, settle, undo, replaceElsewhere } = await open(context);
  editing.rotate([5], 1);
  settle();
  replaceElsewhere(5);
  assert.equal(turns[5], 0);
  undo();
  assert.deepEqual([turns[5], messages()], [0, [refusal]]);
  undo();
  assert.deepEqual([turns[5], messages(), texts.at(-1)], [0, [refusal], "Nothing to undo"]);
  assert.ok(editing.history.isEmpty);
});

test("rotations are taken back one after the other, also if both are wanted at once", async (context) => {
  const { editing, turns, messages, settle, undo, press } = await open(context);
  editing.rotate([5], 1);
  editing.rotate([5], 1);
  settle();
  assert.equal(turns[5], 2);
  press(["undo", "undo"], 16);
  settle();
  assert.deepEqual([turns[5], messages(), editing.history.isEmpty], [0, [], true]);
  editing.rotate([5], 1);
  editing.rotate([5], -1);
  undo();
  undo();
  assert.deepEqual([turns[5], messages()], [0, []]);
});

test("of pages that were rotated together, those stay that somebody else has changed", async (context) => {
  const { editing, turns, messages, settle, undo, replaceElsewhere } = await open(context);
  editing.rotate([4, 5, 6], 1);
  settle();
  replaceElsewhere(5);
  undo();
  assert.deepEqual([[4, 5, 6].map((page) => turns[page]), messages()], [[0, 0, 0], ["Somebody has changed 1 of these pages since then."]]);
  assert.ok(editing.history.isEmpty);
});

test("what was refused is possible when the page is as it was again, and does not keep earlier edits", async (context) => {
  const document = await open(context);
  const { editing, turns, images, messages, settle, undo, replaceElsewhere } = document;
  editing.rotate([1], 1);
  settle();
  editing.rotate([5], 1);
  settle();
  replaceElsewhere(5);
  undo();
  assert.deepEqual([turns[1], turns[5], messages()], [1, 0, [refusal]]);
  undo();
  assert.equal(turns[1], 0);
  // The other user gives the image back.
  delete images[5];
  turns[5] = 1;
  assert.ok(!editing.history.isEmpty);
  undo();
  assert.deepEqual([turns[5], editing.history.isEmpty], [0, true]);
});

test("a rotation is taken back when the page that somebody else had deleted is there again", async (context) => {
  const { editing, turns, texts, changeElsewhere, served, settle, undo } = await open(context);
  editing.rotate([5], 1);
  settle();
  changeElsewhere({ deletions: [served.indexOf(5)] });
  settle();
  undo();
  assert.deepEqual([turns[5], texts.at(-1), editing.history.isEmpty], [1, "Nothing to undo", true]);
  changeElsewhere({ insertions: [{ at: 4, page: { id: 5, aspectRatio: 1 } }] });
  settle();
  undo();
  assert.equal(turns[5], 0);
});

for (const to of [7, 4, 2, 0]) {
  test(`a move is not undone when somebody else has moved the page to ${to} since`, async (context) => {
    const { editing, pages, messages, settle, undo, moveElsewhere } = await open(context);
    editing.moving.move(3, 3);
    settle();
    moveElsewhere(3, to);
    const before = pages();
    undo();
    assert.deepEqual([before.indexOf(3), pages(), messages(), editing.history.isEmpty], [to, before, [refusal], true]);
  });
}

test("of pages that were moved together, those stay that somebody else has moved since", async (context) => {
  const { editing, pages, messages, settle, undo, moveElsewhere } = await open(context);
  editing.moving.moveAll([2, 3, 4], 9);
  settle();
  assert.deepEqual(pages(), [1, 5, 6, 7, 8, 9, 2, 3, 4]);
  moveElsewhere(3, 2);
  assert.deepEqual(pages(), [1, 5, 3, 6, 7, 8, 9, 2, 4]);
  undo();
  assert.deepEqual([pages(), messages()], [[1, 2, 5, 3, 4, 6, 7, 8, 9], ["Somebody has changed 1 of these pages since then."]]);
  assert.ok(editing.history.isEmpty);
});

test("a move is undone although somebody else has moved a page past this one", async (context) => {
  for (const [page, to] of [[4, 3], [5, 3], [2, 3], [4, 4]]) {
    const { editing, pages, messages, settle, undo, moveElsewhere } = await open(context);
    editing.moving.move(3, 3);
    settle();
    moveElsewhere(page, to);
    const others = pages().filter((other) => other !== 3);
    undo();
    assert.deepEqual([pages().filter((other) => other !== 3), messages(), editing.history.isEmpty], [others, [], true]);
    assert.equal(pages().indexOf(3), pages().indexOf(2) + 1, `${page} to ${to}`);
  }
});

test("a move that is made after one of somebody else is undone", async (context) => {
  const { editing, pages, messages, settle, undo, moveElsewhere } = await open(context);
  moveElsewhere(3, 6);
  const before = pages();
  editing.moving.move(3, 0);
  settle();
  undo();
  assert.deepEqual([pages(), messages()], [before, []]);
  // Other pages may be moved.
  editing.moving.move(3, 0);
  settle();
  moveElsewhere(8, 2);
  undo();
  assert.deepEqual([pages(), messages()], [[1, 8, 2, 4, 5, 6, 7, 3, 9], []]);
});

test("a change tells the moved pages, and both of two neighbors", () => {
  const pages = [1, 2, 3, 4, 5, 6];
  const found = (change) => {
    const after = changed(pages, change);
    return movedPages({ deletions: [], insertions: [], moves: [], ...change }, (index) => after[index] ?? null);
  };
  assert.deepEqual(found({ moves: [{ from: 0, to: 4 }] }), [1]);
  assert.deepEqual(found({ moves: [{ from: 2, to: 3 }] }), [3, 4]);
  assert.deepEqual(found({ moves: [{ from: 3, to: 2 }] }), [4, 3]);
  assert.deepEqual(found({ deletions: [0], moves: [{ from: 2, to: 2 }] }), [3, 4]);
  assert.deepEqual(found({ insertions: [{ at: 2, page: { id: 7 } }], moves: [{ from: 2, to: 4 }] }), [3, 4]);
  assert.deepEqual(found({ moves: [{ from: 0, to: 4 }, { from: 1, to: 5 }] }), [1, 2]);
});

/** Deletes pages while the change of somebody else is known, or is not known yet; then undoes that. */
async function deleteAfter(context, pages, foreign, isKnown) {
  const document = await open(context);
  document.isOnline = false;
  document.changeElsewhere(foreign, isKnown);
  document.editing.delete(pages);
  document.run(100);
  document.isOnline = true;
  document.settle();
  const [left, messages] = [document.pages(), document.messages()];
  document.undo();
  return { ...document, left, offers: messages };
}

for (const isKnown of [true, false]) {
  const moment = isKnown ? "and this is known" : "but this is not known yet";
  test(`a page that somebody else has deleted as well stays deleted, ${moment}`, async (context) => {
    const { left, pages, texts, offers, editing } = await deleteAfter(context, [5], { deletions: [4] }, isKnown);
    const others = [1, 2, 3, 4, 6, 7, 8, 9];
    assert.deepEqual([left, pages(), texts.at(-1), offers, editing.history.isEmpty], [others, others, "Nothing to undo", [], true]);
  });

  test(`of several pages, only those return that this user has deleted, ${moment}`, async (context) => {
    const { left, pages } = await deleteAfter(context, [4, 5, 6], { deletions: [1, 4] }, isKnown);
    assert.deepEqual([left, pages()], [[1, 3, 7, 8, 9], [1, 3, 4, 6, 7, 8, 9]]);
  });

  test(`a move that somebody else has made as well is not undone, ${moment}`, async (context) => {
    const { editing, changeElsewhere, pages, texts, settle, undo, run } = await open(context);
    changeElsewhere({ moves: [{ from: 2, to: 6 }] }, isKnown);
    editing.moving.move(3, 6);
    run(100);
    settle();
    undo();
    assert.deepEqual([pages(), texts.at(-1), editing.history.isEmpty], [[1, 2, 4, 5, 6, 7, 3, 8, 9], "Nothing to undo", true]);
  });
}

test("an undo that was wanted before somebody else turned out to be first is told", async (context) => {
  const document = await open(context);
  document.isOnline = false;
  document.changeElsewhere({ deletions: [4] }, false);
  document.editing.delete([5]);
  document.run(500);
  document.press(["undo"]);
  document.isOnline = true;
  document.settle();
  assert.deepEqual([document.pages().includes(5), document.texts.at(-1)], [false, "Nothing to undo"]);
});
