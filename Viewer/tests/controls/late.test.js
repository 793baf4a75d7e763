// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Late, loadWhenIdle } from "../../controls/late.js";

test("a part is loaded once, and used in the order of the calls", async () => {
  let loads = 0;
  const uses = [];
  const part = new Late(async () => ({ number: ++loads }));
  part.onLoad = () => uses.push("loaded");
  for (const name of ["first", "second"]) part.use(({ number }) => uses.push(`${name} ${number}`));
  assert.deepEqual([part.value, uses], [null, []]);
  await part.load();
  await null;
  assert.deepEqual(uses, ["loaded", "first 1", "second 1"]);
  part.use(() => uses.push("at once"));
  assert.equal(uses.at(-1), "at once");
  assert.equal(loads, 1);
});

test("a part that was not loaded is tried again", async () => {
  let isOffline = true;
  const part = new Late(async () => {
    if (isOffline) throw new TypeError("network");
    return "part";
  });
  await assert.rejects(part.load(), /network/);
  assert.equal(part.value, null);
  isOffline = false;
  assert.equal(await part.load(), "part");
});

test("a use waits until the network is back", async () => {
  const { setTimeout } = globalThis;
  let failures = 3;
  globalThis.setTimeout = (run, delay) => {
    assert.equal(delay, 1000);
    queueMicrotask(run);
  };
  const part = new Late(async () => {
    if (failures-- > 0) throw new TypeError("network");
    return "part";
  });
  const used = [];
  await new Promise((resolve) => {
    part.use((value) => used.push(value));
    part.use((value) => resolve(used.push(`${value} again`)));
  });
  globalThis.setTimeout = setTimeout;
  assert.deepEqual(used, ["part", "part again"]);
});

test("idle parts are loaded one after the other, also behind one that fails", async () => {
  const idle = [];
  globalThis.document = { readyState: "complete" };
  globalThis.requestIdleCallback = (run) => idle.push(run);
  const loaded = [];
  const late = (name, fails = false) => new Late(async () => {
    loaded.push(name);
    if (fails) throw new TypeError("network");
  });
  loadWhenIdle([late("a"), late("b", true), late("c")]);
  for (const expected of [["a"], ["a", "b"], ["a", "b", "c"]]) {
    idle.shift()();
    assert.deepEqual(loaded, expected);
    while (idle.length === 0) await new Promise((resolve) => { setTimeout(resolve); });
  }
  delete globalThis.document;
  delete globalThis.requestIdleCallback;
});
