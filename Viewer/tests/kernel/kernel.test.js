// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Kernel } from "../../kernel/kernel.js";
import { KernelError } from "../../kernel/memory.js";
import { Drawer } from "../../kernel/drawer.js";
import { Tracker } from "../../kernel/tracker.js";

const bytes = readFileSync(new URL("../../kernel/kernel.wasm", import.meta.url));
const preview = { width: 375, height: 600 };
const strip = { width: 375, height: 66 };
const ms = 1_000_000;

/** @param {number} count */
function pages(count) {
  return {
    ids: Array.from({ length: count }, (_, place) => place + 1),
    aspectRatios: Array.from({ length: count }, (_, place) => (place % 5 === 4 ? null : 0.75)),
  };
}

/** @param {number} count @param {object} [settings] */
async function open(count, settings = {}) {
  const kernel = await Kernel.load(bytes);
  const gallery = kernel.openGallery({ ...pages(count), revision: 3, preview, strip, ...settings });
  const [request] = gallery.advance(0);
  return { kernel, gallery, request };
}

/** @param {readonly { type: string }[]} records @param {string} type @returns {any} */
const find = (records, type) => records.find((record) => record.type === type);

/** Advances until a record of a type appears. @param {any} gallery @param {number} time @param {string} type */
function advanceTo(gallery, time, type) {
  for (let now = time; now < time + 5000 * ms; now += 8 * ms) {
    const record = find(gallery.advance(now), type);
    if (record) return { record, now };
  }
  throw new Error(`no ${type}`);
}

test("a gallery opens with a request for changes", async () => {
  const { gallery, request } = await open(5);
  assert.deepEqual(request, { type: "changesRequest", number: 1, after: 3 });
  assert.equal(gallery.count, 5);
  assert.deepEqual([...gallery.pages().ids], [1, 2, 3, 4, 5]);
});

test("all pages of a long document are deleted at once, and return", async () => {
  const { gallery } = await open(20_000, { aspectRatios: undefined });
  const all = [...gallery.pages().ids];
  let version = 3;
  const make = (/** @type {import("../../kernel/lists.js").GalleryEdit[]} */ edits, /** @type {number} */ pageCount, /** @type {number} */ time) => {
    const ticket = gallery.enqueue(edits, time);
    const { record, now } = advanceTo(gallery, time, "applyRequest");
    version += 1;
    gallery.receipt(record.number, { revision: version, pageCount }, now);
    assert.equal(advanceTo(gallery, now, "completed").record.ticket, ticket);
  };
  make(all.map((id) => ({ kind: "delete", id })), 0, 0);
  assert.equal(gallery.count, 0);
  make(all.map((id) => ({ kind: "insert", id, ratio: 0.75, index: 0 })), 20_000, 10_000 * ms);
  assert.deepEqual([...gallery.pages().ids], all);
});

test("the first frame shows the active page and its neighbors in the strip", async () => {
  const { gallery } = await open(9, { activeIndex: 4 });
  const frame = gallery.frame(0);
  assert.equal(frame.activePage, 5);
  assert.equal(frame.position, 4);
  assert.equal(frame.preview.length, 1);
  assert.equal(frame.preview[0].id, 5);
  assert.equal(frame.strip.length, 9);
  assert.equal(frame.strip[4].expansion, 1);
  assert.equal(frame.isAnimating, false);
  assert.equal(frame.nextBoundary, null);
  assert.equal(frame.preview[0].width, 375);
  assert.equal(frame.preview[0].contentVersion, 0);
});

test("frames reuse their object and their cells", async () => {
  const { gallery } = await open(9);
  const frame = gallery.frame(0);
  const [cell] = frame.strip;
  gallery.goTo(9, false, ms);
  assert.equal(gallery.frame(ms), frame);
  assert.equal(frame.strip[0], cell);
});

test("a drag of the preview moves both surfaces", async () => {
  const { gallery } = await open(9);
  assert.equal(gallery.beginDrag("preview", 0), true);
  assert.equal(gallery.drag(-150, 16 * ms), true);
  const frame = gallery.frame(16 * ms);
  assert.ok(frame.position > 0.3 && frame.position < 0.5);
  assert.equal(frame.preview.length, 2);
  assert.equal(gallery.cancelDrag(32 * ms), true);
  assert.equal(gallery.drag(-10, 48 * ms), false);
});

