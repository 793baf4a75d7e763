// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { changed, makeRandom, makeWindow, openDocument } from "./open-document.js";

/** A random change of somebody else, as the server describes it. */
function foreignChange(random, pages, next) {
  const count = pages.length;
  const kinds = [
    () => ({ insertions: [{ at: random(count + 1), page: { id: next, aspectRatio: 1 } }] }),
    () => ({ deletions: [random(count)] }),
    () => ({ moves: [{ from: random(count), to: random(count) }] }),
    () => ({ deletions: [0], insertions: [{ at: count - 1, page: { id: next, aspectRatio: 1 } }, { at: count, page: { id: next + 1, aspectRatio: 1 } }] }),
  ];
  const change = kinds[count > 3 ? random(kinds.length) : 0]();
  return changed(pages, change).some((page, index) => page !== pages[index]) || changed(pages, change).length !== count ? change : {};
}

/** Makes an edit of this user. */
function edit({ editing, gallery, commands, time }, random) {
  // An edit that has not ended would be cancelled, or reverted by an edit that is made later.
  const undo = () => gallery.frame(time).openEditCount === 0 && commands.run("undo");
  const some = () => gallery.pageAt(random(gallery.count)) ?? 1;
  const kinds = [
    () => editing.delete([some()]), () => editing.moving.moveBy(some(), 1), () => editing.moving.moveBy(some(), -1), () => editing.moving.moveBy(some(), 2),
    () => editing.moving.move(some(), random(gallery.count)), undo,
    () => editing.moving.moveAll([2, 3, 6].filter((page) => gallery.indexOf(page) !== null), random(gallery.count + 1)),
  ];
  kinds[random(kinds.length)]();
}

/**
 * Makes random edits while others change the document as well. After the last change that others have made is shown, no order
 * that was foreseen differs from the one that comes. Returns how often edits were open then.
 */
async function compare(seed) {
  const random = makeRandom(seed);
  const document = await openDocument(7);
  const { gallery, editing } = document;
  document.run(16);
  let foreseen = [];
  const foresee = () => Array.from({ length: editing.order.count }, (_, index) => editing.order.pageAt(index));
  document.onForeign = () => { foreseen = []; };
  // An index in the order after all edits is off while a change waits that the viewer does not know: see ShownPlaces.
  let [isWaiting, isKnown] = [false, true];
  const noteIndexes = (edits) => {
    const { openEditCount, isAnimating } = gallery.frame(document.time);
    isWaiting &&= openEditCount > 0 || isAnimating;
    isKnown &&= !isWaiting || !edits.some((edit) => edit.isLogical);
  };
  for (const name of ["move", "insert", "enqueue"]) {
    const made = gallery[name].bind(gallery);
    gallery[name] = (...values) => (noteIndexes(values.flat()), made(...values));
  }
  let next = 100;
  for (let step = 0; step < 6; step += 1) {
    if (random(2) === 0) {
      document.changeElsewhere(foreignChange(random, document.served, (next += 2)));
      isWaiting = true;
    }
    document.isOnline = random(4) > 0;
    document.run(16 * random(12));
    if (gallery.count > 1) edit(document, random);
    document.run(16 * random(12));
  }
  document.isOnline = true;
  let openCount = 0;
  for (let frame = 0; frame < 500; frame += 1) {
    document.run(16);
    foreseen.push(foresee());
    if (foreseen.length === 1 && gallery.frame(document.time).openEditCount > 0) openCount += 1;
  }
  return { foreseen: isKnown ? foreseen : [], found: document.pages(), served: document.served, openCount: isKnown ? openCount : 0 };
}

test("the order after open edits is the one that comes, also when others change the document", async (context) => {
  makeWindow(context);
  let openCount = 0;
  for (let seed = 1; seed <= 150; seed += 1) {
    const result = await compare(seed);
    assert.deepEqual(result.found, result.served, `seed ${seed}`);
    for (const foreseen of result.foreseen) assert.deepEqual(foreseen, result.found, `seed ${seed}`);
    openCount += result.openCount;
  }
  assert.ok(openCount > 20, `edits were open in ${openCount} cases`);
});

test("a page is moved by one place, also while a change of others is about to be shown", async (context) => {
  makeWindow(context);
  const document = await openDocument(7);
  document.run(16);
  document.changeElsewhere({ insertions: [{ at: 0, page: { id: 100, aspectRatio: 1 } }] });
  document.run(32);
  assert.deepEqual(document.pages(), [1, 2, 3, 4, 5, 6, 7]);
  document.editing.moving.moveBy(3, 1);
  document.run(5000);
  assert.deepEqual(document.pages(), [100, 1, 2, 4, 3, 5, 6, 7]);
  assert.deepEqual(document.served, document.pages());
});
