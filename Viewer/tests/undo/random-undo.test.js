// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { makeRandom, makeWindow, openDocument } from "../editing/open-document.js";

/** Makes random actions, and undoes all of them, quickly or slowly. */
async function undoAll(seed) {
  const random = makeRandom(seed);
  const document = await openDocument(7);
  const { editing, gallery } = document;
  const some = () => gallery.pageAt(random(gallery.count)) ?? 1;
  const actions = [
    () => editing.delete([some()]), () => editing.delete([...new Set([some(), some()])]), () => editing.rotate([some(), some()], 1),
    () => editing.moving.moveBy(some(), 1 + random(2)), () => editing.moving.moveBy(some(), -1 - random(2)), () => editing.moving.move(some(), random(gallery.count)),
    () => editing.moving.moveAll([2, 3, 6].filter((page) => gallery.indexOf(page) !== null), random(gallery.count + 1)),
  ];
  const pause = 16 * random(30);
  for (let step = 0; step < 6 && gallery.count > 1; step += 1) {
    actions[random(actions.length)]();
    document.run(pause);
  }
  if (random(2) === 0) document.run(5000);
  while (!editing.history.isEmpty) document.press(["undo"], 16 * random(10));
  document.run(8000);
  return document;
}

test("undoing every action leads back to the beginning", async (context) => {
  makeWindow(context);
  for (let seed = 1; seed <= 150; seed += 1) {
    const { pages, turns } = await undoAll(seed);
    assert.deepEqual(pages(), [1, 2, 3, 4, 5, 6, 7], `seed ${seed}`);
    assert.ok(Object.values(turns).every((quarter) => quarter % 4 === 0), `seed ${seed}`);
  }
});

/** Deletes and moves pages while somebody else deletes some as well, whose changes are known at once or later; then undoes everything. */
async function undoAmongOthers(seed) {
  const random = makeRandom(seed);
  const document = await openDocument(9);
  const { editing, gallery } = document;
  const others = new Set();
  document.run(16);
  for (let step = 0; step < 6 && document.served.length > 3; step += 1) {
    document.isOnline = random(3) > 0;
    const some = () => gallery.pageAt(random(gallery.count)) ?? 1;
    if (random(2) === 0) {
      const at = random(document.served.length);
      others.add(document.served[at]);
      document.changeElsewhere({ deletions: [at] }, random(2) === 0);
    }
    if (random(4) === 0) editing.moving.moveBy(some(), 1);
    else editing.delete([...new Set([some(), some()])]);
    document.run(16 * random(30));
  }
  document.isOnline = true;
  document.run(5000);
  document.arrive();
  document.run(5000);
  while (!editing.history.isEmpty) document.press(["undo"], 16 * random(10));
  document.run(8000);
  return { pages: document.pages().sort(), expected: [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((page) => !others.has(page)) };
}

test("what this user has deleted returns, and what others have deleted before does not", async (context) => {
  makeWindow(context);
  for (let seed = 1; seed <= 150; seed += 1) {
    const { pages, expected } = await undoAmongOthers(seed);
    assert.deepEqual(pages, expected, `seed ${seed}`);
  }
});
