// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Commits } from "../../sharing/commits.js";
import { reasonText } from "../../words/reasons.js";

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
  return { state, send, commits };
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

test("an edit that had to wait for its bytes has its whole patience when the server has them", async () => {
  const { state, commits } = makeCommits();
  const again = async () => {
    state.time += 60;
    return { upload: "sent", key: "key" };
  };
  commits.stageReplacement(7, { upload: null, key: "key", again });
  await commits.apply({ number: 1, change: { revision: 17, deletions: [], insertions: [], moves: [], replacements: [{ at: 0, page: { id: 7 } }] } });
  assert.deepEqual(state.patience, [30_000]);
});

test("an edit of a document that is in the trash fails because of the document, not of the page", async () => {
  const missing = () => Object.assign(new Error("There is no document 5."), { status: 404, code: "notFound" });
  const commits = new Commits({
    gallery: { receipt() {}, conflict() {} }, request: () => Promise.reject(missing()), newKey: () => "key", now: () => 0, path: "", origin: "me", takeKeys() {} });
  const change = { revision: 17, deletions: [1], insertions: [], moves: [], replacements: [] };
  for (const work of [commits.apply({ number: 1, change }), commits.rotate({ number: 2, id: 7, quarterTurns: 1, revision: 17 })]) {
    assert.equal(reasonText(await work.catch((error) => error)), "The document is no longer here.");
  }
});

test("the key that a rotation has led to is known, and none if the answer to the last one was lost", async () => {
  let isLost = false;
  const request = async () => {
    if (isLost) throw Object.assign(new Error("lost"), { isLost: true });
    return { data: { key: "turned" }, etag: '"r18"' };
  };
  const commits = new Commits({ gallery: { receipt() {}, conflict() {} }, request, newKey: () => "key", now: () => 0, path: "", origin: "me", takeKeys() {} });
  const rotate = () => commits.rotate({ number: 1, id: 7, quarterTurns: 1, revision: 17 });
  assert.equal(commits.turnedKeyOf(7), undefined);
  await rotate();
  assert.deepEqual([commits.turnedKeyOf(7), commits.turnedKeyOf(8)], ["turned", undefined]);
  isLost = true;
  await assert.rejects(rotate());
  assert.equal(commits.turnedKeyOf(7), undefined);
  assert.deepEqual([7, 8, 7].map((page) => commits.takeTurn(page)), [true, false, false], "one was made");
});

test("the order of the server follows events, conflicts and answers, and tells others from this window", async () => {
  const foreign = { revision: 20, deletions: [0], origin: "other" };
  let answers = [];
  const request = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const commits = new Commits({ gallery: { receipt() {}, conflict() {} }, request, newKey: () => "key", now: () => 0, path: "", origin: "me", takeKeys() {} });
  const { order } = commits;
  const apply = (revision, change) => commits.apply({ number: 1, change: { revision, deletions: [], insertions: [], moves: [], replacements: [], ...change } });
  order.begin(() => [1, 2, 3, 4, 5, 6]);
  commits.take({ revision: 18, deletions: [0], origin: "other" });
  commits.take({ revision: 19, deletions: [0], origin: "me" });
  answers = [Object.assign(new Error("conflict"), { status: 412, problem: { revision: 20, changes: [foreign] } }), { data: { revision: 21 } }, { data: { key: "turned" }, etag: '"r22"' }];
  await apply(19, { deletions: [1] });
  await apply(20, { moves: [{ from: 0, to: 2 }] });
  await commits.rotate({ number: 2, id: 5, quarterTurns: 1, revision: 21 });
  commits.take({ revision: 23, deletions: [2], origin: "other" });
  assert.deepEqual([1, 2, 3, 4, 5, 6].filter((page) => order.isDeletedByOthers(page)), [1, 3, 4]);
  assert.equal(order.moveCount, 1);
});

/** The sender of a new image of page 7, to a server that does not know some uploads. */
function makeReplacing(lost, { upload: first = "first", turns } = {}) {
  const state = { uploads: [], keys: {}, sent: 0, isOffline: false, rotations: [] };
  const request = async (_method, _path, { json }) => {
    const [{ upload }] = json.replacements;
    state.uploads.push(upload);
    state.rotations.push(json.rotations);
    if (lost.includes(upload)) throw Object.assign(new Error(`There are no uploads ${upload}.`), { status: 422, code: "unknownUpload", isLost: false });
    return { data: { revision: 18, pageCount: 3 }, etag: null };
  };
  const commits = new Commits({
    gallery: { receipt() {}, conflict() {} }, request, newKey: () => "key", now: () => 100 * second, since: () => 100,
    path: "", origin: "me", takeKeys: ({ keys }) => Object.assign(state.keys, keys) });
  const again = async () => {
    if (state.isOffline) throw new Error("offline");
    state.sent += 1;
    return { upload: ["second", "third"][state.uploads.length - (first === null ? 0 : 1)], key: "second key" };
  };
  commits.stageReplacement(7, { upload: first, key: "first key", turns, again });
  const send = () => commits.apply({ number: 1, change: { revision: 17, deletions: [], insertions: [], moves: [], replacements: [{ at: 3, page: { id: 7 } }] } });
  return { state, send };
}

test("a new image that a restarted server has forgotten is sent again, once", async () => {
  const { state, send } = makeReplacing(["first"]);
  await send();
  assert.deepEqual([state.uploads, state.keys, state.sent], [["first", "second"], { 7: "second key" }, 1]);
  const failing = makeReplacing(["first", "second"]);
  await assert.rejects(failing.send(), { code: "unknownUpload" });
  assert.deepEqual([failing.state.uploads, failing.state.sent], [["first", "second"], 1]);
});

test("an image that is given back is sent with its edit, and turned as it was in the same change", async () => {
  const { state, send } = makeReplacing(["second"], { upload: null, turns: 3 });
  state.isOffline = true;
  await assert.rejects(send(), /offline/);
  assert.deepEqual(state.uploads, []);
  state.isOffline = false;
  await send();
  const rotations = [{ at: 3, rotation: 270 }];
  assert.deepEqual([state.uploads, state.rotations, state.sent], [["second", "third"], [rotations, rotations], 2]);
  assert.deepEqual(state.keys, { 7: "second key" });
});
