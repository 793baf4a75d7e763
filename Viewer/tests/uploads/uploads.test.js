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
function makeQueue({ commit, isHere } = {}) {
  const state = { sending: new Map(), most: 0, commits: [], time: 0, changes: 0 };
  state.queue = new UploadQueue({
    put: (upload, onProgress, signal) => new Promise((resolve, reject) => {
      state.sending.set(upload.name, { resolve, reject, onProgress, id: upload.id });
      state.most = Math.max(state.most, state.sending.size);
      signal.addEventListener("abort", () => reject(signal.reason));
    }).finally(() => state.sending.delete(upload.name)),
    commit: commit ?? (async (uploads) => void state.commits.push(uploads.map(({ name }) => name))),
    ...(isHere && { isHere }),
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

/** A document to which files are added before a page or at the end. The server forgets files that were sent before a restart. */
function makeDocument() {
  const document = { names: [], known: new Set(), isFailing: false, losses: 0 };
  document.commit = async (uploads) => {
    if (document.isFailing) throw temporary;
    const lost = uploads.filter(({ id }) => !document.known.has(id)).map(({ id }) => id);
    if (lost.length > 0) {
      document.losses += 1;
      throw Object.assign(new Error(`There are no uploads ${lost.join(", ")}.`), { code: "unknownUpload", status: 422, problem: { uploads: lost } });
    }
    const index = document.names.findIndex((page) => page === uploads[0].before);
    document.names.splice(index < 0 ? document.names.length : index, 0, ...uploads.map(({ name }) => name));
  };
  return document;
}

/** Lets a file arrive; its name is the ID of its page. */
async function arriveAt(document, state, name) {
  const sending = state.sending.get(name);
  document.known.add(sending.id);
  sending.resolve({ id: name });
  await settled();
}

test("files that the server has forgotten are sent again by themselves, under a new ID, and all are added in order", async () => {
  const document = makeDocument();
  const state = makeQueue(document);
  state.queue.add(pages(5));
  await settled();
  const { id } = state.sending.get("page2.jpg");
  for (const number of [2, 3]) await arriveAt(document, state, `page${number}.jpg`);
  document.known.clear();
  for (const number of [4, 1]) await arriveAt(document, state, `page${number}.jpg`);
  assert.deepEqual([...state.sending.keys()].sort(), ["page2.jpg", "page3.jpg", "page5.jpg"]);
  assert.notEqual(state.sending.get("page2.jpg").id, id);
  for (const number of [5, 3, 2]) await arriveAt(document, state, `page${number}.jpg`);
  assert.deepEqual(document.names, pages(5).map(({ name }) => name));
  assert.deepEqual(state.queue.uploads.map(({ state, reason }) => state + reason), Array(5).fill("added"));
});

test("a server that forgets a file again and again is asked a few times, and no UUID is shown", async () => {
  const document = makeDocument();
  const state = makeQueue(document);
  state.queue.add(pages(1));
  await settled();
  for (let count = 0; count < 9 && state.sending.size > 0; count += 1) await state.arrive("page1.jpg");
  assert.equal(document.losses, 4);
  const [{ id, state: last, reason }] = state.queue.uploads;
  assert.deepEqual([last, reason], ["failed", "The server does not have the file any more."]);
  state.queue.retry();
  await settled();
  assert.equal(state.sending.get("page1.jpg").id, id);
  await arriveAt(document, state, "page1.jpg");
  assert.deepEqual(document.names, ["page1.jpg"]);
});

test("files that are tried again go before those of the same drop that were added meanwhile", async () => {
  const document = makeDocument();
  document.names.push("old.jpg");
  const here = new Set(["page4.jpg", "page2.jpg"]);
  const state = makeQueue({ ...document, isHere: (page) => here.has(page) });
  state.queue.add(pages(5));
  state.queue.add([file("other.jpg")]);
  await settled();
  for (const number of [1, 3, 5]) await state.fail(`page${number}.jpg`, Object.assign(new Error("x"), { status: 507 }));
  for (const name of ["page2.jpg", "page4.jpg", "other.jpg"]) await arriveAt(document, state, name);
  assert.deepEqual(document.names, ["old.jpg", "page2.jpg", "page4.jpg", "other.jpg"]);
  // Somebody has deleted a page meanwhile.
  here.delete("page2.jpg");
  document.names.splice(1, 1);
  state.queue.retry();
  await settled();
  for (const number of [5, 3, 1]) await arriveAt(document, state, `page${number}.jpg`);
  assert.deepEqual(document.names, ["old.jpg", "page1.jpg", "page3.jpg", "page4.jpg", "other.jpg", "page5.jpg"]);
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
