// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Gestures } from "../../inputs/gestures.js";
import { VelocityTracker } from "../../inputs/velocity.js";

globalThis.window ??= globalThis;

/** An element that passes events to its listeners. */
class FakeElement extends EventTarget {
  captured = [];
  getBoundingClientRect() { return { left: 10, top: 20 }; }
  setPointerCapture(pointer) { this.captured.push(pointer); }
}

function makeSurface(answers = {}) {
  const element = new FakeElement();
  const calls = [];
  const record = (name, result) => (...values) => {
    calls.push([name, ...values.map((value) => (typeof value === "number" ? Math.round(value * 100) / 100 : value))]);
    return result;
  };
  const gestures = new Gestures(element, {
    catches: () => answers.catches ?? false,
    begin: record("begin", answers.begin ?? true), drag: record("drag"), end: record("end"), cancel: record("cancel"),
    tap: record("tap"),
    ...(answers.canPinch === false ? {} : { beginPinch: record("beginPinch", true), pinch: record("pinch"), endPinch: record("endPinch") }),
    ...(answers.accepts ? { accepts: answers.accepts } : {}),
    ...(answers.isReleaseTold ? { release: record("release") } : {}),
    ...(answers.hold === undefined ? {} : { hold: record("hold", answers.hold) }),
  });
  const send = (type, time, x, y, more = {}) => {
    const event = new Event(type);
    const target = { closest: () => null };
    const values = { pointerId: 1, pointerType: "touch", button: 0, clientX: x + 10, clientY: y + 20, timeStamp: time, target, ...more };
    for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value });
    element.dispatchEvent(event);
  };
  return { gestures, calls, send, element };
}

test("the velocity is that of the last 50 ms", () => {
  const tracker = new VelocityTracker();
  for (let time = 0; time <= 100; time += 10) tracker.add(time, time < 50 ? 0 : (time - 50) * 2, -time);
  tracker.measure(104);
  assert.deepEqual([tracker.x, tracker.y], [2000, -1000]);
});

test("a pointer that paused for 100 ms has no velocity", () => {
  const tracker = new VelocityTracker();
  tracker.add(0, 0, 0);
  tracker.add(10, 50, 0);
  tracker.measure(109);
  assert.equal(tracker.x, 5000);
  tracker.measure(110);
  assert.equal(tracker.x, 0);
});

test("rare samples count in pairs, and a single one does not count", () => {
  const tracker = new VelocityTracker();
  tracker.add(0, 0, 0);
  tracker.measure(1);
  assert.equal(tracker.x, 0);
  tracker.add(80, 40, 0);
  tracker.measure(81);
  assert.equal(tracker.x, 500);
});

test("more samples than fit do not matter", () => {
  const tracker = new VelocityTracker();
  for (let time = 0; time <= 400; time += 0.5) tracker.add(time, time * 3, 0);
  tracker.measure(400);
  assert.ok(Math.abs(tracker.x - 3000) < 1e-6);
});

/** Measures a finger that is lifted at a time, whose place is a function of time, from samples that browsers round. */
function measured(placeAt, { duration, interval, offset = 0, round = 1 }) {
  const tracker = new VelocityTracker();
  for (let time = 0; time < duration; time += interval) tracker.add(time + offset, Math.round(placeAt(time) / round) * round, 0);
  tracker.add(duration + offset, Math.round(placeAt(duration) / round) * round, 0);
  tracker.measure(duration + offset + 4);
  return tracker.x;
}

test("a finger that becomes faster is lifted with the velocity that it has then", () => {
  // Its mean velocity is half as high.
  for (const interval of [4, 8, 12, 16]) {
    for (const duration of [48, 60, 96, 150]) {
      const speed = measured((time) => 120 * (time / duration) ** 2, { duration, interval, round: 0.25 });
      const expected = 240 / duration * 1000;
      assert.ok(Math.abs(speed - expected) < 0.2 * expected, `${interval} ms, ${duration} ms: ${speed}, expected ${expected}`);
    }
  }
});

test("a finger that becomes slower is lifted with less than its mean velocity", () => {
  const speed = measured((time) => 120 * (1 - (1 - time / 100) ** 2), { duration: 90, interval: 8 });
  assert.ok(speed > 0 && speed < 700, `${speed}`);
});

test("a steady finger has its velocity, also with whole pixels and uneven times", () => {
  let state = 1;
  const random = () => (state = state * 16807 % 2147483647) / 2147483647;
  for (let run = 0; run < 300; run += 1) {
    const [speed, interval] = [0.3 + 3 * random(), 4 + 12 * random()];
    const tracker = new VelocityTracker();
    let time = 0;
    for (; time < 120; time += interval * (0.7 + 0.6 * random())) tracker.add(time, Math.round(speed * time), 0);
    tracker.measure(time);
    assert.ok(Math.abs(tracker.x / 1000 - speed) < 0.12 * speed + 0.12, `run ${run}: ${tracker.x / 1000}, expected ${speed}`);
  }
});

