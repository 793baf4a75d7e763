// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Flight } from "../../gallery/flight.js";

/** Measures frames every 10 ms at a speed in pages per second, and returns at which frames the flight changed. */
function fly(flight, speed, count, start = { position: 0, time: 0 }) {
  const changes = [];
  for (let frame = 1; frame <= count; frame += 1) {
    start.position += speed / 100;
    start.time += 10e6;
    if (flight.measure(start.position, start.time, false)) changes.push(frame);
  }
  return changes;
}

test("pages fly past at more than 12 pages per second, in either direction", () => {
  for (const speed of [20, -20]) {
    const flight = new Flight();
    assert.equal(fly(flight, speed, 40).length, 1);
    assert.equal(flight.isFlying, true);
  }
  const slow = new Flight();
  assert.deepEqual(fly(slow, 11, 400), []);
  assert.equal(slow.isFlying, false);
});

test("a single fast frame is not a flight", () => {
  const flight = new Flight();
  const at = { position: 0, time: 0 };
  assert.deepEqual(fly(flight, 40, 1, at), []);
  assert.deepEqual(fly(flight, 0, 40, at), []);
});

test("a flight ends below 6 pages per second, not at once below 12", () => {
  const flight = new Flight();
  const at = { position: 0, time: 0 };
  fly(flight, 20, 40, at);
  assert.deepEqual(fly(flight, 8, 400, at), []);
  assert.equal(flight.isFlying, true);
  assert.equal(fly(flight, 4, 400, at).length, 1);
  assert.equal(flight.isFlying, false);
});

test("a rest ends a flight, and a second frame of one time changes nothing", () => {
  const flight = new Flight();
  const at = { position: 0, time: 0 };
  fly(flight, 20, 40, at);
  assert.equal(flight.measure(at.position + 5, at.time, false), false);
  assert.equal(flight.measure(at.position + 5, at.time, true), true);
  assert.equal(flight.isFlying, false);
});
