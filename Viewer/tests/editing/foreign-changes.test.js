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

/** Makes random edits while others change the document as well. */
async function history(seed, steps) {
  const random = makeRandom(seed);
  const document = await openDocument(7);
  document.run(16);
  let next = 100;
  for (let step = 0; step < steps; step += 1) {
    if (random(2) === 0) document.changeElsewhere(foreignChange(random, document.served, (next += 2)));
    document.isOnline = random(4) > 0;
    document.run(16 * random(12));
    if (document.gallery.count > 1) edit(document, random);
    document.run(16 * random(12));
  }
  return { document, random };
}

/** Lets all edits end. Returns the orders that were foreseen after the last change that others have made is shown. */
function end(document) {
  const { editing, gallery } = document;
  let foreseen = [];
  document.onForeign = () => { foreseen = []; };
  document.isOnline = true;
  for (let frame = 0; frame < 500; frame += 1) {
    document.run(16);
    const order = Array.from({ length: editing.order.count }, (_, index) => editing.order.pageAt(index));
    foreseen.push({ order, isOpen: gallery.frame(document.time).openEditCount > 0 });
  }
  return foreseen;
}

/** Tells of the first seed whose history fails, and how many of its steps are needed. */
async function check(seeds, failure, steps = 6) {
  for (const seed of seeds) {
    if (await failure(seed, steps) === null) continue;
    let least = 1;
    while (least < steps && await failure(seed, least) === null) least += 1;
    assert.fail(`seed ${seed}, ${least} steps: ${await failure(seed, least)}`);
  }
}

const seeds = Array.from({ length: 150 }, (_, index) => index + 1);

test("the order after open edits is the one that comes, also when others change the document", async (context) => {
  makeWindow(context);
  let openCount = 0;
  // The further ones have failed before: 761 and 1167 when others made the same moves, the rest when pages went beside pages under way.
  await check([...seeds, 366, 409, 494, 507, 523, 543, 761, 1167], async (seed, steps) => {
    const { document } = await history(seed, steps);
    const foreseen = end(document);
    const [found, served] = [document.pages().join(), document.served.join()];
    openCount += Number(foreseen[0]?.isOpen ?? false);
    if (found !== served) return `${found}, but ${served} on the server`;
    const wrong = foreseen.find(({ order }) => order.join() !== found);
    return wrong ? `${found}, but ${wrong.order.join()} was foreseen` : null;
  });
  assert.ok(openCount > 20, `edits were open in ${openCount} cases`);
});

/**
 * Moves a page before one that was moved just before, while a change of others waits. Returns what is wrong in the end: only pages
 * that others have added or moved may be between both. Where such a page itself comes is not decided here. `noteCompared` is
 * called if there was something to move.
 */
async function moveBeforeMoved(seed, steps, noteCompared) {
  const { document, random } = await history(seed, steps);
  const { editing, gallery } = document;
  if (gallery.count < 3) return null;
  document.changeElsewhere(foreignChange(random, document.served, 200));
  document.run(16 * random(12));
  const some = () => gallery.pageAt(random(gallery.count)) ?? 1;
  const [page, follower] = [some(), some()];
  editing.moving.moveBy(follower, random(2) === 0 ? -1 : 2);
  const [from, gap] = [gallery.indexOf(page), gallery.indexOf(follower)];
  if (from === gap || from === gap - 1) return null;
  const count = gallery.frame(document.time).openEditCount;
  editing.moving.moveAll([page], gap);
  // It would be there already, as far as this user knows.
  if (gallery.frame(document.time).openEditCount === count) return null;
  end(document);
  const pages = document.pages().filter((other) => !document.foreign.has(other));
  const areThere = pages.includes(page) && pages.includes(follower);
  if (areThere) noteCompared();
  return areThere && pages.indexOf(page) !== pages.indexOf(follower) - 1 ? `${page} before ${follower}, but ${pages.join()}` : null;
}

test("a page goes right before one that is under way, whatever others have changed", async (context) => {
  makeWindow(context);
  let comparedCount = 0;
  await check(seeds, (seed, steps) => moveBeforeMoved(seed, steps, () => { comparedCount += 1; }), 3);
  assert.ok(comparedCount > 30, `pages were moved in ${comparedCount} cases`);
});

/** A document whose others have made a change that waits to be shown. */
async function withWaitingChange(change) {
  const document = await openDocument(7);
  document.run(16);
  document.changeElsewhere(change);
  document.run(32);
  assert.deepEqual(document.pages(), [1, 2, 3, 4, 5, 6, 7]);
  return document;
}

/** The pages in the end, which are those of the server. */
function pagesOf(document) {
  document.run(5000);
  assert.deepEqual(document.served, document.pages());
  return document.pages();
}

test("a page is moved by one place, also while a change of others is about to be shown", async (context) => {
  makeWindow(context);
  const document = await withWaitingChange({ insertions: [{ at: 0, page: { id: 100, aspectRatio: 1 } }] });
  document.editing.moving.moveBy(3, 1);
  assert.deepEqual(pagesOf(document), [100, 1, 2, 4, 3, 5, 6, 7]);
});

test("a page is moved before one that is under way, also while a change of others is about to be shown", async (context) => {
  makeWindow(context);
  const document = await withWaitingChange({ insertions: [{ at: 0, page: { id: 100, aspectRatio: 1 } }] });
  document.editing.moving.move(6, 2);
  document.editing.moving.moveBy(3, -1);
  assert.deepEqual(pagesOf(document), [100, 1, 2, 3, 6, 4, 5, 7]);
});

test("a page is moved past one that people see, not past one that nobody sees yet", async (context) => {
  makeWindow(context);
  const document = await withWaitingChange({ insertions: [{ at: 2, page: { id: 100, aspectRatio: 1 } }] });
  document.editing.moving.moveBy(2, 1);
  assert.deepEqual(pagesOf(document), [1, 100, 3, 2, 4, 5, 6, 7]);
  const other = await withWaitingChange({ insertions: [{ at: 7, page: { id: 100, aspectRatio: 1 } }] });
  assert.equal(other.editing.moving.canMoveBy(7, 1), false);
});

test("a page is moved as others have moved it as well, and another one before it", async (context) => {
  makeWindow(context);
  const document = await withWaitingChange({ moves: [{ from: 5, to: 1 }] });
  document.editing.moving.move(6, 1);
  document.editing.moving.moveBy(3, -2);
  assert.deepEqual(pagesOf(document), [1, 3, 6, 2, 4, 5, 7]);
});
