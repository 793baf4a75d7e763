// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { resultText, wantedAction } from "../../uploads/upload-panel.js";
import { UploadQueue } from "../../uploads/uploads.js";

const jpeg = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4];
const file = (name, bytes = jpeg) => ({ name, file: new File([new Uint8Array(bytes)], name) });
const pages = (count) => Array.from({ length: count }, (_, index) => file(`page${index + 1}.jpg`));
const temporary = Object.assign(new Error("The server cannot be reached."), { isTemporary: true });
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A queue whose transfers end when a test says so. */
function makeQueue({ commit } = {}) {
  const state = { sending: new Map(), most: 0, commits: [], time: 0, changes: 0 };
  state.queue = new UploadQueue({
    put: (upload, onProgress, signal) => new Promise((resolve, reject) => {
      state.sending.set(upload.name, { resolve, reject, onProgress, id: upload.id });
      state.most = Math.max(state.most, state.sending.size);
      signal.addEventListener("abort", () => reject(signal.reason));
    }).finally(() => state.sending.delete(upload.name)),
    commit: commit ?? (async (uploads) => void state.commits.push(uploads.map(({ name }) => name))),
    onChange: () => (state.changes += 1),
    now: () => state.time,
    sleep: async (milliseconds) => void (state.time += milliseconds),
  });
  state.arrive = async (name) => {
    state.sending.get(name).resolve({ id: 1 });
    await settled();
  };
  state.fail = async (name, error) => {
    state.sending.get(name).reject(error);
    await settled();
  };
  return state;
}

test("files that are added later for another place leave the place of those on their way", async () => {
  const places = [];
  const state = makeQueue({ commit: async (uploads) => void places.push(uploads.map(({ name, before }) => `${name} before ${before}`)) });
  state.queue.add(pages(2));
  state.queue.add([file("page3.jpg")], 7);
  state.queue.add([file("page4.jpg")]);
  await settled();
  for (const number of [4, 3, 2, 1]) await state.arrive(`page${number}.jpg`);
  assert.deepEqual(places, [["page1.jpg before null", "page2.jpg before null"], ["page3.jpg before 7"], ["page4.jpg before null"]]);
});

test("six files are sent at a time, the next one when one has arrived", async () => {
  const state = makeQueue();
  state.queue.add(pages(9));
  await settled();
  assert.deepEqual([...state.sending.keys()], ["page1.jpg", "page2.jpg", "page3.jpg", "page4.jpg", "page5.jpg", "page6.jpg"]);
  await state.arrive("page4.jpg");
  assert.ok(state.sending.has("page7.jpg"));
  assert.equal(state.most, 6);
});

test("pages are added in order, each as soon as all before it have arrived", async () => {
  const state = makeQueue();
  state.queue.add(pages(4));
  await settled();
  await state.arrive("page2.jpg");
  await state.arrive("page3.jpg");
  assert.deepEqual(state.commits, []);
  await state.arrive("page1.jpg");
  assert.deepEqual(state.commits, [["page1.jpg", "page2.jpg", "page3.jpg"]]);
  await state.arrive("page4.jpg");
  assert.deepEqual(state.commits.flat(), ["page1.jpg", "page2.jpg", "page3.jpg", "page4.jpg"]);
  assert.deepEqual(state.queue.summary, { total: 4, done: 4, failed: 0, rejected: 0, active: 0, sentBytes: 32, totalBytes: 32 });
});

test("every order of arrival adds the pages in the order of their names", async () => {
  const permutations = (list) => list.length < 2 ? [list]
    : list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]));
  for (const order of permutations([1, 2, 3, 4])) {
    const state = makeQueue();
    state.queue.add(pages(4));
    await settled();
    for (const number of order) await state.arrive(`page${number}.jpg`);
    assert.deepEqual(state.commits.flat(), ["page1.jpg", "page2.jpg", "page3.jpg", "page4.jpg"], order.join());
  }
});

test("rejected files are listed with the reason, and hold up nothing", async () => {
  const state = makeQueue();
  state.queue.add([file("notes.txt", [0x68, 0x69, 0x20, 0x21]), file("empty.jpg", []), file("bomb.jpg"), file("page.jpg")]);
  await settled();
  assert.ok(!state.sending.has("notes.txt"));
  await state.fail("bomb.jpg", Object.assign(new Error("x"), { status: 422, detail: "The image has too many pixels." }));
  await state.arrive("page.jpg");
  assert.deepEqual(state.commits, [["page.jpg"]]);
  assert.deepEqual(state.queue.uploads.map(({ state, reason }) => [state, reason]), [
    ["rejected", "This is neither a JPEG nor a PNG image."], ["rejected", "The file is empty."],
    ["rejected", "The image has too many pixels."], ["added", ""],
  ]);
});

test("a passing failure is repeated with the same ID, and after 30 s the file has failed", async () => {
  const state = makeQueue();
  state.queue.add(pages(1));
  await settled();
  const { id } = state.sending.get("page1.jpg");
  let count = 0;
  while (state.sending.has("page1.jpg")) {
    assert.equal(state.sending.get("page1.jpg").id, id);
    await state.fail("page1.jpg", temporary);
    count += 1;
  }
  assert.ok(count > 5 && state.time <= 30_000 && state.time > 20_000, `${count} in ${state.time}`);
  assert.deepEqual([state.queue.uploads[0].state, state.queue.uploads[0].reason], ["failed", "The server cannot be reached."]);
  state.queue.retry();
  await settled();
  await state.arrive("page1.jpg");
  assert.deepEqual(state.commits, [["page1.jpg"]]);
});

