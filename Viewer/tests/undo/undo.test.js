// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { UndoHistory } from "../../undo/undo.js";

/** A gallery that makes edits immediately, on a list of pages. */
function makeGallery(pages) {
  const gallery = {
    pages: [...pages], turns: {}, tickets: 0, cancelled: [], canCancel: true,
    get count() { return gallery.pages.length; },
    pageAt: (index) => gallery.pages[index] ?? null,
    indexOf: (page) => (assert.ok(page >= 0), gallery.pages.includes(page) ? gallery.pages.indexOf(page) : null),
    get logicalCount() { return gallery.count; },
    logicalPageAt: (index) => gallery.pageAt(index),
    logicalIndexOf: (page) => gallery.indexOf(page),
    ratioOf: () => 0.7, contentVersionOf: () => 3,
    cancel: (ticket) => gallery.canCancel && (gallery.cancelled.push(ticket), true),
    delete: (page) => gallery.enqueue([{ kind: "delete", id: page }]),
    insert: (page) => gallery.enqueue([{ kind: "insert", ...page }]),
    move(page, index) {
      gallery.pages.splice(gallery.pages.indexOf(page), 1);
      gallery.pages.splice(index, 0, page);
      return ++gallery.tickets;
    },
    rotate: (page, turns) => (gallery.turns[page] = (gallery.turns[page] ?? 0) + turns, ++gallery.tickets),
    replaced: [],
    /** The pages that others have changed. */
    foreign: new Set(),
    replace: (page, ratio) => (gallery.replaced.push([page, ratio]), ++gallery.tickets),
    enqueue(edits) {
      const shown = [...gallery.pages];
      for (const { kind, id, index, isLogical } of edits) {
        // Without the page itself, indexes among the pages that are shown are those of the pages after it.
        const follower = shown[index + Number(kind === "move" && shown.indexOf(id) <= index)];
        if (kind !== "insert") gallery.pages.splice(gallery.pages.indexOf(id), 1);
        const shownIndex = follower === undefined ? gallery.pages.length : gallery.pages.indexOf(follower);
        if (kind !== "delete") gallery.pages.splice(isLogical ? index : shownIndex, 0, id);
      }
      return ++gallery.tickets;
    },
  };
  return gallery;
}

function makeHistory(pages, images = undefined) {
  const gallery = makeGallery(pages);
  const history = new UndoHistory(gallery, () => 0, { images });
  const running = [];
  history.onUndo = (_, tickets) => running.push(...tickets);
  /** Ends the edits that revert others, one after the other. */
  const settle = () => { while (running.length > 0) history.end(running.shift(), "success"); };
  const remove = (...ids) => {
    const reversal = history.ofDeletion(ids);
    const ticket = gallery.enqueue(ids.map((id) => ({ kind: "delete", id })));
    history.note([ticket], reversal);
    history.end(ticket, "success");
  };
  return { gallery, history, remove, settle };
}

test("three deletions are reverted one after the other", () => {
  const { gallery, history, remove, settle } = makeHistory([1, 2, 3, 4, 5]);
  for (const id of [2, 3, 4]) remove(id);
  assert.deepEqual(gallery.pages, [1, 5]);
  history.undo();
  history.undo();
  history.undo();
  settle();
  assert.deepEqual(gallery.pages, [1, 2, 3, 4, 5]);
  assert.equal(history.undo(), null);
});

test("deletions that follow each other before the first is committed return in order", () => {
  const { gallery, history, settle } = makeHistory([1, 2, 3, 4]);
  for (const [ticket, id] of [[1, 1], [2, 2], [3, 3]]) history.note([ticket], history.ofDeletion([id]));
  gallery.pages = [4];
  for (const ticket of [1, 2, 3]) history.end(ticket, "success");
  history.undo();
  history.undo();
  history.undo();
  settle();
  assert.deepEqual(gallery.pages, [1, 2, 3, 4]);
});

test("pages that were deleted together return together, in order", () => {
  const { gallery, history, remove } = makeHistory([1, 2, 3, 4, 5, 6]);
  remove(5, 1, 2, 3);
  assert.deepEqual(gallery.pages, [4, 6]);
  history.undo();
  assert.deepEqual(gallery.pages, [1, 2, 3, 4, 5, 6]);
});

test("a page returns behind its neighbor, wherever others have moved it", () => {
  const { gallery, history, remove } = makeHistory([1, 2, 3, 4]);
  remove(3);
  gallery.move(2, 0);
  history.undo();
  assert.deepEqual(gallery.pages, [2, 3, 1, 4]);
});

