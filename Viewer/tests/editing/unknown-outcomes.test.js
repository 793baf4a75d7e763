// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { UnknownOutcome } from "../../sharing/outcomes.js";
import { makeEditing, turn } from "./fake-editing.js";
import { makeWindow } from "./open-document.js";

/** Somebody else deletes a page. */
async function leave(editing, state, page) {
  const index = state.pages.indexOf(page);
  state.pages.splice(index, 1);
  editing.committed({ isForeign: true, change: { deletions: [index], insertions: [], moves: [] } });
  await turn();
}

test("an unknown outcome is told as such, and corrected when the page was deleted after all", async (context) => {
  const { messages } = makeWindow(context);
  const { state, editing, fail } = makeEditing();
  let settle = null;
  editing.delete([11]);
  fail(1, new UnknownOutcome(new Error("The server cannot be reached."), () => new Promise((resolve) => { settle = resolve; })));
  assert.deepEqual(messages(), ["It is not known yet whether page 1 was deleted. The server cannot be reached."]);
  assert.ok(editing.history.isEmpty);
  settle(true);
  await turn();
  assert.equal(messages().length, 1, "the page is still here");
  await leave(editing, state, 12);
  assert.match(messages().join(), /not known/, "another page is gone");
  await leave(editing, state, 11);
  assert.match(messages().join(), /^Page 1 was deleted after all/);
  assert.ok(!editing.history.isEmpty);
});

test("an unknown outcome is corrected when the page was not deleted, and stays if nobody can tell", async (context) => {
  const { messages } = makeWindow(context);
  const { editing, fail } = makeEditing();
  editing.delete([11]);
  fail(1, new UnknownOutcome(new Error("The server cannot be reached."), () => Promise.resolve(false)));
  await turn();
  assert.deepEqual(messages(), ["Page 1 was not deleted"]);
  editing.delete([12]);
  fail(2, new UnknownOutcome(new Error("The server cannot be reached."), () => Promise.resolve(null)));
  await turn();
  assert.match(messages().join(), /It is not known yet whether page 2 was deleted/);
});

test("an unknown outcome is corrected after a while also if the page stays", async (context) => {
  const { messages } = makeWindow(context);
  const { editing, fail } = makeEditing();
  let pass = null;
  globalThis.setTimeout = ((other) => (run, delay) => (delay === 15_000 ? (pass = run, 0) : other(run, delay)))(globalThis.setTimeout);
  editing.delete([11]);
  fail(1, new UnknownOutcome(new Error("The server cannot be reached."), () => Promise.resolve(true)));
  await turn();
  assert.match(messages().join(), /not known/);
  pass();
  await turn();
  assert.match(messages().join(), /^Page 1 was deleted after all/);
});

test("an undo that was made after all is not made again", async (context) => {
  makeWindow(context);
  const { state, editing, fail } = makeEditing();
  for (const isMade of [true, false]) {
    editing.delete([11]);
    const deleted = state.ticket;
    state.pages = [12, 13, 14];
    editing.completed({ ticket: deleted, outcome: "success" });
    editing.undo();
    fail(state.ticket, new UnknownOutcome(new Error("The server cannot be reached."), () => Promise.resolve(isMade)));
    assert.ok(editing.history.isEmpty);
    await turn();
    assert.equal(editing.history.isEmpty, isMade);
    state.pages = [11, 12, 13, 14];
  }
});