test("a fling of the strip lands on a page", async () => {
  const { gallery } = await open(1000);
  gallery.beginDrag("strip", 0);
  gallery.drag(-200, 16 * ms);
  gallery.endDrag(-3000, 20 * ms);
  let now = 20 * ms;
  while (gallery.nextBoundary() !== null) {
    now += 8 * ms;
    gallery.advance(now);
  }
  const frame = gallery.frame(now);
  assert.equal(frame.position, Math.round(frame.position));
  assert.ok(frame.position > 10);
  assert.equal(frame.activeIndex, frame.position);
});

test("a tap on the strip jumps to the page of the thumbnail", async () => {
  const { gallery } = await open(20);
  const frame = gallery.frame(0);
  const { id, x, y } = frame.strip[3];
  assert.equal(gallery.hitTest("strip", x, y, 0), id);
  assert.equal(gallery.tap(x, y, 0), id);
  const { record } = advanceTo(gallery, 0, "activeChanged");
  assert.equal(record.to, id);
  assert.equal(gallery.tap(-5000, 30, 2000 * ms), null);
});

test("a deletion asks the source and is committed by its receipt", async () => {
  const { gallery } = await open(5);
  const ticket = gallery.delete(2, 0);
  const { record: request, now } = advanceTo(gallery, 0, "applyRequest");
  assert.deepEqual(request.change, {
    revision: 3, deletions: [1], insertions: [], moves: [], replacements: [],
  });
  assert.equal(gallery.count, 5);
  assert.equal(gallery.receipt(request.number, { revision: 4, pageCount: 4 }, now), true);
  const records = gallery.advance(now);
  assert.equal(find(records, "committed").isForeign, false);
  assert.deepEqual(find(records, "committed").change.deletions, [1]);
  const end = find(records, "completed");
  assert.deepEqual([end.ticket, end.outcome], [ticket, "success"]);
  assert.deepEqual([...gallery.pages().ids], [1, 3, 4, 5]);
  assert.equal(gallery.receipt(request.number, { revision: 5 }, now), false);
});

test("a conflict returns the edit rebased on the changes of others", async () => {
  const { gallery } = await open(5);
  gallery.delete(4, 0);
  const { record: request, now } = advanceTo(gallery, 0, "applyRequest");
  assert.deepEqual(request.change.deletions, [3]);
  // Others have deleted the first page and added one at the end.
  const changes = [
    { revision: 4, deletions: [0] },
    { revision: 5, insertions: [{ at: 4, page: { id: 90, aspectRatio: 1.5 } }] },
  ];
  assert.equal(gallery.conflict(request.number, 5, changes, now), true);
  const rebased = find(gallery.advance(now), "applyRequest");
  assert.equal(rebased.change.revision, 5);
  assert.deepEqual(rebased.change.deletions, [2]);
  gallery.receipt(rebased.number, { revision: 6, pageCount: 4 }, now);
  advanceUntilRest(gallery, now);
  assert.deepEqual([...gallery.pages().ids], [2, 3, 5, 90]);
  assert.equal(gallery.ratioOf(90), 1.5);
});

/** @param {any} gallery @param {number} time */
function advanceUntilRest(gallery, time) {
  const records = [];
  for (let now = time; now < time + 5000 * ms; now += 50 * ms) records.push(...gallery.advance(now));
  return records;
}

test("a failed edit is rolled back", async () => {
  const { gallery } = await open(5);
  const ticket = gallery.delete(2, 0);
  const { record: request, now } = advanceTo(gallery, 0, "applyRequest");
  gallery.failure(request.number, 42, now);
  const records = advanceUntilRest(gallery, now);
  const end = find(records, "completed");
  assert.deepEqual([end.ticket, end.outcome, end.error, end.detail], [ticket, "failed", 11, 42]);
  assert.deepEqual(find(records, "refused").tickets, [ticket]);
  assert.deepEqual([...gallery.pages().ids], [1, 2, 3, 4, 5]);
});

test("a change of others is taken over with animation", async () => {
  const { gallery, request } = await open(5);
  const change = { revision: 4, insertions: [{ at: 0, page: { id: 77, aspectRatio: null } }] };
  assert.equal(gallery.change(request.number, change, 10 * ms), true);
  gallery.advance(10 * ms);
  const stages = new Set();
  let committed = null;
  for (let now = 10 * ms; now < 3000 * ms; now += 8 * ms) {
    committed ??= find(gallery.advance(now), "committed") ?? null;
    stages.add(gallery.frame(now).stage);
  }
  assert.equal(committed.isForeign, true);
  assert.ok(stages.has("grow"));
  assert.deepEqual([...gallery.pages().ids], [77, 1, 2, 3, 4, 5]);
  assert.equal(gallery.frame(3000 * ms).activePage, 1);
});

