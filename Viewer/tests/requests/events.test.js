// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { EventParser } from "../../requests/event-parser.js";
import { EventStream } from "../../requests/events.js";

const stream = [
  "retry: 2000\n\n",
  "id: 18\nevent: change\ndata: {\"revision\":18}\n\n",
  ": a comment\n\n",
  "id: 19\nevent: change\ndata: first\ndata: second\n\n",
  "event: gone\ndata: {}\n\n",
  "data:no space\r\n\r\n",
  "event: nothing without data\n\n",
  "data\n\n",
].join("");

const expected = [
  { id: "18", event: "change", data: '{"revision":18}' },
  { id: "19", event: "change", data: "first\nsecond" },
  { id: "19", event: "gone", data: "{}" },
  { id: "19", event: "message", data: "no space" },
  { id: "19", event: "message", data: "" },
];

test("a stream is parsed the same, wherever it is cut", () => {
  for (let size = 1; size <= stream.length; size += 1) {
    const parser = new EventParser();
    const events = [];
    for (let start = 0; start < stream.length; start += size) {
      events.push(...parser.feed(stream.slice(start, start + size)));
    }
    assert.deepEqual(events, expected, `pieces of ${size}`);
    assert.equal(parser.retry, 2000);
  }
});

test("an event that was not completed is not delivered", () => {
  assert.deepEqual(new EventParser().feed("id: 1\ndata: half\n"), []);
});

/** A server whose connections answer with what a test prepares. */
function server(...answers) {
  const requests = [];
  const send = (url, { headers, signal }) => {
    requests.push({ url, headers });
    const answer = answers.shift() ?? { status: 204 };
    if (answer instanceof Error) return Promise.reject(answer);
    const body = new ReadableStream({
      start(controller) {
        for (const piece of answer.pieces ?? []) controller.enqueue(new TextEncoder().encode(piece));
        if (answer.staysOpen) signal.addEventListener("abort", () => controller.error(signal.reason));
        else controller.close();
      },
    });
    return Promise.resolve({ status: answer.status ?? 200, ok: (answer.status ?? 200) < 300, body });
  };
  return { send, requests };
}

/** Reads until the stream ends. */
function run(source, options = {}) {
  return new Promise((resolve) => {
    const [events, states] = [[], []];
    const made = new EventStream("/events", {
      after: 17, fetch: source.send, ...options,
      onEvent: (event) => events.push(event),
      onState: (state) => {
        states.push(state);
        if (state === "ended") resolve({ events, states, made });
      },
    });
  });
}

test("a stream resumes after the last event that it has delivered", async () => {
  const source = server(
    { pieces: ["retry: 1\n\nid: 18\nevent: change\ndata: a\n\nid: 19\nevent: cha"] },
    new TypeError("no network"),
    { pieces: ["retry: 1\n\n"] },
    { pieces: ["id: 19\nevent: change\ndata: b\n\n", "event: gone\ndata: {}\n\nid: 20\ndata: never\n\n"] },
  );
  // The first pause is that of the server, the one after the failure is a second at most.
  const { events, states } = await run(source);
  assert.deepEqual(events.map(({ data }) => data), ["a", "b", "{}"]);
  assert.deepEqual(source.requests.map(({ headers }) => headers["last-event-id"]), ["17", "18", "18", "18"]);
  assert.deepEqual(states, ["live", "paused", "paused", "live", "paused", "live", "ended"]);
});

for (const status of [204, 401, 403, 404]) {
  test(`status ${status} ends the stream for good`, async () => {
    const source = server({ status });
    const { states } = await run(source);
    assert.deepEqual(states, ["ended"]);
    assert.equal(source.requests.length, 1);
  });
}

test("a hidden tab gives its connection up, and resumes when it is shown", async (context) => {
  const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });
  globalThis.document = tab;
  context.after(() => delete globalThis.document);
  const source = server(
    { pieces: ["id: 18\ndata: a\n\n"], staysOpen: true }, { pieces: ["id: 19\ndata: b\n\n"], staysOpen: true });
  const [events, states] = [[], []];
  const stream = new EventStream("/events", {
    fetch: source.send, hiddenLimit: 5,
    onEvent: ({ data }) => events.push(data), onState: (state) => states.push(state),
  });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 20));
  await turn();
  tab.visibilityState = "hidden";
  tab.dispatchEvent(new Event("visibilitychange"));
  await turn();
  assert.equal(source.requests.length, 1);
  tab.visibilityState = "visible";
  tab.dispatchEvent(new Event("visibilitychange"));
  await turn();
  stream.close();
  assert.deepEqual(events, ["a", "b"]);
  assert.deepEqual(states, ["live", "live"]);
  assert.equal(source.requests[1].headers["last-event-id"], "18");
});

test("a closed stream delivers nothing more and does not reconnect", async () => {
  const source = server({ pieces: ["id: 1\ndata: a\n\n"], staysOpen: true });
  const events = [];
  const stream = new EventStream("/events", { fetch: source.send, onEvent: (event) => events.push(event) });
  await new Promise((resolve) => setTimeout(resolve, 20));
  stream.close();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(events.length, 1);
  assert.equal(source.requests.length, 1);
  assert.equal(source.requests[0].headers["last-event-id"], undefined);
});

const turn = (milliseconds = 20) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

/** Follows a stream whose limits are short, and returns its states. */
function follow(source) {
  const states = [];
  const stream = new EventStream("/events", {
    fetch: source.send, openingLimit: 30, silenceLimit: 80, onEvent: () => {}, onState: (state) => states.push(state) });
  return { states, stream };
}

test("a connection that is accepted but delivers nothing is not live", async () => {
  const source = server({ pieces: [], staysOpen: true }, { pieces: [], staysOpen: true });
  const { states, stream } = follow(source);
  await turn(15);
  assert.deepEqual(states, []);
  await turn(45);
  stream.close();
  assert.deepEqual(states, ["paused"]);
});

test("a request that is never answered is given up", async () => {
  const states = [];
  const stream = new EventStream("/events", {
    fetch: (_, { signal }) => new Promise((_, reject) => { signal.addEventListener("abort", () => reject(new Error("given up"))); }),
    openingLimit: 20, onEvent: () => {}, onState: (state) => states.push(state) });
  await turn(60);
  stream.close();
  assert.deepEqual(states, ["paused"]);
});

test("after a connection whose heartbeats do not arrive, the next one is live with its first heartbeat", async () => {
  let controller;
  const signals = [];
  const send = (_, { signal }) => {
    signals.push(signal);
    const body = new ReadableStream({
      start(made) {
        controller = made;
        made.enqueue(new TextEncoder().encode("retry: 1\n\n"));
        signal.addEventListener("abort", () => made.error(signal.reason));
      },
    });
    return Promise.resolve({ status: 200, ok: true, body });
  };
  const { states, stream } = follow({ send });
  await turn(30);
  assert.deepEqual(states, ["live"]);
  while (signals.length < 2) await turn(10);
  await turn(40);
  assert.deepEqual(states, ["live", "paused"], "its beginning proves nothing");
  controller.enqueue(new TextEncoder().encode(": beat\n\n"));
  await turn(10);
  stream.close();
  assert.deepEqual(states, ["live", "paused", "live"]);
});
