// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { EditNotes } from "../../editing/edit-notes.js";
import { makeWindow } from "./open-document.js";

/** Notes of the edits of pages 11 to 14, and the messages about them. */
function makeNotes(context) {
  const pages = [11, 12, 13, 14];
  const state = { ...makeWindow(context), undone: [], forgotten: [] };
  const indexOf = (page) => (pages.includes(page) ? pages.indexOf(page) : null);
  const gallery = {
    count: pages.length, pageAt: (index) => pages[index] ?? null, indexOf, logicalIndexOf: indexOf, frame: () => ({ activePage: 11 }),
  };
  const notes = new EditNotes({ gallery, announcer: { tell() {} }, now: () => 0, last: () => 0, changed() {}, sharing: {}, pictures: { keyOf() {} }, commits: { takeTurn: () => true, turnedKeyOf() {}, order: { begin() {} }, forgetReplacement: (page) => state.forgotten.push(page) } }, (tickets) => state.undone.push(...tickets));
  const former = { ratio: 0.7, byteCount: 1000, stage() {}, isReplaced: () => true };
  const end = (ticket, outcome = "success") => notes.answers.completed({ ticket, outcome });
  return Object.assign(state, { notes, former, end, rotate: (page, ticket) => notes.note("rotate", [page], ticket, { kind: "rotate", pages: [page], turns: 1 }) });
}

test("the replacement of a page is undone by its message until the page is changed once more", (context) => {
  const { notes, former, end, rotate, messages, press, undone } = makeNotes(context);
  notes.noteReplacement(12, 1, former);
  end(1);
  rotate(13, 2);
  assert.deepEqual(messages(), ["Page 2 replaced|Undo"]);
  rotate(12, 3);
  assert.deepEqual(messages(), []);
  for (const ticket of [2, 3]) end(ticket);
  notes.noteReplacement(12, 4, former);
  press();
  assert.deepEqual([undone, messages()], [[4], []]);
});

test("a replacement that waits for other edits has no message if the page is turned meanwhile", (context) => {
  const { notes, former, end, rotate, messages } = makeNotes(context);
  rotate(11, 1);
  notes.noteReplacement(12, 2, former);
  notes.noteReplacement(13, 3, former);
  rotate(12, 4);
  assert.deepEqual(messages(), []);
  end(1);
  assert.deepEqual(messages(), ["Page 3 replaced|Undo"]);
});

test("a new image is forgotten when its edit has ended, unless another edit replaces the page", (context) => {
  const { notes, former, end, rotate, forgotten } = makeNotes(context);
  notes.noteReplacement(12, 1, former);
  notes.noteReplacement(12, 2, former);
  rotate(12, 3);
  end(1, "cancelled");
  assert.deepEqual(forgotten, []);
  end(2, "cancelled");
  end(3);
  assert.deepEqual(forgotten, [12]);
});
