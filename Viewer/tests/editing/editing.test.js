// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Editing } from "../../editing/editing.js";
import { commits, makeEditing, turn } from "./fake-editing.js";
import { makeWindow, openDocument } from "./open-document.js";

test("what an undo did is told when it is done", () => {
  let pages = [11, 12, 13];
  let ticket = 0;
  const texts = [];
  const gallery = {
    get count() { return pages.length; }, indexOf: (page) => (pages.includes(page) ? pages.indexOf(page) : null), pageAt: (index) => pages[index] ?? null,
    get logicalCount() { return gallery.count; }, logicalIndexOf: (page) => gallery.indexOf(page), logicalPageAt: (index) => gallery.pageAt(index),
    ratioOf: () => 0.7, contentVersionOf: () => 0, rotate: () => ++ticket, frame: () => ({ activePage: 12 }),
    move: (page, index) => {
      pages = pages.filter((other) => other !== page);
      pages.splice(index, 0, page);
      return ++ticket;
    },
  };
  const editing = new Editing({ gallery, announcer: { tell: (_, text, told) => (texts.push(text), told?.()) }, now: () => 0, advance: () => 0, last: () => 0, changed: () => {}, sharing: {}, pictures: { keyOf() {} }, commits, title: () => "" });
  const end = (number) => editing.completed({ ticket: number, outcome: "success" });
  editing.rotate([12], 1);
  end(1);
  editing.undo();
  assert.equal(texts.at(-1), "");
  end(2);
  assert.equal(texts.at(-1), "Page 2 rotated back");
  editing.moving.move(11, 2);
  end(3);
  assert.deepEqual(pages, [12, 13, 11]);
  editing.undo();
  end(4);
  assert.deepEqual([pages, texts.at(-1)], [[11, 12, 13], "Page 1 moved back"]);
});

test("the message about a deletion ends when that failed, and the page that came back is shown", async (context) => {
  const { messages } = makeWindow(context);
  const { state, editing, fail } = makeEditing();
  editing.delete([11]);
  assert.match(messages().join(), /Page 1 deleted/);
  fail(1, Object.assign(new Error("no"), { status: 403, code: "forbidden" }));
  assert.deepEqual(messages(), ["Page 1 was not deleted. You may only read here."]);
  await turn();
  assert.deepEqual(state.visited, [11]);
});

test("the message about a failure stays until an edit that was made after it succeeds", (context) => {
  const { messages } = makeWindow(context);
  const { editing, fail } = makeEditing();
  for (const page of [11, 12]) editing.moving.move(page, 3);
  fail(1, Object.assign(new Error("no"), { status: 403, code: "forbidden" }));
  const told = ["Page 1 was not moved. You may only read here."];
  editing.completed({ ticket: 2, outcome: "success" });
  assert.deepEqual(messages(), told);
  editing.moving.move(13, 0);
  assert.deepEqual(messages(), told);
  editing.completed({ ticket: 3, outcome: "success" });
  assert.deepEqual(messages(), []);
});

test("deletions that follow each other quickly have one announcement and one message, whose button reverts all of them", async (context) => {
  const { messages, press } = makeWindow(context);
  const document = await openDocument(5);
  document.isKept = true;
  document.press(["delete", "delete", "delete"]);
  document.run(1000);
  assert.deepEqual([document.pages(), document.lastText], [[4, 5], "3 pages deleted"]);
  assert.deepEqual(messages().map((text) => text.split("|")[0]), ["3 pages deleted"]);
  press();
  document.run(3000);
  await turn();
  assert.deepEqual([document.pages(), document.lastText, messages()], [[1, 2, 3, 4, 5], "3 pages restored", []]);
});

test("what is undone before it was told counts as restored only", async (context) => {
  const { messages } = makeWindow(context);
  const document = await openDocument(5);
  document.isKept = true;
  document.press(["delete", "delete", "undo"]);
  document.run(3000);
  await turn();
  assert.deepEqual([document.pages(), document.lastText], [[2, 3, 4, 5], "Page 1 deleted. Page 1 restored"]);
  assert.deepEqual(messages(), []);
});

test("what was done to the same pages before an undo is still told", async (context) => {
  makeWindow(context);
  const document = await openDocument(5);
  document.isKept = true;
  document.press(["rotate-right", "move-later", "undo"]);
  document.run(3000);
  await turn();
  assert.equal(document.lastText, "Page 1 rotated. Page 1 moved back");
});

