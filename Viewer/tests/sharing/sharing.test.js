// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Client } from "../../requests/client.js";
import { newKey } from "../../requests/new-key.js";
import { Commits } from "../../sharing/commits.js";
import { revisionOf } from "../../sharing/edit-requests.js";
import { UnknownOutcome } from "../../sharing/outcomes.js";
import { reasonText } from "../../words/reasons.js";
import { Sharing } from "../../sharing/sharing.js";
import { encodeColumns } from "../requests/column-bytes.js";

/** A server with a list of changes, which can lose requests and responses. */
class FakeServer {
  revision = 17;
  pageCount = 4;
  changes = [];
  receipts = new Map();
  requests = [];
  /** What happens to the next requests: "lose request", "lose response", "busy", or nothing. */
  plan = [];
  givesChanges = true;

  fetch = (url, { method, headers, body }) => {
    const event = this.plan.shift();
    this.requests.push({ url, method, body: body && JSON.parse(body), key: headers.get("idempotency-key"), ifMatch: headers.get("if-match") });
    if (event === "lose request") return Promise.reject(new TypeError("network"));
    if (event === "null") return Promise.resolve(Response.json(null));
    if (event === "busy") return Promise.resolve(this.#problem(503, "busy"));
    const key = headers.get("idempotency-key");
    const isSame = headers.get("if-match") !== '"none"';
    const response = (isSame && this.receipts.get(key)) || this.#respond(url, method, headers, body);
    if (method !== "GET" && response.ok) this.receipts.set(key, response);
    if (event === "lose response") return Promise.reject(new TypeError("network"));
    return Promise.resolve(response.clone());
  };

  #respond(url, method, headers, body) {
    // As the server does, it looks for the key first; another condition is another request.
    if (method !== "GET" && !/"r\d+"/.test(headers.get("if-match"))) {
      return this.receipts.has(headers.get("idempotency-key")) ? this.#problem(422, "keyReused") : this.#problem(400, "malformed");
    }
    if (method === "GET" && url.includes("/changes?after=")) {
      const after = Number(url.split("=")[1]);
      return Response.json({ revision: this.revision, changes: this.changes.filter((change) => change.revision > after) });
    }
    if (method === "GET" && url.endsWith("/columns")) {
      return new Response(encodeColumns(this.revision, [{ id: 1, ratio: 1, key: "AAAAAAAAAAE" }, { id: 2, ratio: null, key: "AAAAAAAAAAI" }]));
    }
    if (method === "GET") return Response.json({ id: 4, revision: this.revision });
    const version = Number(/\d+/.exec(headers.get("if-match"))[0]);
    if (version !== this.revision) {
      const changes = this.givesChanges ? { changes: this.changes.filter((change) => change.revision > version) } : {};
      return this.#problem(412, "conflict", { revision: this.revision, ...changes });
    }
    this.change(JSON.parse(body));
    if (method === "PATCH") return Response.json({ id: 2, key: "turned" }, { headers: { etag: `"r${this.revision}"` } });
    return Response.json({ revision: this.revision, pageCount: this.pageCount });
  }

  change(change) {
    this.revision += 1;
    this.changes.push({ ...change, revision: this.revision });
  }

  #problem(status, code, facts = {}) {
    return Response.json({ status, code, title: code, detail: code, ...facts }, { status });
  }
}

function makeSharing() {
  const server = new FakeServer();
  let time = 0;
  const client = new Client("", { fetch: server.fetch, now: () => time, sleep: (delay) => Promise.resolve(void (time += delay)), random: () => 0.5 });
  const calls = [];
  const record = (name) => (...values) => void calls.push([name, ...values.slice(0, -1)]);
  const gallery = Object.fromEntries(["receipt", "conflict", "knownPages", "knownVersion", "change", "failure", "gone"].map((name) => [name, record(name)]));
  const keys = new Map();
  const streams = [];
  const parts = {
    gallery, request: (...values) => client.request(...values), now: () => 5, path: "/api/v1/documents/4",
    pictures: { setKey: (page, key, turns) => keys.set(page, turns == null ? key : [key, turns]), setKeys: (list) => [1, 2].forEach((id) => keys.set(id, list.keyOf(id))) },
  };
  const commits = new Commits({ ...parts, newKey, origin: "me", takeKeys: (change) => sharing.takeKeys(change) });
  const sharing = new Sharing({
    ...parts, commits: { value: commits, load: () => Promise.resolve(commits) },
    listen: (after, actions) => {
      const stream = { after, ...actions, isClosed: false, close: () => { stream.isClosed = true; } };
      streams.push(stream);
      return stream;
    },
    onAnswer: () => void calls.push(["answered"]),
  });
  return { server, sharing, commits, calls, keys, streams, elapsed: () => time };
}

