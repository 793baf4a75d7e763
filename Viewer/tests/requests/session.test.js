// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { explain } from "../../pictures/failure.js";
import { Client } from "../../requests/client.js";
import { EventStream } from "../../requests/events.js";
import { noteStatus, watchSession } from "../../requests/session.js";

const answer = (status) => async () => new Response("{}", { status });
const settle = () => new Promise((resolve) => { setTimeout(resolve, 5); });

/** What can tell that the session has ended. */
const sources = {
  request: (status) => new Client("", { fetch: answer(status), now: () => 0, random: () => 0, sleep: async () => {} }).request("GET", "/", { patience: 0 }),
  picture: async (status) => {
    globalThis.fetch = answer(status);
    await explain({ url: "/t/1/key/e800.jpg", attempts: 1 }, new AbortController().signal);
  },
  events: async (status) => {
    const stream = new EventStream("/events", { fetch: answer(status), onEvent: () => {} });
    await settle();
    stream.close();
  },
};

/** Returns what is told of the session from now on. */
function watch() {
  const told = [];
  noteStatus(200);
  watchSession((isEnded) => told.push(isEnded));
  return told;
}

for (const [name, ask] of Object.entries(sources)) {
  test(`the end of the session is told once, and that it goes on: ${name}`, async () => {
    const told = watch();
    for (const status of [200, 401, 401, 403, 500, 200]) await ask(status).catch(() => {});
    assert.deepEqual(told, [true, false]);
  });
}

test("who begins to watch after the end is told of it", () => {
  const told = watch();
  noteStatus(401);
  watchSession((isEnded) => told.push(isEnded));
  assert.deepEqual(told, [true, true]);
});
