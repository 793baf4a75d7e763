// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Commits } from "../../sharing/commits.js";

const second = 1e9;

/** The sender of edits at a time, in seconds, and for how long each request is repeated, in milliseconds. */
function makeCommits() {
  const state = { time: 100, since: 100, isOnline: true, patience: [] };
  const request = (_method, _path, options) => {
    state.patience.push(options.patience);
    if (!state.isOnline) return Promise.reject(Object.assign(new Error("offline"), { isTemporary: true }));
    return Promise.resolve({ data: { revision: 18, pageCount: 3 }, etag: null });
  };
  const commits = new Commits({
    gallery: { receipt() {}, conflict() {} }, request, newKey: () => "key", now: () => state.time * second, since: () => state.since * second,
    path: "", origin: "me", takeKeys() {} });
  const send = () => commits.apply({ number: 1, change: { revision: 17, deletions: [1], insertions: [], moves: [], replacements: [] } }).catch(() => {});
  return { state, send };
}

test("edits without a connection fail 30 seconds after they were made, not one after the other", async () => {
  const { state, send } = makeCommits();
  state.isOnline = false;
  await send();
  for (const [since, time] of [[102, 130], [104, 132], [50, 135]]) {
    Object.assign(state, { since, time });
    await send();
  }
  assert.deepEqual(state.patience, [30_000, 2000, 2000, 0]);
});

test("an edit that waits for its turn among many loses no patience", async () => {
  const { state, send } = makeCommits();
  for (const time of [100, 120, 140, 145]) {
    state.time = time;
    await send();
  }
  assert.deepEqual(state.patience, [30_000, 10_000, 10_000, 25_000]);
});