test("a page returns between pages that others have brought back before it", () => {
  const order = [1, 2, 3, 4, 5];
  for (const first of order) {
    for (const last of order) {
      if (first === last) continue;
      const { gallery, history, remove, settle } = makeHistory(order);
      remove(first);
      remove(last);
      // Another user restores the first one.
      gallery.pages = order.filter((page) => page !== last);
      history.undo();
      settle();
      assert.deepEqual(gallery.pages, order, `${first}, ${last}`);
    }
  }
});

test("a page returns to its index if its neighbor is gone", () => {
  const { gallery, history, remove } = makeHistory([1, 2, 3, 4]);
  remove(3);
  gallery.pages = [1, 9, 4];
  history.undo();
  assert.deepEqual(gallery.pages, [1, 9, 3, 4]);
});

test("moves return in both directions", () => {
  for (const index of [0, 3, 4]) {
    const { gallery, history } = makeHistory([1, 2, 3, 4, 5]);
    const reversal = history.ofMove([2]);
    const ticket = gallery.move(2, index);
    history.note([ticket], reversal);
    history.end(ticket, "success");
    history.undo();
    assert.deepEqual(gallery.pages, [1, 2, 3, 4, 5]);
  }
});

test("rotations turn back", () => {
  const { gallery, history } = makeHistory([1]);
  const ticket = gallery.rotate(1, 1);
  history.note([ticket], { kind: "rotate", pages: [1], turns: 1 });
  history.end(ticket, "success");
  history.undo();
  assert.equal(gallery.turns[1], 0);
});

test("inserted pages are deleted, as far as they are there", () => {
  const { gallery, history } = makeHistory([1, 7, 8]);
  history.note([1], { kind: "insert", pages: [7, 9] });
  history.end(1, "success");
  history.undo();
  assert.deepEqual(gallery.pages, [1, 8]);
});

test("an edit that is not committed is cancelled", () => {
  const { gallery, history } = makeHistory([1, 2]);
  history.note([5], history.ofDeletion([2]));
  assert.equal(history.undo()?.kind, "delete");
  assert.deepEqual(gallery.cancelled, [5]);
  history.end(5, "cancelled");
  assert.deepEqual(gallery.pages, [1, 2]);
  assert.ok(history.isEmpty);
});

test("an edit that cannot be cancelled any more is reverted when it is committed", () => {
  const { gallery, history } = makeHistory([1, 2]);
  gallery.canCancel = false;
  history.note([5], history.ofDeletion([2]));
  history.undo();
  gallery.pages = [1];
  history.end(5, "success");
  assert.deepEqual(gallery.pages, [1, 2]);
});

test("an undo that fails can be made again, before what was done earlier", () => {
  for (const outcome of ["failed", "rejected", "dependencyFailed"]) {
    const { gallery, history, remove } = makeHistory([1, 2, 3, 4]);
    let ticket = null;
    history.onUndo = (_, [running]) => { ticket = running; };
    remove(2);
    remove(3);
    history.undo();
    gallery.pages = [1, 4];
    history.end(ticket, outcome);
    assert.ok(!history.isEmpty);
    history.undo();
    assert.deepEqual(gallery.pages, [1, 3, 4], outcome);
    history.end(ticket, "success");
    history.undo();
    history.end(ticket, "success");
    assert.deepEqual(gallery.pages, [1, 2, 3, 4], outcome);
    assert.equal(history.undo(), null);
  }
});

test("an undo whose outcome is unknown can be made again when it is known to have failed", () => {
  for (const outcome of ["failed", "success"]) {
    const { history } = makeHistory([1]);
    let ticket = null;
    history.onUndo = (_, [running]) => { ticket = running; };
    history.note([50], { kind: "rotate", pages: [1], turns: 1 });
    history.end(50, "success");
    history.undo();
    history.end(ticket, "unknown");
    assert.ok(history.isEmpty);
    history.end(ticket, outcome);
    assert.equal(history.isEmpty, outcome === "success");
  }
});

test("a failed edit is not reverted", () => {
  const { history } = makeHistory([1, 2]);
  history.note([5], history.ofDeletion([2]));
  history.end(5, "failed");
  assert.equal(history.undo(), null);
});

/** Notes a replacement that was made, and returns what its undo has staged. */
function replace(gallery, history, page, isKept = true) {
  const staged = [];
  const ticket = gallery.replace(page, 0.5);
  const former = isKept ? { ratio: 0.7, byteCount: 1000, stage: () => staged.push(page), isReplaced: () => !gallery.foreign.has(page) } : null;
  history.note([ticket], { kind: "replace", pages: [{ id: page, former }] });
  history.end(ticket, "success");
  return staged;
}

test("a page that was replaced gets its image back, before an edit that was made earlier", () => {
  const { gallery, history, remove, settle } = makeHistory([1, 2, 3]);
  remove(2);
  const staged = replace(gallery, history, 3);
  assert.equal(history.keptBytes, 1000);
  history.undo();
  settle();
  assert.deepEqual([gallery.replaced, staged, gallery.pages], [[[3, 0.5], [3, 0.7]], [3], [1, 3]]);
  assert.equal(history.keptBytes, 0);
  history.undo();
  assert.deepEqual(gallery.pages, [1, 2, 3]);
});

