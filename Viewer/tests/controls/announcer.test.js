// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Announcer, foreignText } from "../../controls/announcer.js";

function makeAnnouncer() {
  const region = { textContent: "" };
  const timers = new Map();
  let count = 0;
  const announcer = new Announcer(region, {
    setTimer: (callback, delay) => (timers.set(++count, { callback, delay }), count),
    clearTimer: (timer) => void timers.delete(timer),
  });
  const fire = () => {
    const list = [...timers.values()];
    timers.clear();
    for (const { callback, delay } of list) { assert.equal(delay, 500); callback(); }
    return list.length;
  };
  return { announcer, region, fire };
}

test("texts are told half a second after rest, one of each topic", () => {
  const { announcer, region, fire } = makeAnnouncer();
  announcer.tell("page", "Page 11 of 80");
  announcer.tell("edit", "Page 3 deleted");
  announcer.tell("page", "Page 12 of 80");
  announcer.rest();
  announcer.rest();
  assert.equal(region.textContent, "");
  assert.equal(fire(), 1);
  assert.equal(region.textContent, "Page 3 deleted. Page 12 of 80");
});

test("that nothing is left to undo follows what was undone", () => {
  const { announcer, region, fire } = makeAnnouncer();
  announcer.tell("undo", "Nothing to undo");
  announcer.tell("page", "Page 4 of 80");
  announcer.tell("edit", "Page 4 restored");
  announcer.rest();
  fire();
  assert.equal(region.textContent, "Page 4 of 80. Page 4 restored. Nothing to undo");
});

test("movement postpones, and without a text there is no timer", () => {
  const { announcer, region, fire } = makeAnnouncer();
  announcer.rest();
  assert.equal(fire(), 0);
  announcer.tell("zoom", "Zoom 200 percent");
  announcer.rest();
  announcer.wait();
  assert.equal(fire(), 0);
  announcer.rest();
  fire();
  assert.equal(region.textContent, "Zoom 200 percent");
});

test("what is told at rest does not wait for a movement", () => {
  const { announcer, region, fire } = makeAnnouncer();
  announcer.rest();
  announcer.tell("edit", "Nothing to undo");
  announcer.tell("source", "The document was removed");
  assert.equal(fire(), 1);
  assert.equal(region.textContent, "Nothing to undo. The document was removed");
  announcer.tell("edit", "");
  fire();
  assert.equal(region.textContent, "Nothing to undo. The document was removed", "a text that is taken back says nothing");
  announcer.tell("edit", "Page 3 deleted");
  announcer.wait();
  announcer.tell("edit", "Page 4 deleted");
  assert.equal(fire(), 0);
  announcer.rest();
  fire();
  assert.equal(region.textContent, "Page 4 deleted");
});

test("the same text is announced again", () => {
  const { announcer, region, fire } = makeAnnouncer();
  for (const expected of ["Page 1 deleted", "Page 1 deleted\u00a0"]) {
    announcer.tell("edit", "Page 1 deleted");
    announcer.rest();
    fire();
    assert.equal(region.textContent, expected);
  }
});

test("changes of others are counted", () => {
  const { announcer, region, fire } = makeAnnouncer();
  const change = { insertions: [{ at: 0 }], deletions: [], moves: [], replacements: [] };
  announcer.take(change, true);
  announcer.take(change, true);
  announcer.rest();
  fire();
  assert.equal(region.textContent, "Two pages were added by another user");
  assert.equal(foreignText({ insertions: 0, deletions: 1, moves: 12, replacements: 0 }), "One page was deleted by another user. 12 pages were moved by another user");
});

test("whoever told a text learns that it was announced, unless another one took its place", () => {
  const { announcer, fire } = makeAnnouncer();
  const told = [];
  for (const number of [1, 2]) announcer.tell("edit", `${number} pages deleted`, () => told.push(number));
  announcer.rest();
  assert.deepEqual(told, []);
  fire();
  assert.deepEqual(told, [2]);
});
