// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { followLibrary } from "../../library/live.js";
import { poll, pollDocument } from "../../requests/polling.js";

/** Waits that take no time, and are counted. */
function waits(limit) {
  const pauses = [];
  return { pauses, isWanted: () => pauses.length < limit, surroundings: { wait: async (pause) => void pauses.push(pause), random: () => 0.5 } };
}

test("asks at once and every five seconds, and less often while nobody answers", async () => {
  const { pauses, isWanted, surroundings } = waits(6);
  let asked = 0;
  await poll(async () => {
    asked += 1;
    if (asked > 2 && asked < 6) throw new TypeError("network");
  }, isWanted, surroundings);
  assert.deepEqual(pauses, [5_000, 5_000, 5_000, 10_000, 20_000, 5_000]);
});

test("waits as long as the server asks for, and at most half a minute otherwise", async () => {
  const asked = waits(1);
  await poll(() => Promise.reject(Object.assign(new Error("busy"), { retryAfter: 90_000 })), asked.isWanted, asked.surroundings);
  assert.deepEqual(asked.pauses, [90_000]);
  const failing = waits(8);
  await poll(() => Promise.reject(new Error("network")), failing.isWanted, failing.surroundings);
  assert.equal(failing.pauses.at(-1), 30_000);
});

test("a tab that nobody sees asks for nothing", async (context) => {
  globalThis.document = { visibilityState: "hidden" };
  context.after(() => delete globalThis.document);
  const { isWanted, surroundings } = waits(3);
  await poll(() => assert.fail("asked"), isWanted, surroundings);
});

/** Follows a document for some answers of the server. */
async function follow(...answers) {
  const { isWanted, surroundings } = waits(answers.length);
  const [taken, documents, urls] = [[], [], []];
  let [last, answer] = [17, null];
  await pollDocument({
    path: "/d", isWanted, last: () => last,
    read: (url) => {
      urls.push(url);
      if (url !== "/d") answer = answers.shift();
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({ data: url === "/d" ? answer.document : answer.changes });
    },
    take: (kind, change) => {
      last = change.revision;
      taken.push([kind, change.revision]);
    },
    onDocument: (document) => documents.push(document),
  }, surroundings);
  return { taken, documents, urls };
}

test("changes are asked for after the last one, and titles are told when they change", async () => {
  const { taken, documents, urls } = await follow(
    { changes: { revision: 19, changes: [{ revision: 18 }, { revision: 19 }] }, document: { title: "Lease" } },
    { changes: { revision: 19, changes: [] }, document: { title: "Lease" } },
    { changes: { revision: 90, reset: true }, document: { title: "Contract" } });
  assert.deepEqual(taken, [["change", 18], ["change", 19], ["reset", 90]]);
  assert.deepEqual(documents, [{ title: "Lease", isTrashed: false }, { title: "Contract", isTrashed: false }]);
  assert.deepEqual(urls.filter((url) => url !== "/d"), ["/d/changes?after=17", "/d/changes?after=19", "/d/changes?after=19"]);
});

test("that a document is gone is told once", async () => {
  const gone = Object.assign(new Error("gone"), { status: 404, code: "notFound" });
  const { documents } = await follow(gone, gone, gone);
  assert.deepEqual(documents, [{ title: "", isTrashed: true }]);
});

/** The library, whose stream and answers a test supplies. */
function library(answers) {
  const [notice, taken, urls] = [{ hidden: true }, [], []];
  let stream = null;
  followLibrary({
    notice, version: "30",
    documents: { query: "two words", covers: [], takeAll: (...values) => taken.push(values), refresh: (id) => taken.push(id), remove: () => {}, search: async () => {} },
    listen: (url, options) => { stream = { url, ...options }; },
    request: async (_, url) => (urls.push(url), { data: answers.shift() }),
  });
  return { notice, taken, urls, stream };
}

const settled = () => new Promise((resolve) => { setTimeout(resolve, 30); });

test("the library asks for its list while its stream does not work, and says so", async () => {
  const { notice, taken, urls, stream } = library([{ version: 31, documents: [{ id: 5 }], next: "/more" }]);
  stream.onState("paused");
  assert.equal(notice.hidden, false);
  await settled();
  assert.deepEqual(urls, ["/api/v1/documents?limit=60&q=two%20words"]);
  assert.deepEqual(taken, [[[{ id: 5 }], false]]);
  stream.onState("live");
  assert.equal(notice.hidden, true);
});

test("a list without changes is not shown again", async () => {
  const { taken, stream } = library([{ version: 32, documents: [] }]);
  stream.onState("live");
  stream.onEvent({ id: "32", event: "change", data: '{"kind":"renamed","document":4}' });
  stream.onState("paused");
  await settled();
  assert.deepEqual(taken, [4]);
  stream.onState("live");
});