test("a page gets its image back when it has returned, and not at all if somebody else deleted it", () => {
  const { gallery, history, remove, settle } = makeHistory([1, 2, 3]);
  replace(gallery, history, 2);
  remove(2);
  history.undo();
  history.undo();
  settle();
  assert.deepEqual([gallery.pages, gallery.replaced.at(-1)], [[1, 2, 3], [2, 0.7]]);
  let vain = 0;
  history.onVain = () => { vain += 1; };
  const staged = replace(gallery, history, 3);
  gallery.pages = [1, 2];
  history.undo();
  assert.deepEqual([staged, vain], [[], 1]);
});

test("a replacement whose image was not kept is no reason to revert an earlier edit", () => {
  const { gallery, history, remove } = makeHistory([1, 2, 3]);
  const vain = [];
  history.onVain = ({ kind }) => vain.push(kind);
  remove(2);
  replace(gallery, history, 3, false);
  assert.ok(!history.isEmpty);
  history.undo();
  assert.deepEqual([vain, gallery.pages], [["replace"], [1, 3]]);
  history.undo();
  assert.deepEqual(gallery.pages, [1, 2, 3]);
});

test("an image that could not be given back can be given back again", () => {
  const { gallery, history } = makeHistory([1]);
  let ticket = null;
  history.onUndo = (_, [running]) => { ticket = running; };
  const staged = replace(gallery, history, 1);
  history.undo();
  history.end(ticket, "failed");
  history.undo();
  history.end(ticket, "success");
  assert.deepEqual([staged, history.undo()], [[1, 1], null]);
});

test("a newer image of somebody else is not replaced by the one before an own image", () => {
  const { gallery, history, remove } = makeHistory([1, 2, 3]);
  const vain = [];
  history.onVain = ({ kind, pages }) => vain.push([kind, pages.length]);
  remove(2);
  const staged = replace(gallery, history, 3);
  gallery.foreign.add(3);
  history.undo();
  assert.deepEqual([staged, gallery.replaced.length, vain, gallery.pages], [[], 1, [["replace", 1]], [1, 3]]);
  history.undo();
  assert.deepEqual(gallery.pages, [1, 2, 3]);
});

test("an image that was not given back because of somebody else can be when they have taken their edit back", () => {
  const { gallery, history, settle } = makeHistory([1, 2, 3]);
  const staged = replace(gallery, history, 3);
  const others = [
    [() => gallery.foreign.add(3), () => gallery.foreign.delete(3)],
    [() => gallery.pages.pop(), () => gallery.pages.push(3)],
  ];
  for (const [change, takeBack] of others) {
    change();
    history.undo();
    assert.deepEqual([staged, history.isEmpty, history.undo()], [[], true, null]);
    takeBack();
    assert.ok(!history.isEmpty);
  }
  history.undo();
  settle();
  assert.deepEqual([staged, gallery.replaced.at(-1), history.isEmpty, history.keptBytes], [[3], [3, 0.7], true, 0]);
});

test("a rotation is not taken back from an image that followed, of this user or of somebody else", () => {
  const keys = { present: "turned", own: "turned" };
  const { gallery, history } = makeHistory([1], { keyOf: () => keys.present, ownKeyOf: () => keys.own });
  const refused = [];
  history.onVain = ({ kind }, count) => refused.push([kind, count]);
  const ticket = gallery.rotate(1, 1);
  history.note([ticket], { kind: "rotate", pages: [1], turns: 1 });
  history.end(ticket, "success");
  replace(gallery, history, 1);
  // Somebody else turns the new image.
  gallery.foreign.add(1);
  keys.present = "replaced and turned";
  history.undo();
  history.undo();
  assert.deepEqual([refused, gallery.turns, gallery.replaced.length], [[["replace", 1], ["rotate", 1]], { 1: 1 }, 1]);
});

test("a replacement is reverted when a later rotation of the page has been", () => {
  const { gallery, history, settle } = makeHistory([1, 2, 3]);
  const staged = replace(gallery, history, 3);
  const ticket = gallery.rotate(3, 1);
  history.note([ticket], { kind: "rotate", pages: [3], turns: 1 });
  history.end(ticket, "success");
  // The page has another image as long as it is turned.
  gallery.foreign.add(3);
  history.undo();
  history.undo();
  assert.deepEqual([staged, gallery.turns], [[], { 3: 0 }]);
  gallery.foreign.delete(3);
  settle();
  assert.deepEqual([staged, gallery.replaced.at(-1), history.isEmpty], [[3], [3, 0.7], true]);
});
