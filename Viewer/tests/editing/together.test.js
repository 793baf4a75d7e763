// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { makeWindow, openDocument } from "./open-document.js";

test("several pages move together, in their order, to any gap, and one undo takes all of them back", async () => {
  const all = [1, 2, 3, 4, 5];
  for (let subset = 1; subset < 32; subset += 1) {
    for (let gap = 0; gap <= 5; gap += 1) {
      const document = await openDocument(5);
      const pages = all.filter((page) => subset & (1 << (page - 1)));
      const isMoved = (page) => pages.includes(page);
      document.editing.moving.moveAll(pages, gap);
      document.run(1000);
      const expected = [...all.slice(0, gap).filter((page) => !isMoved(page)), ...pages, ...all.slice(gap).filter((page) => !isMoved(page))];
      assert.deepEqual(document.pages(), expected, `${pages} before index ${gap}`);
      document.editing.undo();
      document.run(1000);
      assert.deepEqual(document.pages(), all, `${pages} back from index ${gap}`);
      assert.ok(document.editing.history.isEmpty);
    }
  }
});

test("pages of a grid that were moved or rotated together are restored by one undo", async () => {
  const document = await openDocument(12);
  const all = document.pages();
  document.editing.moving.moveAll([2, 3, 4, 5, 9], 11);
  document.run(1000);
  assert.deepEqual(document.pages(), [1, 6, 7, 8, 10, 11, 2, 3, 4, 5, 9, 12]);
  document.press(["undo"], 1000);
  assert.deepEqual(document.pages(), all);
  document.editing.rotate([2, 3, 5], 1);
  document.run(3000);
  assert.deepEqual(document.turns, { 2: 1, 3: 1, 5: 1 });
  document.press(["undo"], 3000);
  assert.deepEqual(document.turns, { 2: 0, 3: 0, 5: 0 });
  document.press(["undo"]);
  assert.deepEqual(document.texts, ["5 pages moved", "5 pages moved back", "3 pages rotated", "3 pages rotated back", "Nothing to undo"]);
});

test("actions of several pages are undone also before they are made", async () => {
  for (const pause of [0, 40, 400]) {
    const document = await openDocument(12);
    const all = document.pages();
    document.editing.rotate([2, 3, 5], 1);
    document.editing.moving.moveAll([2, 3, 4, 5, 9], 11);
    document.run(pause);
    document.press(["undo", "undo"], pause);
    document.run(5000);
    assert.deepEqual(document.pages(), all, `after ${pause} ms`);
    assert.ok(Object.values(document.turns).every((turns) => turns === 0));
    assert.ok(document.editing.history.isEmpty);
  }
});

test("an undo that changes nothing is not told as one", async () => {
  const document = await openDocument(5);
  document.editing.moving.move(2, 3);
  document.run(1000);
  // Another user moves it back.
  document.gallery.move(2, 1, document.time);
  document.run(1000);
  document.press(["undo"], 1000);
  assert.deepEqual(document.texts, ["Page 2 moved", "Nothing to undo"]);
  assert.equal(document.lastText, "Nothing to undo");
});

test("each press of a key moves the page from where it will be", async () => {
  const later = Array(5).fill("move-later");
  for (const pause of [0, 20, 50, 120, 400]) {
    for (const isOnline of [true, false]) {
      const document = await openDocument(8);
      const press = (...names) => {
        document.isOnline = isOnline;
        document.press(names, pause);
        document.isOnline = true;
        document.run(3000);
        return document.pages().indexOf(1) + 1;
      };
      assert.equal(press(...later), 6, `every ${pause} ms`);
      assert.equal(press("move-earlier", "move-later", "move-earlier"), 5);
      assert.equal(press(...later), 8, "up to the end");
      assert.equal(document.texts.length, 5 + 3 + 3, "what nobody asked for is not told");
      assert.equal(press("undo"), 7);
      assert.equal(press("undo", "undo", "undo"), 6, "back before the last move to an earlier place");
    }
  }
});

test("a page moves among those that stay", async (context) => {
  makeWindow(context);
  for (const pause of [0, 50]) {
    const document = await openDocument(6);
    document.goTo(3);
    document.press(["delete", "move-earlier", "move-earlier"], pause);
    document.run(3000);
    assert.deepEqual(document.pages(), [4, 1, 2, 5, 6]);
    document.press(["undo", "undo", "undo"], pause);
    document.run(3000);
    assert.deepEqual(document.pages(), [1, 2, 3, 4, 5, 6]);
  }
});