test("the order after all pending edits is known, also of changes of others that wait", async () => {
  const { gallery, request } = await open(5);
  const order = () => Array.from({ length: gallery.logicalCount }, (_, index) => gallery.logicalPageAt(index));
  gallery.delete(5, 0);
  gallery.change(request.number, { revision: 4, insertions: [{ at: 1, page: { id: 9, aspectRatio: 1 } }] }, 0);
  gallery.move(4, 0, 0);
  gallery.move(3, 0, 0, { isLogical: true });
  assert.deepEqual([...gallery.pages().ids], [1, 2, 3, 4, 5]);
  assert.deepEqual(order(), [3, 4, 1, 9, 2]);
  assert.deepEqual([3, 9, 5, 6].map((page) => gallery.logicalIndexOf(page)), [0, 3, null, null]);
  assert.equal(gallery.logicalPageAt(5), null);
});

test("a reset is a difference by ID", async () => {
  const { gallery, request } = await open(5);
  gallery.change(request.number, { revision: 4, isReset: true }, 10 * ms);
  const read = find(gallery.advance(10 * ms), "pagesRequest");
  gallery.knownPages(read.number, { revision: 4, ids: [5, 2, 3, 60], ratios: [1, 1, 1, 1] }, 20 * ms);
  const records = [...gallery.advance(20 * ms), ...advanceUntilRest(gallery, 20 * ms)];
  const { change } = find(records, "committed");
  assert.deepEqual(change.deletions, [0, 3]);
  assert.deepEqual(change.moves, [{ from: 4, to: 0 }]);
  assert.deepEqual(change.insertions.map((/** @type {any} */ part) => part.page.id), [60]);
  assert.deepEqual([...gallery.pages().ids], [5, 2, 3, 60]);
});

test("several edits in one request succeed together", async () => {
  const { gallery } = await open(5);
  gallery.enqueue([
    { kind: "delete", id: 1 },
    { kind: "move", id: 5, index: 0 },
    { kind: "replace", id: 3, ratio: 2 },
    { kind: "insert", id: 30, ratio: 1, index: 5 },
  ], 0);
  const { record: request } = advanceTo(gallery, 0, "applyRequest");
  assert.deepEqual(request.change, {
    revision: 3,
    deletions: [0],
    insertions: [{ at: 4, page: { id: 30, aspectRatio: 1, contentVersion: 0 } }],
    moves: [{ from: 4, to: 0 }],
    replacements: [{ at: 2, page: { id: 3, aspectRatio: 2 } }],
  });
});

test("a rotation is a request of its own", async () => {
  const { gallery } = await open(5);
  gallery.rotate(3, -1, 0);
  const { record } = advanceTo(gallery, 0, "rotateRequest");
  assert.deepEqual([record.id, record.quarterTurns, record.revision], [3, 3, 3]);
  assert.equal(gallery.rotate(3, 0, 5000 * ms), null);
});

test("a lost source is called again", async () => {
  const { gallery, request } = await open(5);
  gallery.failure(request.number, 1, 0);
  assert.equal(find(gallery.advance(0), "sourceLost").failure, "failed");
  assert.equal(gallery.nextBoundary(), 100 * ms);
  const { number } = find(gallery.advance(100 * ms), "versionRequest");
  gallery.knownVersion(number, 3, 110 * ms);
  const records = gallery.advance(110 * ms);
  assert.ok(find(records, "sourceFound"));
  assert.equal(find(records, "changesRequest").after, 3);
});

test("a document that is gone closes the gallery", async () => {
  const { gallery } = await open(5);
  gallery.noteGone(0);
  assert.ok(find(gallery.advance(0), "sourceGone"));
  assert.equal(gallery.frame(0).isClosed, true);
  assert.equal(gallery.delete(1, 0), null);
});

