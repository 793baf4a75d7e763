// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { SourceOrder } from "../../sharing/source-order.js";
import { changed, makeRandom } from "../editing/open-document.js";

function make(pages = [1, 2, 3, 4, 5, 6]) {
  const order = new SourceOrder();
  order.begin(() => pages);
  return { order, deleted: () => Array.from({ length: 10 }, (_, page) => page).filter((page) => order.isDeletedByOthers(page)) };
}

test("pages that others delete are known until they return", () => {
  const { order, deleted } = make();
  order.take({ revision: 8, deletions: [1, 4] }, false);
  order.take({ revision: 9, deletions: [0] }, true);
  assert.deepEqual(deleted(), [2, 5]);
  order.take({ revision: 10, insertions: [{ at: 0, page: { id: 5, aspectRatio: 1 } }], moves: [{ from: 0, to: 3 }] }, false);
  // The pages are 5, 4, 6, 3 now.
  order.take({ revision: 11, deletions: [3] }, false);
  assert.deepEqual(deleted(), [2, 3]);
});

test("a change that arrives twice counts once, and after one that is missing nothing is known", () => {
  const { order, deleted } = make();
  order.take({ revision: 8, deletions: [1] }, true);
  order.take({ revision: 8, deletions: [1] }, false);
  assert.deepEqual(deleted(), []);
  order.take({ revision: 9, deletions: [1] }, false);
  assert.deepEqual(deleted(), [3]);
  order.take({ revision: 11, deletions: [1] }, false);
  assert.deepEqual([deleted(), order.moveCount], [[], null]);
  order.begin(() => [7, 8]);
  assert.equal(order.moveCount, 0);
  order.begin(() => assert.fail("they are known"));
  order.take({ revision: 11, isReset: true }, false);
  assert.equal(order.moveCount, 0, "the pages of the same revision were read");
  for (const revision of [12, 3]) {
    order.take({ revision, isReset: true }, false);
    assert.equal(order.moveCount, null);
    order.begin(() => [7, 8]);
  }
});

test("own changes that move pages are counted", () => {
  const { order } = make();
  assert.equal(order.moveCount, 0);
  order.take({ revision: 8, moves: [{ from: 0, to: 3 }] }, true);
  order.take({ revision: 9, moves: [{ from: 0, to: 3 }] }, false);
  order.take({ revision: 10 }, true);
  assert.equal(order.moveCount, 1);
  assert.deepEqual([1, 2, 3].filter((page) => order.isMovedByOthers(page)), [2]);
  order.take({ revision: 11, moves: [{ from: 3, to: 0 }] }, true);
  assert.ok(!order.isMovedByOthers(2));
});

test("the order follows all changes as the server does", () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = makeRandom(seed);
    let pages = [1, 2, 3, 4, 5, 6, 7, 8];
    const { order } = make(pages);
    for (let revision = 8; revision < 16 && pages.length > 3; revision += 1) {
      const kinds = [
        { deletions: [random(pages.length)] }, { moves: [{ from: random(pages.length), to: random(pages.length) }] },
        { deletions: [1], insertions: [{ at: random(pages.length - 1), page: { id: 100 + revision } }], moves: [{ from: 2, to: pages.length - 1 }] },
      ];
      const change = kinds[random(kinds.length)];
      const gone = (change.deletions ?? []).map((index) => pages[index]);
      pages = changed(pages, change);
      order.take({ ...change, revision }, false);
      for (const page of gone) assert.ok(order.isDeletedByOthers(page), `seed ${seed}`);
    }
  }
});