test("a slow connection is not a failure: the 30 s begin when no further bytes arrive", async () => {
  const state = makeQueue();
  state.queue.add(pages(1));
  await settled();
  for (const bytes of [2, 4, 6]) {
    state.time += 60_000;
    state.sending.get("page1.jpg").onProgress(bytes);
    await state.fail("page1.jpg", temporary);
  }
  const begin = state.time;
  while (state.sending.has("page1.jpg")) {
    state.sending.get("page1.jpg").onProgress(3);
    await state.fail("page1.jpg", temporary);
  }
  assert.ok(state.time - begin > 20_000 && state.time - begin <= 30_000);
  assert.equal(state.queue.uploads[0].state, "failed");
});

test("a failed file holds up none of those behind it", async () => {
  const state = makeQueue();
  state.queue.add(pages(2));
  await settled();
  await state.arrive("page2.jpg");
  await state.fail("page1.jpg", Object.assign(new Error("The disk is full."), { status: 507 }));
  assert.deepEqual(state.commits, [["page2.jpg"]]);
  assert.equal(state.queue.summary.failed, 1);
});

test("pages that could not be added are added when the user tries again, without sending them", async () => {
  let fails = true;
  const added = [];
  const state = makeQueue({
    commit: async (uploads) => {
      if (fails) throw temporary;
      added.push(...uploads.map(({ name }) => name));
    },
  });
  state.queue.add(pages(2));
  await settled();
  await state.arrive("page1.jpg");
  await state.arrive("page2.jpg");
  assert.equal(state.queue.summary.failed, 2);
  fails = false;
  state.queue.retry();
  await settled();
  assert.equal(state.sending.size, 0);
  assert.deepEqual(added, ["page1.jpg", "page2.jpg"]);
});

test("bytes that the server has forgotten are sent again under a new ID", async () => {
  let fails = true;
  const state = makeQueue({
    commit: async () => {
      if (fails) throw Object.assign(new Error("There is no such upload."), { code: "unknownUpload" });
    },
  });
  state.queue.add(pages(1));
  await settled();
  const { id } = state.sending.get("page1.jpg");
  await state.arrive("page1.jpg");
  fails = false;
  state.queue.retry();
  await settled();
  assert.notEqual(state.sending.get("page1.jpg").id, id);
  await state.arrive("page1.jpg");
  assert.equal(state.queue.summary.done, 1);
});

test("progress counts bytes of all files", async () => {
  const state = makeQueue();
  state.queue.add(pages(2));
  await settled();
  const before = state.changes;
  state.sending.get("page1.jpg").onProgress(5);
  state.sending.get("page1.jpg").onProgress(5);
  assert.equal(state.changes, before + 1);
  assert.equal(state.queue.summary.sentBytes, 5);
  assert.equal(state.queue.summary.totalBytes, 16);
});

test("cancelling abandons what is not yet added", async () => {
  const state = makeQueue();
  state.queue.add(pages(8));
  await settled();
  await state.arrive("page1.jpg");
  state.queue.cancel();
  await settled();
  assert.equal(state.sending.size, 0);
  assert.deepEqual(state.queue.uploads.map(({ name, state }) => [name, state]), [["page1.jpg", "added"]]);
  state.queue.add([file("page9.jpg")]);
  await settled();
  await state.arrive("page9.jpg");
  assert.deepEqual(state.commits.flat(), ["page1.jpg", "page9.jpg"]);
});

test("a file that has a reason is rejected with it, and is not sent", async () => {
  const state = makeQueue();
  state.queue.add([{ ...file(".hidden.jpg"), reason: "Hidden files are skipped." }, file("page.jpg")]);
  await settled();
  assert.deepEqual([...state.sending.keys()], ["page.jpg"]);
  await state.arrive("page.jpg");
  assert.deepEqual(state.queue.uploads.map(({ state, reason }) => [state, reason]), [["rejected", "Hidden files are skipped."], ["added", ""]]);
  state.queue.retry();
  assert.equal(state.queue.summary.rejected, 1);
});

const signedOut = () => Object.assign(new Error("The token was revoked."), { status: 401 });

test("the end of the session is known, until the files are sent again", async () => {
  const state = makeQueue();
  state.queue.add(pages(2));
  await settled();
  await state.fail("page1.jpg", Object.assign(new Error("x"), { status: 403 }));
  assert.equal(state.queue.isSignedOut, false);
  await state.fail("page2.jpg", signedOut());
  assert.equal(state.queue.isSignedOut, true);
  state.queue.retry();
  await settled();
  assert.equal(state.queue.isSignedOut, false);
  await state.arrive("page1.jpg");
  await state.arrive("page2.jpg");
  assert.equal(state.queue.summary.done, 2);
});

test("the session may also end before the pages are added", async () => {
  const state = makeQueue({ commit: () => Promise.reject(signedOut()) });
  state.queue.add(pages(1));
  await settled();
  await state.arrive("page1.jpg");
  assert.equal(state.queue.isSignedOut, true);
});

test("a panel offers to sign in where trying again does not help, and says when there is no document", () => {
  const queue = { isSignedOut: false };
  const wanted = (active, failed, href = "") => wantedAction(queue, { active, failed }, href);
  assert.deepEqual([wanted(1, 1), wanted(0, 1), wanted(0, 0, "/d/1"), wanted(0, 0)], ["cancel", "retry", "open", ""]);
  queue.isSignedOut = true;
  assert.deepEqual([wanted(1, 1), wanted(0, 1)], ["cancel", "sign-in"]);
  assert.equal(resultText({ done: 2, failed: 0, rejected: 1 }, "Lease", false), "2 pages added to Lease, 1 file not added");
  assert.equal(resultText({ done: 0, failed: 1, rejected: 2 }, "Lease", true), "\u201cLease\u201d was not created, 3 files not added");
});
