// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Clock } from "../../gallery/clock.js";

/** A time source that moves only when a test says so. */
function makeSource() {
  const source = {
    time: 1000, frames: new Map(), timers: new Map(), count: 0,
    now: () => source.time,
    requestFrame: (callback) => (source.frames.set(++source.count, callback), source.count),
    cancelFrame: (frame) => void source.frames.delete(frame),
    setTimer: (callback, delay) => (source.timers.set(++source.count, { callback, at: source.time + delay }), source.count),
    clearTimer: (timer) => void source.timers.delete(timer),
    draw(timestamp = source.time) {
      const callbacks = [...source.frames.values()];
      source.frames.clear();
      for (const callback of callbacks) callback(timestamp);
    },
    pass(milliseconds) {
      source.time += milliseconds;
      for (const [number, { callback, at }] of [...source.timers]) {
        if (at <= source.time && source.timers.delete(number)) callback();
      }
    },
  };
  return source;
}

test("times never decrease and never lie in the future", () => {
  const source = makeSource();
  const clock = new Clock(source);
  source.time = 1010;
  assert.equal(clock.time(1008), 8e6);
  assert.equal(clock.time(1004), 8e6);
  assert.equal(clock.time(2000), 10e6);
  assert.equal(clock.time(1009.9999995), 10e6);
});

test("frames are requested while something moves, and none at rest", () => {
  const source = makeSource();
  const clock = new Clock(source);
  let frames = 3;
  clock.onFrame = () => --frames > 0;
  clock.wake();
  clock.wake();
  assert.equal(source.frames.size, 1);
  for (let count = 0; count < 5; count += 1) source.draw();
  assert.equal(frames, 0);
  assert.equal(source.frames.size + source.timers.size, 0);
});

test("at rest there is one timer, for the next boundary", () => {
  const source = makeSource();
  const clock = new Clock(source);
  let boundary = 500e6;
  let drawn = 0;
  clock.onFrame = () => { drawn += 1; return false; };
  clock.nextBoundary = () => boundary;
  clock.wake();
  source.draw();
  assert.equal(source.timers.size, 1);
  source.pass(499);
  assert.equal(source.frames.size, 0);
  boundary = null;
  source.pass(1);
  assert.equal(source.frames.size, 1);
  source.draw();
  assert.equal(drawn, 2);
  assert.equal(source.timers.size, 0);
});

test("a frame that was requested while drawing needs no timer", () => {
  const source = makeSource();
  const clock = new Clock(source);
  clock.nextBoundary = () => 900e6;
  clock.onFrame = () => { clock.wake(); return false; };
  clock.wake();
  source.draw();
  assert.deepEqual([source.frames.size, source.timers.size], [1, 0]);
});

test("a hidden tab stops, and continues with one frame", () => {
  const source = makeSource();
  const clock = new Clock(source);
  let drawn = 0;
  clock.onFrame = () => { drawn += 1; return drawn < 3; };
  clock.nextBoundary = () => 20e6;
  clock.wake();
  clock.setHidden(true);
  clock.wake();
  source.pass(1000);
  source.draw();
  assert.deepEqual([drawn, source.frames.size, source.timers.size], [0, 0, 0]);
  clock.setHidden(false);
  source.draw();
  assert.equal(drawn, 1);
});

test("edits in progress continue in a hidden tab, by timer", () => {
  const source = makeSource();
  const clock = new Clock(source);
  const times = [];
  let boundary = 300e6;
  clock.isBusy = () => boundary !== null;
  clock.nextBoundary = () => boundary;
  clock.onFrame = (time) => { times.push(time); boundary = null; return true; };
  clock.setHidden(true);
  source.pass(300);
  assert.deepEqual(times, [300e6]);
  assert.deepEqual([source.frames.size, source.timers.size], [0, 0]);
});

test("a frame tells whether an input or a boundary has asked for it, or only a motion", () => {
  const source = makeSource();
  const clock = new Clock(source);
  const asked = [];
  clock.onFrame = (_, isAsked) => { asked.push(isAsked); return asked.length < 4; };
  clock.nextBoundary = () => 100e6;
  clock.wake();
  source.draw();
  source.draw();
  clock.wake();
  source.draw();
  source.draw();
  assert.deepEqual(asked, [true, false, true, false]);
  source.pass(200);
  source.draw();
  assert.deepEqual(asked.slice(4), [true]);
});