test("mistakes throw errors with codes", async () => {
  const { kernel, gallery } = await open(5);
  /** @param {() => void} call @param {string} code */
  const throws = (call, code) => assert.throws(call, (error) => {
    return error instanceof KernelError && error.code === code;
  });
  throws(() => gallery.goTo(99, true, 0), "unknownPage");
  throws(() => gallery.goTo(1.5, true, 0), "outOfRange");
  throws(() => gallery.drag(NaN, 0), "notFinite");
  throws(() => gallery.advance(0.5), "invalidTime");
  throws(() => gallery.setRatio(1, -2, 0), "outOfRange");
  throws(() => gallery.setViewport({ width: -1, height: 1 }, strip, 0), "invalidConfiguration");
  throws(() => kernel.openGallery({ ids: [1, 1], preview, strip }), "duplicatePage");
  throws(() => kernel.openGallery({ ids: [1], preview, strip, activeIndex: 1 }), "outOfRange");
  gallery.release();
  throws(() => gallery.frame(0), "invalidHandle");
});

test("the memory may grow between two calls", async () => {
  const { kernel, gallery } = await open(5);
  const before = kernel.byteLength;
  const large = kernel.openGallery({ ...pages(100_000), preview, strip });
  assert.ok(kernel.byteLength > before);
  assert.ok(kernel.byteLength - before < 12 * 1024 * 1024);
  assert.equal(gallery.frame(0).strip[0].id, 1);
  assert.equal(large.frame(0).count, 100_000);
  large.release();
  const again = kernel.openGallery({ ...pages(100_000), preview, strip });
  const grown = kernel.byteLength;
  again.release();
  kernel.openGallery({ ...pages(100_000), preview, strip }).release();
  assert.equal(kernel.byteLength, grown);
});

test("frames of an hour of flinging take no more memory", async () => {
  const { kernel, gallery } = await open(10_000);
  let grown = 0;
  for (let round = 0; round < 200; round++) {
    const now = round * 2000 * ms;
    gallery.beginDrag("strip", now);
    gallery.drag(round % 2 === 0 ? -300 : 300, now + 16 * ms);
    gallery.endDrag(round % 2 === 0 ? -9000 : 9000, now + 20 * ms);
    for (let time = now + 20 * ms; time < now + 1900 * ms; time += 16 * ms) {
      gallery.advance(time);
      gallery.frame(time);
    }
    if (round === 20) grown = kernel.byteLength;
  }
  assert.equal(kernel.byteLength, grown);
});

test("the zoom hands over to paging at its edges", async () => {
  const kernel = await Kernel.load(bytes);
  const zoom = kernel.openZoom(preview, 0);
  zoom.show(7, 0.75, 0);
  assert.equal(zoom.doubleTap(187.5, 300, 0), true);
  assert.equal(zoom.advance(400 * ms)[0].type, "zoomSettled");
  assert.equal(zoom.frame(400 * ms).isZoomed, true);
  zoom.beginDrag(500 * ms);
  zoom.drag(2000, 0, 510 * ms);
  const frame = zoom.frame(510 * ms);
  assert.ok(frame.excess.x > 0);
  assert.equal(frame.content.x, 0);
  assert.deepEqual(zoom.endDrag(500, 0, 515 * ms), { x: 500, y: 0 });
  assert.equal(zoom.endDrag(500, 0, 520 * ms), null);
});

test("the drawer moves between its detents", async () => {
  const kernel = await Kernel.load(bytes);
  const drawer = new Drawer(kernel.memory, preview, 0);
  drawer.setHeight("advanced", 320, 0);
  drawer.setMode("normal", 0);
  const types = drawer.advance(3000 * ms).map((record) => record.type);
  assert.deepEqual(types, ["drawerTransition", "drawerSettled"]);
  const frame = drawer.frame(3000 * ms);
  assert.deepEqual(frame.state, { kind: "shown", content: "normal" });
  assert.equal(frame.height, 200);
  assert.equal(frame.y, 400);
});

test("covers appear once", async () => {
  const kernel = await Kernel.load(bytes);
  const tracker = new Tracker(kernel.memory, { effect: "fade" }, 0);
  tracker.sample([{ id: 4, row: 0 }, { id: 5, row: 1 }], 0);
  const [first, other] = tracker.appearances([4, 6], 0);
  assert.equal(first.alpha, 0);
  assert.equal(other.alpha, 1);
  assert.equal(tracker.nextBoundary(), 700 * ms);
  assert.equal(tracker.advance(700 * ms).length, 2);
});