const deletion = { type: "applyRequest", number: 3, change: { revision: 17, deletions: [1], insertions: [], moves: [], replacements: [] } };

test("an edit is sent with its revision, its origin and a key", async () => {
  const { server, sharing, calls } = makeSharing();
  await sharing.handle(deletion);
  const [{ url, method, body, key, ifMatch }] = server.requests;
  assert.deepEqual([method, url, ifMatch, body], ["POST", "/api/v1/documents/4/changes", '"r17"', { origin: "me", deletions: [1] }]);
  assert.match(key, /^[0-9a-f-]{36}$/);
  assert.deepEqual(calls, [["receipt", 3, { revision: 18, pageCount: 4 }], ["answered"]]);
});

test("after a lost response the edit is repeated with the same key, and made once", async () => {
  const { server, sharing, calls } = makeSharing();
  server.plan = ["lose request", "lose response", "busy"];
  await sharing.handle(deletion);
  assert.equal(server.requests.length, 4);
  assert.equal(new Set(server.requests.map((request) => request.key)).size, 1);
  assert.equal(server.changes.length, 1);
  assert.deepEqual(calls[0], ["receipt", 3, { revision: 18, pageCount: 4 }]);
});

test("an edit fails after 30 s, with the error for people", async () => {
  const { server, sharing, calls, elapsed } = makeSharing();
  server.plan = Array(1000).fill("lose request");
  await sharing.handle(deletion);
  assert.deepEqual(calls.map(([name]) => name), ["failure", "answered"]);
  assert.ok(elapsed() > 20_000 && elapsed() <= 30_000);
  const [, number, code] = calls[0];
  assert.equal(number, 3);
  assert.match(sharing.errorOf(code).message, /cannot be reached/);
});

test("a list of pages does not take back the key of a later change", async () => {
  const { server, sharing, keys } = makeSharing();
  const isAnswered = sharing.handle({ type: "pagesRequest", number: 9 });
  sharing.takeKeys({ revision: 17, keys: { 1: "in the list already" } });
  sharing.takeKeys({ revision: 18, keys: { 2: "later" } });
  await isAnswered;
  assert.equal(server.requests.length, 1);
  assert.deepEqual([...keys], [[1, "AAAAAAAAAAE"], [2, "later"]]);
  await sharing.handle({ type: "pagesRequest", number: 10 });
  assert.deepEqual([...keys], [[1, "AAAAAAAAAAE"], [2, "AAAAAAAAAAI"]], "what was known before the request is in the list");
});

/** The failure of an edit whose answers were lost. */
async function lostEdit(plan, record = deletion) {
  const made = makeSharing();
  made.server.plan = plan;
  await made.sharing.handle(record);
  const failure = made.sharing.errorOf(made.calls.find(([name]) => name === "failure")[2]);
  made.server.plan = [];
  return { ...made, failure };
}

test("an edit whose answers are all lost has an unknown outcome, which is found without making it again", async () => {
  const { server, failure } = await lostEdit(Array(1000).fill("lose response"));
  assert.ok(failure instanceof UnknownOutcome);
  assert.match(failure.message, /cannot be reached/);
  assert.equal(await failure.settle(), true);
  assert.equal(server.changes.length, 1);
});

test("an edit that never arrived is known not to be made, and is not made by asking", async () => {
  const turn = { type: "rotateRequest", number: 8, id: 2, quarterTurns: 1, revision: 17 };
  for (const record of [deletion, turn]) {
    const { server, failure } = await lostEdit(Array(1000).fill("lose request"), record);
    assert.ok(failure instanceof UnknownOutcome);
    assert.equal(await failure.settle(), false);
    assert.equal(server.changes.length, 0);
  }
});

test("an answer that is lost before the server is busy leaves the outcome unknown; being busy alone does not", async () => {
  const lost = await lostEdit(["lose response", ...Array(1000).fill("busy")]);
  assert.ok(lost.failure instanceof UnknownOutcome);
  assert.equal(await lost.failure.settle(), true);
  const { failure } = await lostEdit(Array(1000).fill("busy"));
  assert.ok(!(failure instanceof UnknownOutcome));
  assert.equal(reasonText(failure), "The server is busy. Try again in a moment.");
});

