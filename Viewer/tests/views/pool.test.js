// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Pool } from "../../views/pool.js";

globalThis.document = { activeElement: null };

/** An entry that remembers what was asked of it. */
class Entry {
  stamp = 0;
  id = -1;
  state = "new";
  element = {};
  assign(id) { [this.id, this.state] = [id, "shown"]; }
  release() { this.state = "released"; }
  setAside() { this.state = "aside"; }
  hide() { this.state = "hidden"; }
}

const makePool = () => {
  const made = [];
  const pool = new Pool(() => (made.push(new Entry()), made.at(-1)));
  const show = (ids, isMoving = true) => {
    const cells = ids.map((id) => ({ id }));
    pool.begin(cells);
    const entries = cells.map(({ id }, place) => pool.take(place, id));
    pool.end(isMoving);
    return entries;
  };
  return { pool, made, show };
};

test("what leaves at one end arrives at the other: a fling makes no elements", () => {
  const { pool, made, show } = makePool();
  for (let first = 0; first < 1000; first += 1) show([first, first + 1, first + 2]);
  assert.equal(pool.count, 3);
  assert.deepEqual(made.map(({ id }) => id).sort(), [1000, 1001, 999]);
});

test("a page keeps its element while it is shown", () => {
  const { show } = makePool();
  const [, second, third] = show([1, 2, 3]);
  assert.deepEqual(show([2, 3, 4]).slice(0, 2), [second, third]);
});

test("what is left over leaves the screen, and is hidden at rest", () => {
  const { pool, show } = makePool();
  const [, , third] = show([1, 2, 3]);
  show([1, 2]);
  assert.equal(third.state, "aside");
  show([1, 2], false);
  assert.equal(third.state, "hidden");
  assert.equal(pool.of(3), undefined);
});

test("a focused element is set aside, and is there again with its page", () => {
  const { pool, show } = makePool();
  const [first] = show([1, 2]);
  document.activeElement = first.element;
  show([3, 4]);
  assert.equal(first.state, "aside");
  assert.equal(show([1, 4])[0], first);
  document.activeElement = null;
  show([4, 5]);
  assert.equal(pool.of(1), undefined);
});

test("an element that was kept for the focus leaves with it, without another frame", () => {
  const { pool, show } = makePool();
  const [first, second] = show([1, 2]);
  document.activeElement = first.element;
  show([2], false);
  pool.blur(false);
  assert.equal(first.state, "aside", "the window has lost the focus");
  document.activeElement = null;
  pool.blur(false);
  assert.deepEqual([first.state, second.state], ["hidden", "shown"]);
  assert.equal(pool.of(1), undefined);
});

test("elements are made before they are needed", () => {
  const { pool, made, show } = makePool();
  show([1]);
  pool.prepare(2);
  assert.equal(pool.count, 3);
  show([1, 2, 3]);
  assert.equal(made.length, 3);
});