test("a velocity is between those of two samples in turn", () => {
  const tracker = new VelocityTracker();
  for (const [time, x] of [[0, 0], [16, 0], [32, 0], [48, 90]]) tracker.add(time, x, -x);
  tracker.measure(50);
  assert.ok(tracker.x > 0 && tracker.x <= 90 / 16 * 1000, `${tracker.x}`);
  assert.equal(tracker.y, -tracker.x);
});

test("a sample that is older than the last one does not count", () => {
  const tracker = new VelocityTracker();
  for (const [time, x] of [[0, 0], [8, 8], [16, 16], [24, 24], [15, 15], [24, 24]]) tracker.add(time, x, 0);
  tracker.measure(25);
  assert.ok(Math.abs(tracker.x - 1000) < 1e-6);
});

test("samples that are closer than a millisecond to each other do not exaggerate the velocity", () => {
  const tracker = new VelocityTracker();
  for (const [time, y] of [[0, 0], [16, 16], [16.1, 17]]) tracker.add(time, 0, y);
  tracker.measure(17);
  assert.ok(tracker.y > 1000 && tracker.y < 1500, `${tracker.y}`);
  tracker.reset();
  for (const [time, y] of [[0, 0], [0.1, 1]]) tracker.add(time, 0, y);
  tracker.measure(1);
  assert.equal(tracker.y, 0);
  tracker.add(16, 0, 16);
  tracker.measure(17);
  assert.ok(Math.abs(tracker.y - 1000) < 1e-6, `${tracker.y}`);
  // A mouse that tells 8,000 places per second, in whole points.
  tracker.reset();
  for (let number = 0; number <= 800; number += 1) tracker.add(number / 8, 0, Math.floor(number / 8));
  tracker.measure(101);
  assert.ok(Math.abs(tracker.y - 1000) < 50, `${tracker.y}`);
});

test("a drag begins after the slop, without a jump, and ends with a velocity", () => {
  const { calls, send, element } = makeSurface();
  send("pointerdown", 0, 100, 50);
  send("pointermove", 10, 105, 50);
  send("pointermove", 20, 112, 51);
  send("pointermove", 30, 122, 51);
  send("pointerup", 32, 122, 51);
  assert.deepEqual(calls, [["begin", 112, 51, 20, false], ["drag", 10, 0, 30], ["end", 1000, 40, 32]]);
  assert.deepEqual(element.captured, [1]);
});

test("a touch that stops a motion drags at once", () => {
  const { calls, send } = makeSurface({ catches: true });
  send("pointerdown", 0, 100, 50);
  send("pointerup", 300, 100, 50);
  assert.deepEqual(calls, [["begin", 100, 50, 0, false], ["end", 0, 0, 300]]);
});

test("taps count", () => {
  const { calls, send } = makeSurface();
  for (const time of [0, 200, 900]) {
    send("pointerdown", time, 5, 6);
    send("pointerup", time + 20, 6, 6);
  }
  assert.deepEqual(calls, [["tap", 6, 6, 20, 1, "touch"], ["tap", 6, 6, 220, 2, "touch"], ["tap", 6, 6, 920, 1, "touch"]]);
});

test("a cancelled pointer cancels the drag, once", () => {
  const { calls, send } = makeSurface();
  send("pointerdown", 0, 0, 0);
  send("pointermove", 10, 30, 0);
  send("pointercancel", 20, 30, 0);
  send("lostpointercapture", 20, 30, 0);
  assert.deepEqual(calls.map(([name]) => name), ["begin", "cancel"]);
});

test("a refused drag stays refused until the pointer is up", () => {
  const { calls, send } = makeSurface({ begin: false });
  send("pointerdown", 0, 0, 0);
  send("pointermove", 10, 0, 40);
  send("pointermove", 20, 80, 40);
  send("pointerup", 30, 80, 40);
  assert.deepEqual(calls, [["begin", 0, 40, 10, true]]);
});

test("two pointers pinch, and the last one drags on", () => {
  const { calls, send } = makeSurface();
  send("pointerdown", 0, 100, 100);
  send("pointermove", 10, 120, 100);
  send("pointerdown", 20, 220, 100, { pointerId: 2 });
  send("pointermove", 30, 320, 100, { pointerId: 2 });
  send("pointerup", 40, 120, 100);
  send("pointermove", 50, 340, 100, { pointerId: 2 });
  send("pointerup", 60, 340, 100, { pointerId: 2 });
  assert.deepEqual(calls.map((call) => call.slice(0, 4)), [
    ["begin", 120, 100, 10], ["cancel", 20], ["beginPinch", 170, 100, 20], ["pinch", 2, 220, 100], ["endPinch", 40],
    ["begin", 340, 100, 50], ["end", 0, 0, 60]]);
});

test("the last pointer of a pinch does not tap", () => {
  const { calls, send } = makeSurface();
  send("pointerdown", 0, 100, 100);
  send("pointerdown", 10, 200, 100, { pointerId: 2 });
  send("pointerup", 20, 100, 100);
  send("pointerup", 30, 200, 100, { pointerId: 2 });
  assert.deepEqual(calls.map(([name]) => name), ["beginPinch", "endPinch"]);
});

