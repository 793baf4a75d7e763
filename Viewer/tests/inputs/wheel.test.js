// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { PageWheel, WheelMovement, wheelDistance } from "../../inputs/wheel.js";

/** Returns the turns of a list of distances at an interval. */
function turns(wheel, distances, interval = 16, start = 0) {
  return distances.map((distance, index) => wheel.take(distance, start + index * interval));
}

test("the stronger axis counts, in pixels", () => {
  assert.equal(wheelDistance({ deltaX: 3, deltaY: -50, deltaMode: 0 }), -50);
  assert.equal(wheelDistance({ deltaX: 30, deltaY: 5, deltaMode: 0 }, -1), -30);
  assert.equal(wheelDistance({ deltaX: 0, deltaY: 3, deltaMode: 1 }), 48);
});

test("a notch turns one page", () => {
  const wheel = new PageWheel();
  assert.deepEqual(turns(wheel, [120, 120, 120], 200), [1, 1, 1]);
  assert.deepEqual(turns(wheel, [-120], 200, 900), [-1]);
});

test("notches in quick succession each turn a page", () => {
  assert.deepEqual(turns(new PageWheel(), [120, 120, 120], 60), [1, 1, 1]);
});

test("a swipe with momentum turns one page", () => {
  const swipe = [2, 6, 18, 34, 40, 38, 36, 33, 30, 27, 24, 21, 18, 15, 12, 9, 6, 4, 3, 2, 1, 1, 1];
  const result = turns(new PageWheel(), swipe);
  assert.equal(result.filter((turn) => turn !== 0).length, 1);
  assert.equal(result.reduce((sum, turn) => sum + turn, 0), 1);
});

test("another swipe during the momentum of the last turns another page", () => {
  const first = [10, 30, 40, 36, 33, 30, 27, 24, 21, 18, 15, 13, 11, 9, 8, 7, 6, 5, 4];
  const result = turns(new PageWheel(), [...first, 12, 40, 44, 40, 36, 30, 20, 10, 5]);
  assert.equal(result.reduce((sum, turn) => sum + turn, 0), 2);
});

test("the opposite direction counts immediately", () => {
  assert.deepEqual(turns(new PageWheel(), [50, 20, -60]), [1, 0, -1]);
});

test("small movements add up, and are forgotten after a pause", () => {
  const wheel = new PageWheel();
  assert.deepEqual(turns(wheel, [15, 15, 15]), [0, 0, 1]);
  const other = new PageWheel();
  assert.deepEqual(turns(other, [15, 15, 15], 200), [0, 0, 0]);
});

test("a movement ends after a time without events", async () => {
  const calls = [];
  const movement = new WheelMovement({
    begin: () => (calls.push("begin"), true),
    move: () => void calls.push("move"),
    end: () => void calls.push("end"),
  }, 5);
  movement.take({});
  movement.take({});
  await new Promise((resolve) => { setTimeout(resolve, 30); });
  assert.deepEqual(calls, ["begin", "move", "move", "end"]);
  movement.take({});
  movement.end();
  movement.end();
  assert.deepEqual(calls.slice(4), ["begin", "move", "end"]);
});

test("a refused movement has no end", () => {
  const calls = [];
  const movement = new WheelMovement({ begin: () => false, move: () => void calls.push("move"), end: () => void calls.push("end") });
  movement.take({});
  movement.end();
  assert.deepEqual(calls, []);
});
