// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { OpenEdits } from "../../editing/open-edits.js";
import { PendingOrder } from "../../order/pending-order.js";
import { makeRandom, openDocument } from "../editing/open-document.js";

/** Makes random edits that follow each other quickly, and returns the order that was foreseen and the one that came. */
async function compare(seed) {
  const random = makeRandom(seed);
  const document = await openDocument(7);
  const { gallery } = document;
  const open = new OpenEdits(gallery);
  const order = new PendingOrder(gallery, () => open.steps);
  document.onEnd = (ticket) => open.end(ticket);
  const some = () => gallery.pageAt(random(gallery.count)) ?? 0;
  const make = (steps) => {
    const edits = steps.map(({ page: id, from, to }) => ({ kind: from === null ? "insert" : to === null ? "delete" : "move", id, ratio: 1, index: to ?? 0, isLogical: true }));
    if (steps.length > 0) open.add(gallery.enqueue(edits, document.time), { kind: "", pages: [], numbers: [], steps });
  };
  const edits = [
    () => order.deletion([some()]), () => order.deletion([...new Set([some(), some()])]), () => order.move(some(), random(order.count + 1)),
    () => order.moves([2, 3, 6].filter((page) => gallery.indexOf(page) !== null), random(gallery.count + 1)),
    () => order.insertions(new Map([[100 + 2 * document.time, random(order.count + 1)], [101 + 2 * document.time, random(order.count + 1)]])),
    () => order.insertion([200 + 2 * document.time], random(gallery.count + 1)),
  ];
  for (let step = 0; step < 8; step += 1) {
    document.isOnline = random(3) > 0;
    make(edits[random(edits.length)]());
    document.run(16 + 16 * random(20));
  }
  const expected = Array.from({ length: order.count }, (_, index) => order.pageAt(index));
  const indexes = expected.map((page) => order.indexOf(page));
  document.isOnline = true;
  document.run(5000);
  return { expected, indexes, found: document.pages() };
}

test("the order after all open edits is the one that comes", async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { expected, indexes, found } = await compare(seed);
    assert.deepEqual(found, expected, `seed ${seed}`);
    assert.deepEqual(indexes, [...indexes.keys()], `seed ${seed}`);
  }
});
