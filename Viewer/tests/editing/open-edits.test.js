// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { OpenEdits } from "../../editing/open-edits.js";

/** The open edits of a document with these pages. */
function makeEdits(pages) {
  const indexOf = (page) => (pages.includes(page) ? pages.indexOf(page) : null);
  return new OpenEdits({ get count() { return pages.length; }, indexOf, pageAt: (index) => pages[index] ?? null });
}

const deletion = (...pages) => ({ kind: "delete", pages, numbers: [] });

test("an edit of the active page is for one that stays, forward first", () => {
  const edits = makeEdits([11, 12, 13]);
  assert.equal(edits.target(1), 12);
  edits.add(1, deletion(12));
  assert.equal(edits.target(1), 13);
  edits.add(2, deletion(13));
  assert.equal(edits.target(1), 11);
  edits.add(3, deletion(11));
  assert.equal(edits.target(1), null);
  edits.end(2);
  assert.equal(edits.target(1), 13);
  edits.add(4, { kind: "rotate", pages: [13], numbers: [] });
  assert.equal(edits.target(1), 13, "only deletions make pages leave");
});

test("a page whose insertion is undone leaves as well", () => {
  const edits = makeEdits([11, 12, 13]);
  edits.add(1, { kind: "undo", undone: "insert", pages: [12], numbers: [] });
  edits.add(2, { kind: "undo", undone: "delete", pages: [13], numbers: [] });
  assert.deepEqual([edits.leaving, edits.target(1)], [[12], 13]);
});

test("pages have the numbers that they have without those that are being deleted", () => {
  const edits = makeEdits([11, 12, 13, 14]);
  assert.deepEqual(edits.numbers([11, 14]), [1, 4]);
  edits.add(1, deletion(12, 13));
  assert.deepEqual(edits.leaving, [12, 13]);
  assert.deepEqual(edits.numbers([11, 14]), [1, 2]);
  edits.add(2, deletion(99));
  assert.deepEqual(edits.numbers([14]), [2], "a page that is gone has no place");
});

test("the successor of a deleted page is behind those that were deleted after it", () => {
  const edits = makeEdits([11, 12, 13, 14]);
  const first = { ...deletion(11), active: 11, successor: 12 };
  edits.add(1, first);
  assert.equal(edits.successor(first), 12);
  edits.add(2, { ...deletion(12), active: 12, successor: 13 });
  edits.add(3, { ...deletion(13), active: 13, successor: null });
  assert.equal(edits.successor(first), 13);
  edits.add(4, { ...deletion(13), active: 13, successor: 14 });
  assert.equal(edits.successor(first), 14);
  assert.equal(edits.successor({ kind: "rotate", pages: [11], numbers: [1] }), null);
  assert.equal(edits.successor(undefined), null);
});

test("the edits of a page have ended when the last one has, also of those that begin when another one ends", async () => {
  const edits = makeEdits([11, 12]);
  const settled = [];
  const wait = (page) => edits.settled(page).then(() => settled.push(page));
  const end = async (ticket, then = () => {}) => {
    edits.end(ticket);
    then();
    await new Promise((resolve) => { setTimeout(resolve, 0); });
    return settled.splice(0);
  };
  for (const [ticket, page] of [[1, 11], [2, 11], [3, 12]]) edits.add(ticket, deletion(page));
  for (const page of [11, 11, 12]) wait(page);
  assert.deepEqual(await end(1), []);
  assert.deepEqual(await end(2, () => edits.add(4, deletion(11))), []);
  assert.deepEqual(await end(3), [12]);
  assert.deepEqual(await end(4), [11, 11]);
  await wait(12);
  assert.deepEqual(settled, [12], "without edits, nothing is waited for");
});
