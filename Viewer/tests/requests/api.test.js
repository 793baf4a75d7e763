// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Client, pause } from "../../requests/client.js";
import { newKey } from "../../requests/new-key.js";
import { ConnectionError, ProblemError } from "../../requests/problems.js";
import { problemOf } from "../../requests/problems.js";
import { reasonText } from "../../words/reasons.js";

/** A client whose server answers with what a test prepares, and whose time is that of its pauses. */
function makeClient(answers, root = "") {
  const calls = [];
  let time = 0;
  const client = new Client(root, {
    fetch: (url, init) => {
      calls.push({ url, at: time, method: init.method, body: init.body, headers: init.headers });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) return Promise.reject(answer);
      const { status = 200, json, headers = {} } = answer;
      return Promise.resolve(new Response(json === undefined ? null : JSON.stringify(json), { status, headers }));
    },
    now: () => time,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      time += milliseconds;
    },
    random: () => 1,
  });
  return { client, calls, time: () => time };
}

const network = new TypeError("failed to fetch");
const keyOf = (call) => call.headers.get("idempotency-key");

test("a change is repeated under the same key until its answer arrives", async () => {
  const { client, calls } = makeClient([network, { status: 503, json: { code: "locked", detail: "" } }, network, { json: { revision: 18 }, headers: { etag: '"r18"' } }]);
  const answer = await client.request("POST", "/changes", { json: { deletions: [4] }, ifMatch: '"r17"' });
  assert.deepEqual(answer.data, { revision: 18 });
  assert.equal(answer.etag, '"r18"');
  assert.equal(calls.length, 4);
  assert.equal(new Set(calls.map(keyOf)).size, 1);
  assert.match(keyOf(calls[0]), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(calls.every(({ body, headers }) => body === '{"deletions":[4]}' && headers.get("if-match") === '"r17"'));
  assert.deepEqual(calls.map(({ at }) => at), [0, 250, 750, 1750]);
});

test("different changes have different keys, and reads have none", async () => {
  const { client, calls } = makeClient([{ json: {} }]);
  await client.request("POST", "/a");
  await client.request("DELETE", "/a");
  await client.request("GET", "/a");
  await client.request("PATCH", "/a", { key: "mine" });
  assert.notEqual(keyOf(calls[0]), keyOf(calls[1]));
  assert.equal(keyOf(calls[2]), null);
  assert.equal(keyOf(calls[3]), "mine");
});

test("repetitions end after 30 seconds, with pauses of at most four", async () => {
  const { client, calls, time } = makeClient([network]);
  await assert.rejects(client.request("POST", "/a"), ConnectionError);
  assert.ok(time() <= 30_000 && time() > 25_000, String(time()));
  const pauses = calls.slice(1).map(({ at }, index) => at - calls[index].at);
  assert.ok(pauses.every((pause) => pause <= 4_000));
  assert.equal(Math.max(...pauses), 4_000);
});

test("the server's Retry-After is kept", async () => {
  const busy = { status: 429, json: { code: "tooManyFailures", detail: "" }, headers: { "retry-after": "7" } };
  const { client, calls } = makeClient([busy, { json: {} }]);
  await client.request("GET", "/a");
  assert.equal(calls[1].at, 7_000);
});

test("a running request with the same key is waited for", async () => {
  const { client, calls } = makeClient([{ status: 409, json: { code: "keyInProgress", detail: "" } }, { json: {} }]);
  await client.request("POST", "/a");
  assert.equal(calls.length, 2);
});

for (const [status, code] of [[412, "conflict"], [422, "refused"], [409, "uploadConflict"], [404, "notFound"], [401, "unauthorized"], [507, "full"], [500, "corrupted"]]) {
  test(`status ${status} (${code}) is not repeated`, async () => {
    const json = { code, detail: "A fact.", revision: 19, changes: [] };
    const { client, calls } = makeClient([{ status, json, headers: { etag: '"r19"' } }]);
    await assert.rejects(client.request("POST", "/a"), (error) => {
      assert.ok(error instanceof ProblemError);
      assert.deepEqual([error.status, error.code, error.message, error.etag], [status, code, "A fact.", '"r19"']);
      assert.equal(error.problem.revision, 19);
      return true;
    });
    assert.equal(calls.length, 1);
  });
}

test("a gateway's answer without a problem document is temporary", async () => {
  const { client, calls } = makeClient([{ status: 502 }, { status: 500 }, { json: {} }]);
  await client.request("POST", "/a");
  assert.equal(calls.length, 3);
});

test("an abandoned request ends with its reason, also during a pause", async () => {
  const { client } = makeClient([network]);
  const controller = new AbortController();
  const reason = new Error("no longer needed");
  controller.abort(reason);
  await assert.rejects(client.request("GET", "/a", { signal: controller.signal }), reason);
});

test("paths are below the root once", async () => {
  const { client, calls } = makeClient([{ json: {} }], "/archive");
  await client.request("GET", "/api/v1/documents");
  await client.request("GET", "/archive/api/v1/documents?after=newest.2");
  assert.deepEqual(calls.map(({ url }) => url), ["/archive/api/v1/documents", "/archive/api/v1/documents?after=newest.2"]);
});

test("an attempt without any answer is given up, and repeated", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let count = 0;
  const client = new Client("", {
    fetch: (_, { signal }) => {
      count += 1;
      if (count === 2) return Promise.resolve(new Response("{}"));
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
    now: () => 0, sleep: async () => {}, random: () => 1,
  });
  const answer = client.request("POST", "/a");
  context.mock.timers.tick(10_000);
  assert.deepEqual((await answer).data, {});
  assert.equal(count, 2);
});

test("an answer without a body has no data", async () => {
  const { client } = makeClient([{ status: 204 }]);
  assert.equal((await client.request("DELETE", "/a")).data, null);
});

test("pauses grow, vary, and are never shorter than asked", () => {
  assert.equal(pause(0, 0, 0), 125);
  assert.equal(pause(0, 0, 1), 250);
  assert.equal(pause(3, 0, 1), 2_000);
  assert.equal(pause(40, 0, 1), 4_000);
  assert.equal(pause(0, 9_000, 0.5), 9_000);
});

test("keys are random", () => {
  assert.equal(new Set(Array.from({ length: 1_000 }, newKey)).size, 1_000);
});

test("every failure has a reason for people", () => {
  const headers = { get: () => null };
  const reason = (status, text) => reasonText(problemOf(status, headers, text));
  for (const text of ["", "{}", "null", "<html>", '{"code":"","detail":"","title":""}', '"text"', "[]"]) {
    assert.equal(reason(429, text), "The server is busy. Try again in a moment.", text);
    assert.equal(reason(503, text), "The server is busy. Try again in a moment.", text);
    assert.equal(reason(500, text), "The server answered with status 500.", text);
    assert.equal(reason(401, text), "Your session has ended. Sign in again.", text);
  }
  assert.equal(reason(401, '{"code":"unauthorized","detail":"The request has no valid credentials."}'), "Your session has ended. Sign in again.");
  assert.equal(reason(422, '{"code":"refused","detail":"The image has no pixels."}'), "The image has no pixels.");
  assert.equal(reasonText(new TypeError("Cannot read properties of null")), "The answer of the server cannot be used.");
  assert.equal(reasonText(new Error("The document is closed.")), "The document is closed.");
  assert.equal(reasonText(null), "");
});

test("a failure tells whether an answer may be lost", async () => {
  const failure = async (...answers) => {
    const { client } = makeClient(answers);
    return client.request("POST", "/a").catch((error) => error);
  };
  const busy = { status: 503, json: { code: "locked" } };
  assert.equal((await failure(busy)).isLost, false);
  const full = { status: 507, json: { code: "full" } };
  assert.equal((await failure(full)).isLost, false, "the server has changed nothing");
  assert.equal((await failure(network, full)).isLost, true, "an earlier answer");
  assert.equal((await failure({ status: 507 })).isLost, true, "not from the server itself");
  assert.equal((await failure(network)).isLost, true);
  assert.equal((await failure(network, busy)).isLost, true);
  assert.equal((await failure({ status: 502 })).isLost, true);
  assert.equal((await failure({ status: 403, json: {} })).isLost, false);
});