test("an answer that is not one to an edit leaves the outcome unknown, with a reason for people", async () => {
  for (const record of [deletion, { type: "rotateRequest", number: 8, id: 2, quarterTurns: 1, revision: 17 }]) {
    const { failure, calls } = await lostEdit(["null"], record);
    assert.ok(failure instanceof UnknownOutcome);
    assert.equal(reasonText(failure), "The answer of the server cannot be used.");
    assert.ok(calls.every(([name]) => name !== "receipt"));
  }
});

test("a conflict delivers the changes in between, with their keys", async () => {
  const { server, sharing, calls, keys } = makeSharing();
  server.change({ deletions: [0] });
  server.change({ replacements: [{ at: 1, page: { aspectRatio: 2 } }], keys: { 9: "new" } });
  await sharing.handle(deletion);
  assert.equal(calls[0][0], "conflict");
  assert.deepEqual(calls[0].slice(1, 3), [3, 19]);
  assert.deepEqual(calls[0][3].map((change) => change.revision), [18, 19]);
  assert.equal(keys.get(9), "new");
});

test("a conflict without changes asks for them", async () => {
  const { server, sharing, calls } = makeSharing();
  server.givesChanges = false;
  server.change({ deletions: [0] });
  await sharing.handle(deletion);
  assert.deepEqual(server.requests.map((request) => request.method), ["POST", "GET"]);
  assert.deepEqual([calls[0][0], calls[0][3].length], ["conflict", 1]);
});

test("changes with a gap are not used", async () => {
  const { server, sharing, calls } = makeSharing();
  for (let count = 0; count < 3; count += 1) server.change({ deletions: [0] });
  server.changes.splice(1, 1);
  await sharing.handle(deletion);
  assert.deepEqual(calls[0], ["conflict", 3, 20, []]);
});

test("a burst of conflicts: each request has its own key", async () => {
  const { server, sharing } = makeSharing();
  for (let count = 0; count < 3; count += 1) {
    server.change({ deletions: [0] });
    await sharing.handle(deletion);
  }
  assert.equal(new Set(server.requests.map((request) => request.key)).size, 3);
});

test("a rotation is a change of one page, whose key and turns are known at once", async () => {
  const { server, sharing, calls, keys } = makeSharing();
  await sharing.handle({ type: "rotateRequest", number: 8, id: 2, quarterTurns: 3, revision: 17 });
  assert.deepEqual([server.requests[0].method, server.requests[0].url, server.requests[0].body], ["PATCH", "/api/v1/pages/2", { rotation: 270 }]);
  assert.deepEqual(calls[0], ["receipt", 8, { revision: 18 }]);
  assert.deepEqual(keys.get(2), ["turned", 3]);
});

test("inserted pages name their uploads, or pages of the trash; replaced ones their new bytes", async () => {
  const { server, sharing, commits, keys } = makeSharing();
  commits.stage(50, "uuid-50");
  commits.stageReplacement(7, { upload: "uuid-7", key: "key-7" });
  const insertions = [{ at: 0, page: { id: 50 } }, { at: 2, page: { id: 6 } }];
  await sharing.handle({ type: "applyRequest", number: 1, change: { revision: 17, deletions: [], insertions, moves: [], replacements: [{ at: 3, page: { id: 7 } }] } });
  assert.deepEqual(server.requests[0].body, {
    origin: "me", insertions: [{ at: 0, upload: "uuid-50" }, { at: 2, page: 6 }], replacements: [{ at: 3, upload: "uuid-7" }] });
  assert.equal(keys.get(7), "key-7");
});

test("a late answer does not take back the key of a later change", async () => {
  const { sharing, commits, keys } = makeSharing();
  const isTurned = sharing.handle({ type: "rotateRequest", number: 8, id: 2, quarterTurns: 1, revision: 17 });
  sharing.takeKeys({ revision: 18, keys: { 2: "turned" } });
  sharing.takeKeys({ revision: 19, keys: { 2: "later", 7: "later" } });
  await isTurned;
  assert.equal(keys.get(2), "later");
  commits.stageReplacement(7, { upload: "upload", key: "replaced" });
  const change = { revision: 18, deletions: [], insertions: [], moves: [], replacements: [{ at: 3, page: { id: 7 } }] };
  const isReplaced = sharing.handle({ type: "applyRequest", number: 9, change });
  sharing.takeKeys({ revision: 20, keys: { 7: "latest" } });
  await isReplaced;
  assert.equal(keys.get(7), "latest");
  // A server that was restored begins at an older revision.
  await sharing.handle({ type: "pagesRequest", number: 10 });
  sharing.takeKeys({ revision: 19, keys: { 2: "new" } });
  assert.equal(keys.get(2), "new");
});

