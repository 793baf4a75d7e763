// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { entriesAfter } from "../../kernel/changes.js";
import { changed, makeRandom } from "../editing/open-document.js";

/** The numbers of a list whose numbers are all different, and a change of them that looks random. */
function makeCase(seed) {
  const random = makeRandom(seed);
  const pages = Array.from({ length: random(8) }, (_, index) => index + 1);
  const rest = [...pages.keys()];
  const take = () => rest.splice(random(rest.length), 1)[0];
  const deletions = Array.from({ length: random(pages.length + 1) }, take);
  const froms = Array.from({ length: random(rest.length + 1) }, take);
  const count = random(4);
  const places = Array.from({ length: pages.length - deletions.length + count }, (_, index) => index);
  const place = () => places.splice(random(places.length), 1)[0];
  const moves = froms.map((from) => ({ from, to: place() }));
  const insertions = Array.from({ length: count }, (_, index) => ({ at: place(), page: { id: 100 + index } }));
  return { pages, change: { deletions, moves, insertions } };
}

test("a list follows a change as if its entries left and arrived one by one", () => {
  assert.deepEqual(entriesAfter([1, 2, 3], {}, () => 0), [1, 2, 3]);
  assert.deepEqual(entriesAfter(["a", "b", "c"], { deletions: [1], moves: [{ from: 0, to: 1 }], insertions: [{ at: 2 }] }, () => "new"), ["c", "a", "new"]);
  for (let seed = 1; seed <= 2000; seed += 1) {
    const { pages, change } = makeCase(seed);
    const before = [...pages];
    assert.deepEqual(entriesAfter(pages, change, ({ page }) => page.id), changed(pages, change), `seed ${seed}`);
    assert.deepEqual(pages, before);
  }
});