test("the button of a message reverts its deletion, also after other edits", async (context) => {
  const { press } = makeWindow(context);
  const document = await openDocument(3);
  document.press(["delete"], 1000);
  document.press(["rotate-right"], 1000);
  press();
  document.run(3000);
  assert.deepEqual([document.pages(), document.turns], [[1, 2, 3], { 2: 1 }]);
});

test("more pages than the gallery deletes at once stay, and somebody is told so", (context) => {
  const { messages } = makeWindow(context);
  const { state, editing } = makeEditing();
  editing.delete(Array(262_145).fill(11));
  assert.deepEqual(messages(), ["At most 262,144 pages can be deleted at once."]);
  assert.equal(state.ticket, 0);
  assert.ok(editing.history.isEmpty);
});

test("more pages than the gallery queues are not rotated or moved in part", (context) => {
  const { messages } = makeWindow(context);
  const { editing } = makeEditing();
  editing.rotate(Array(501).fill(11), 1);
  editing.moving.moveAll(Array(501).fill(11), 2);
  assert.deepEqual(messages(), ["At most 500 pages can be rotated at once.", "At most 500 pages can be moved at once."]);
  assert.ok(editing.history.isEmpty);
});

test("of several deletions that fail, the first page is shown, and nothing if somebody has gone elsewhere", async (context) => {
  makeWindow(context);
  const { state, editing, fail } = makeEditing();
  editing.delete([11]);
  editing.delete([12]);
  editing.delete([13]);
  for (const ticket of [1, 2, 3]) fail(ticket, new Error("no"));
  await turn();
  assert.deepEqual(state.visited, [11]);
  state.active = 12;
  editing.delete([12]);
  state.active = 11;
  fail(4, new Error("no"));
  await turn();
  assert.deepEqual(state.visited, [11]);
});

test("pages that are being deleted have no numbers any more", (context) => {
  makeWindow(context);
  const { state, editing } = makeEditing();
  editing.delete([11]);
  editing.delete([12]);
  editing.completed({ ticket: 1, outcome: "success" });
  assert.deepEqual(state.texts.filter((text) => text !== ""), ["Page 1 deleted", "Page 1 deleted"]);
});

test("messages about edits that fail one after the other name the pages as they are then", (context) => {
  const { messages } = makeWindow(context);
  const { editing, fail } = makeEditing();
  for (const page of [11, 12, 13]) editing.delete([page]);
  for (const ticket of [1, 2, 3]) fail(ticket, Object.assign(new Error("no"), { status: 403, code: "forbidden" }));
  assert.deepEqual(messages(), ["Page 1 was not deleted. Page 2 was not deleted. Page 3 was not deleted. You may only read here."]);
});

test("the time of the oldest open edit is known", () => {
  const { editing } = makeEditing();
  assert.equal(editing.since, null);
  editing.moving.move(11, 2);
  assert.equal(editing.since, 0);
});

test("a gallery has the pages of each change when it tells of it", async () => {
  const document = await openDocument(3);
  const seen = [];
  document.onForeign = () => seen.push(document.gallery.indexOf(2));
  document.run(100);
  document.changeElsewhere({ deletions: [1] });
  document.run(1000);
  assert.deepEqual(seen, [null]);
});

/** Deletes the pages 5 to 14 of twenty, and undoes that in quick succession, then runs more actions. */
async function undoTen(more = []) {
  const document = await openDocument(20);
  document.goTo(5);
  document.press(Array(10).fill("delete"), 500);
  document.run(2000);
  document.press([...Array(10).fill("undo"), ...more], 10);
  document.run(800);
  for (let step = 0; step < 4; step += 1) {
    await null;
    document.run(500);
  }
  return { document, active: document.gallery.frame(document.time).activePage };
}

test("undos that follow each other do not wait for the animation of the one before", async (context) => {
  makeWindow(context);
  const { document, active } = await undoTen();
  assert.deepEqual(document.pages(), Array.from({ length: 20 }, (_, index) => index + 1));
  assert.equal(active, 5, "the page that has returned last is shown");
  const ended = document.endings.slice(-10);
  assert.ok(ended.at(-1) - ended[0] < 400e6, `${ended}`);
});

test("who goes to another page during an undo stays there", async (context) => {
  makeWindow(context);
  const { document, active } = await undoTen(["last"]);
  assert.equal(document.pages().length, 20);
  assert.equal(active, 20);
});