test("a page is replaced again while its first new image is being sent", async () => {
  const { server, sharing, commits, keys } = makeSharing();
  const replace = (number, revision) => sharing.handle({
    type: "applyRequest", number, change: { revision, deletions: [], insertions: [], moves: [], replacements: [{ at: 3, page: { id: 7 } }] } });
  commits.stageReplacement(7, { upload: "first", key: "first key" });
  const isReplaced = replace(1, 17);
  await Promise.resolve();
  commits.stageReplacement(7, { upload: "second", key: "second key" });
  await isReplaced;
  assert.equal(keys.get(7), "first key");
  await replace(2, 18);
  assert.deepEqual(server.requests.map(({ body }) => body.replacements[0].upload), ["first", "second"]);
  assert.equal(keys.get(7), "second key");
});

test("pages and versions are read", async () => {
  const { sharing, calls, keys } = makeSharing();
  await sharing.handle({ type: "pagesRequest", number: 4 });
  await sharing.handle({ type: "versionRequest", number: 5 });
  assert.deepEqual(calls.filter(([name]) => name !== "answered").map(([name, number]) => [name, number]), [["knownPages", 4], ["knownVersion", 5]]);
  assert.equal(keys.get(2), "AAAAAAAAAAI");
});

test("changes of others arrive in order, and what has a gap is read again", () => {
  const { sharing, calls, keys, streams } = makeSharing();
  sharing.handle({ type: "changesRequest", number: 2, after: 17 });
  const send = (event, data) => streams[0].onEvent({ id: "", event, data: JSON.stringify(data) });
  streams[0].onState("live");
  assert.ok(sharing.isLive);
  send("change", { revision: 18, deletions: [1], keys: { 3: "c" } });
  send("change", { revision: 18, deletions: [1] });
  send("change", { revision: 20, deletions: [1] });
  send("reset", { revision: 12 });
  assert.deepEqual(calls.filter(([name]) => name === "change").map((call) => call[2]), [
    { revision: 18, deletions: [1], keys: { 3: "c" } }, { revision: 20, isReset: true }, { revision: 12, isReset: true }]);
  assert.equal(keys.get(3), "c");
});

test("an older stream says nothing any more, and an ended one is a failure", async () => {
  const { sharing, calls, streams } = makeSharing();
  sharing.handle({ type: "changesRequest", number: 2, after: 17 });
  sharing.handle({ type: "changesRequest", number: 6, after: 17 });
  assert.ok(streams[0].isClosed);
  streams[0].onEvent({ id: "", event: "change", data: '{"revision":18}' });
  streams[1].onState("ended");
  await new Promise((resolve) => { setImmediate(resolve); });
  assert.deepEqual(calls.map(([name, number]) => [name, number]), [["failure", 6], ["answered", undefined]]);
  sharing.handle({ type: "changesRequest", number: 9, after: 17 });
  sharing.handle({ type: "stopChanges", number: 9 });
  assert.ok(streams[2].isClosed);
  sharing.close();
  sharing.handle({ type: "changesRequest", number: 10, after: 17 });
  assert.equal(streams.length, 3, "a source that was closed begins nothing");
});

test("people are told that changes do not arrive, also if they never did", () => {
  const { sharing, streams } = makeSharing();
  const told = [];
  sharing.onLive = (isLive) => told.push(isLive);
  sharing.handle({ type: "changesRequest", number: 2, after: 17 });
  for (const state of ["paused", "paused", "live", "paused"]) streams[0].onState(state);
  assert.deepEqual(told, [false, true, false]);
  sharing.close();
});

test("while the stream does not work, changes are asked for, and not taken twice when it works again", async () => {
  const { server, sharing, calls, streams } = makeSharing();
  sharing.handle({ type: "changesRequest", number: 2, after: 17 });
  server.change({ deletions: [0] });
  server.change({ deletions: [1] });
  streams[0].onState("paused");
  const taken = () => calls.filter(([name]) => name === "change").map((call) => call[2].revision);
  while (taken().length < 2) await new Promise((resolve) => { setTimeout(resolve, 5); });
  streams[0].onState("live");
  streams[0].onEvent({ id: "18", event: "change", data: '{"revision":18,"deletions":[0]}' });
  streams[0].onEvent({ id: "20", event: "change", data: '{"revision":20,"deletions":[0]}' });
  assert.deepEqual(taken(), [18, 19, 20]);
  assert.ok(server.requests.some(({ url }) => url.endsWith("/changes?after=17")));
  sharing.close();
});

test("revisions are read from entity tags", () => {
  assert.deepEqual(['"r17"', '"r17-damaged-1f2e3d4c"', 'W/"r3"', '"x"', null].map(revisionOf), [17, 17, 3, null, null]);
});
