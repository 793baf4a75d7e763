// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { pageStyle, styleSize, thumbnailStyle } from "../../pictures/ladder.js";
import { limitFor, PictureQueue } from "../../pictures/queue.js";

test("the style is the next step of the ladder above the pixels on the screen", () => {
  assert.equal(thumbnailStyle(66, 1), "h66");
  assert.equal(thumbnailStyle(66, 2), "h132");
  assert.equal(thumbnailStyle(66, 3), "h264");
  assert.equal(thumbnailStyle(88, 1), "h132");
  assert.equal(thumbnailStyle(88, 4), "h264");
  assert.equal(pageStyle(375, 530, 1), "e800");
  assert.equal(pageStyle(375, 530, 3), "e1920");
  assert.equal(pageStyle(800, 600, 1), "e800");
  assert.equal(pageStyle(800.2, 600, 1), "e800");
  assert.equal(pageStyle(801, 600, 1), "e1280");
});

test("above the last step there is the original, for a zoomed page", () => {
  assert.equal(pageStyle(2000, 1000, 2), "e2560");
  assert.equal(pageStyle(2000, 1000, 2, true), "original");
  assert.ok(styleSize("original") > styleSize("e2560"));
});

/** A queue whose loads end when a test says so. */
function makeQueue(limit = 6) {
  const loads = new Map();
  const ended = [];
  const pauses = [];
  const queue = new PictureQueue(
    (picture, signal) => new Promise((resolve, reject) => {
      loads.set(picture.name, { resolve, reject, signal });
    }),
    (picture) => ended.push(`${picture.name} ${picture.state}`), limit,
    (resume, delay) => pauses.push({ resume, delay }));
  return { queue, loads, ended, pauses };
}
const makePictures = (names) => [...names].map((name) => ({ name, state: "idle", attempts: 0, abort: null }));
const settle = () => new Promise((resolve) => { setImmediate(resolve); });

test("connections are left for edits and events unless all share one", async () => {
  assert.equal(limitFor("h2"), 6);
  assert.equal(limitFor("h3"), 6);
  for (const protocol of ["http/1.1", "", undefined]) {
    const { queue, loads } = makeQueue(limitFor(protocol));
    queue.want(makePictures("abcdefgh"));
    assert.equal([...loads.keys()].join(""), "abc");
  }
});

test("no more pictures are loaded than allowed, the most urgent ones first", async () => {
  const { queue, loads } = makeQueue();
  queue.want(makePictures("abcdefgh"));
  assert.deepEqual([...loads.keys()].join(""), "abcdef");
  loads.get("c").resolve();
  await settle();
  assert.equal([...loads.keys()].join(""), "abcdefg");
  assert.equal(queue.loadingCount, 6);
});

test("pictures that are no longer wanted are aborted, and their places used", async () => {
  const { queue, loads, ended } = makeQueue();
  const pictures = makePictures("abcdefghi");
  queue.want(pictures);
  queue.want(pictures.slice(4));
  assert.deepEqual(["a", "b", "e"].map((name) => loads.get(name).signal.aborted), [true, true, false]);
  assert.equal([...loads.keys()].join(""), "abcdefghi");
  loads.get("a").resolve();
  loads.get("b").reject(new Error("aborted"));
  loads.get("e").resolve();
  await settle();
  assert.deepEqual(ended, ["e ready"]);
  assert.deepEqual(pictures.slice(0, 5).map((picture) => picture.state), ["idle", "idle", "idle", "idle", "ready"]);
});

test("a failed picture is tried again after growing pauses, and given up in the end", async () => {
  const { queue, loads, ended, pauses } = makeQueue();
  const [picture] = makePictures("a");
  queue.want([picture]);
  for (let count = 0; count < 5; count += 1) {
    loads.get("a").reject(new Error("503"));
    await settle();
    assert.equal(picture.state, "pausing");
    pauses[count].resume();
  }
  assert.deepEqual(pauses.map((pause) => pause.delay), [500, 1000, 2000, 4000, 8000]);
  loads.get("a").reject(new Error("503"));
  await settle();
  assert.deepEqual(ended, ["a failed"]);
});

test("the place of a pausing picture is used by others", async () => {
  const { queue, loads } = makeQueue();
  queue.want(makePictures("abcdefg"));
  loads.get("a").reject(new Error("503"));
  await settle();
  assert.ok(loads.has("g"));
});

test("an aborted picture that is wanted again is loaded anew", async () => {
  const { queue, loads, ended } = makeQueue();
  const pictures = makePictures("a");
  queue.want(pictures);
  const first = loads.get("a");
  queue.want([]);
  queue.want(pictures);
  first.resolve();
  await settle();
  assert.deepEqual(ended, []);
  loads.get("a").resolve();
  await settle();
  assert.deepEqual(ended, ["a ready"]);
});
