// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Adding } from "../../editing/adding.js";

/** A gallery of pages 1 to 3, and what is inserted into it. */
function makeAdding() {
  const state = { pages: [1, 2, 3], inserted: [], fulfill: null };
  const note = (edits) => state.inserted.push(...edits.map(({ id, index }) => [id, index]));
  const gallery = {
    get count() { return state.pages.length; }, indexOf: (page) => (state.pages.includes(page) ? state.pages.indexOf(page) : null),
    insert: (page) => note([page]), enqueue: note,
  };
  const editing = { noteInsertion: (_ticket, _pages, _numbers, fulfill) => { state.fulfill = fulfill; } };
  const adding = new Adding({ gallery, commits: { stage() {} }, pictures: { setKey() {} }, now: () => 0 }, editing);
  return { state, adding };
}

const upload = (page, before) => ({ id: `upload-${page}`, before, result: { id: page, key: `key-${page}` } });

test("pages are inserted before the page for which they were chosen, or at the end", async () => {
  const { state, adding } = makeAdding();
  for (const before of [2, null, 9]) {
    const isInserted = adding.insert([upload(10, before), upload(11, before)]);
    state.fulfill(null);
    await isInserted;
  }
  assert.deepEqual(state.inserted, [[10, 1], [11, 1], [10, 3], [11, 3], [10, 3], [11, 3]]);
});

test("pages whose answer was lost count as added as soon as they are in the gallery", async () => {
  const { state, adding } = makeAdding();
  const isLost = assert.rejects(adding.insert([upload(10, null)]), /lost/);
  state.fulfill(new Error("lost"));
  await isLost;
  state.pages.push(10);
  await adding.insert([upload(10, null)]);
  const isInserted = adding.insert([upload(10, null), upload(11, null)]);
  assert.deepEqual(state.inserted, [[10, 3], [11, 4]]);
  state.pages.push(11);
  state.fulfill(new Error("lost"));
  await isInserted;
});
