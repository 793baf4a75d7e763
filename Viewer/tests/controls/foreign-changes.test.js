// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { ForeignChanges } from "../../controls/foreign-changes.js";

/** The counts after changes of others; those of this user are in a list. */
function counts(...changes) {
  const foreign = new ForeignChanges();
  for (const change of changes) foreign.add(Array.isArray(change) ? change[0] : change, !Array.isArray(change));
  return foreign.counts;
}
const none = { insertions: 0, deletions: 0, moves: 0, replacements: 0 };
const moved = (from, to) => ({ moves: [{ from, to }] });

test("a page that is moved place by place counts once, also where a change names its neighbor", () => {
  for (const changes of [[moved(2, 5)], [moved(2, 3), moved(3, 4)], [moved(3, 2), moved(3, 5)], [moved(3, 2), moved(4, 3), moved(5, 4)], [moved(9, 0)]]) {
    assert.deepEqual(counts(...changes), { ...none, moves: 1 }, JSON.stringify(changes));
  }
  assert.deepEqual(counts(moved(2, 5), moved(5, 2)), none, "it is where it was");
  assert.deepEqual(counts(moved(0, 5), moved(0, 7)), { ...none, moves: 2 });
});

test("a page counts as what happened to it last", () => {
  const added = { insertions: [{ at: 2 }] };
  assert.deepEqual(counts(added, moved(2, 7), { replacements: [{ at: 7 }] }), { ...none, insertions: 1 });
  assert.deepEqual(counts(added, { deletions: [2] }), none);
  assert.deepEqual(counts({ replacements: [{ at: 4 }] }, { replacements: [{ at: 4 }] }), { ...none, replacements: 1 });
  assert.deepEqual(counts({ replacements: [{ at: 4 }] }, { deletions: [4] }, { deletions: [4] }), { ...none, deletions: 2 });
});

test("what this user changes in between does not count", () => {
  assert.deepEqual(counts(moved(2, 5), [moved(0, 9)], [{ deletions: [1], insertions: [{ at: 3 }] }], [{ replacements: [{ at: 0 }] }]), { ...none, moves: 1 });
  assert.deepEqual(counts({ deletions: [3] }, [{ deletions: [3] }]), { ...none, deletions: 1 });
});

test("pages that arrive behind others that leave", () => {
  assert.deepEqual(counts({ deletions: [0, 1], insertions: [{ at: 5 }] }, { deletions: [5] }), { ...none, deletions: 2 });
  assert.deepEqual(counts({ moves: [{ from: 0, to: 6 }], insertions: [{ at: 5 }] }, { deletions: [5] }), { ...none, moves: 1 });
});

test("one change of many pages", () => {
  const change = { deletions: [0], insertions: [{ at: 0 }, { at: 4 }], moves: [{ from: 9, to: 1 }, { from: 2, to: 8 }], replacements: [{ at: 5 }] };
  assert.deepEqual(counts(change), { insertions: 2, deletions: 1, moves: 2, replacements: 1 });
});