test("the surface learns that the last pointer has left, if it neither taps nor drags", () => {
  const { calls, send } = makeSurface({ begin: false, isReleaseTold: true });
  const names = () => calls.splice(0).map(([name]) => name);
  for (const end of ["pointerup", "pointercancel"]) {
    send("pointerdown", 0, 100, 100);
    send("pointerdown", 10, 200, 100, { pointerId: 2 });
    send(end, 20, 100, 100);
    assert.deepEqual(names(), ["beginPinch", "endPinch"]);
    send(end, 30, 200, 100, { pointerId: 2 });
    assert.deepEqual(names(), ["release"], end);
    send("pointerdown", 40, 100, 100);
    send("pointermove", 50, 100, 150);
    send(end, 60, 100, 150);
    assert.deepEqual(names(), ["begin", "release"], end);
  }
  send("pointerdown", 70, 100, 100);
  send("pointerup", 80, 100, 100);
  assert.deepEqual(names(), ["tap"]);
});

test("a mouse drags with its first button only", () => {
  const { calls, send } = makeSurface();
  send("pointerdown", 0, 0, 0, { pointerType: "mouse", button: 2 });
  send("pointermove", 10, 50, 0, { pointerType: "mouse" });
  assert.deepEqual(calls, []);
});

test("a pointer that the surface does not accept changes nothing", () => {
  const { calls, send, gestures, element } = makeSurface({ accepts: ({ pointerType }) => pointerType !== "mouse" });
  send("pointerdown", 0, 50, 50, { pointerType: "mouse" });
  send("pointermove", 10, 50, 90, { pointerType: "mouse" });
  assert.deepEqual([calls, gestures.isActive, element.captured], [[], false, []]);
  send("pointerdown", 20, 50, 50);
  send("pointermove", 30, 50, 90);
  assert.equal(calls[0][0], "begin");
});

test("a long press begins a drag without moving", () => {
  const { setTimeout } = globalThis;
  const timers = [];
  globalThis.setTimeout = (run, delay) => timers.push([run, delay]);
  const { calls, send } = makeSurface({ hold: true });
  send("pointerdown", 0, 7, 8);
  globalThis.setTimeout = setTimeout;
  assert.deepEqual(timers.map(([, delay]) => delay), [450]);
  timers[0][0]();
  send("pointermove", 500, 17, 8);
  send("pointerup", 700, 17, 8);
  assert.deepEqual(calls, [["hold", 7, 8, 450], ["drag", 10, 0, 500], ["end", 0, 0, 700]]);
});

test("where nothing can be pinched, a second pointer changes nothing", () => {
  const { calls, send } = makeSurface({ canPinch: false });
  send("pointerdown", 0, 100, 30);
  send("pointermove", 10, 130, 30);
  send("pointermove", 20, 140, 30);
  send("pointerdown", 30, 300, 30, { pointerId: 2 });
  send("pointermove", 40, 310, 30, { pointerId: 2 });
  send("pointermove", 50, 150, 30);
  send("pointerup", 60, 310, 30, { pointerId: 2 });
  send("pointermove", 200, 160, 30);
  send("pointerup", 400, 160, 30);
  assert.deepEqual(calls, [
    ["begin", 130, 30, 10, false], ["drag", 10, 0, 20], ["drag", 20, 0, 50], ["drag", 30, 0, 200], ["end", 0, 0, 400]]);
});

test("a drag that is ended from elsewhere does nothing until its pointer leaves", () => {
  const { gestures, calls, send } = makeSurface({ isReleaseTold: true });
  assert.ok(!gestures.cancel(0));
  send("pointerdown", 0, 10, 10);
  assert.ok(!gestures.cancel(5), "it may become a tap");
  send("pointermove", 10, 60, 10);
  assert.ok(gestures.cancel(20));
  assert.ok(gestures.isActive && !gestures.cancel(25));
  send("pointermove", 30, 90, 10);
  send("pointerup", 40, 90, 10);
  assert.deepEqual(calls, [["begin", 60, 10, 10, false], ["cancel", 20], ["release"]]);
  assert.ok(!gestures.isActive);
  send("pointerdown", 50, 10, 10);
  send("pointermove", 60, 60, 10);
  send("pointerup", 70, 60, 10);
  assert.deepEqual(calls.slice(3).map(([name]) => name), ["begin", "end"]);
});

test("a pinch that is ended from elsewhere does nothing until both pointers have left", () => {
  const { gestures, calls, send } = makeSurface();
  send("pointerdown", 0, 10, 10);
  send("pointerdown", 1, 30, 10, { pointerId: 2 });
  assert.ok(gestures.cancel(5));
  send("pointermove", 10, 90, 10);
  send("pointerup", 20, 90, 10);
  send("pointermove", 30, 60, 10, { pointerId: 2 });
  send("pointerup", 40, 60, 10, { pointerId: 2 });
  assert.deepEqual(calls.map(([name]) => name), ["beginPinch", "endPinch"]);
});
