// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { WaitingTexts } from "../../editing/waiting-texts.js";
import { makeWindow, openDocument } from "./open-document.js";

/** The texts of edits, with a timer that a test fires. */
function makeTexts(context) {
  const { setTimeout, clearTimeout } = globalThis;
  const state = { fire: null, told: [] };
  globalThis.setTimeout = (run) => (state.fire = run, 1);
  globalThis.clearTimeout = () => { state.fire = null; };
  context.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
  const texts = new WaitingTexts();
  texts.onWaiting = (isWaiting) => state.told.push(isWaiting ? "waiting" : "not waiting");
  return { state, texts, add: (ticket, isShown) => texts.add(ticket, isShown, () => state.told.push(ticket)) };
}

test("an edit is told when it begins, or with its end if that comes first", (context) => {
  const { state, texts, add } = makeTexts(context);
  add(1, true);
  add(2, false);
  add(3, false);
  assert.deepEqual(state.told, [1]);
  texts.end(1, true);
  assert.deepEqual(state.told, [1, 2, 3]);
  add(4, false);
  texts.end(4, true);
  assert.deepEqual(state.told, [1, 2, 3, 4]);
  assert.equal(state.fire, null, "nothing waits");
});

test("people learn that edits wait for the connection, and of those that fail only that", (context) => {
  const { state, texts, add } = makeTexts(context);
  add(1, true);
  add(2, false);
  state.fire();
  add(3, false);
  texts.end(1, false);
  texts.end(2, false);
  assert.deepEqual(state.told, [1, "waiting", "waiting"]);
  texts.end(3, false);
  assert.deepEqual(state.told, [1, "waiting", "waiting", "not waiting"]);
});

test("deletions without a connection are told when they are seen", async (context) => {
  const { messages } = makeWindow(context);
  const document = await openDocument(6);
  document.isOnline = false;
  document.press(["delete", "delete", "move-later"], 100);
  document.run(3000);
  assert.deepEqual(document.texts, ["Page 1 deleted"]);
  assert.equal(messages().length, 1);
  document.isOnline = true;
  document.run(3000);
  assert.deepEqual(document.texts, ["Page 1 deleted", "Page 1 deleted", "Page 1 moved"]);
  assert.deepEqual(document.pages(), [4, 3, 5, 6]);
});
