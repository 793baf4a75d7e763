// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { PendingOrder, placeOf } from "../../order/pending-order.js";
import { makeRandom, openDocument } from "../editing/open-document.js";

/** The pages after steps, on a plain list. */
function afterSteps(pages, steps) {
  const result = [...pages];
  for (const { page, from, to } of steps) {
    if (from !== null) assert.deepEqual(result.splice(from, 1), [page]);
    result.splice(to, 0, page);
  }
  return result;
}

/** All pages of an order, whose indexes have to be their own. */
function pagesOf(order) {
  const pages = Array.from({ length: order.count }, (_, index) => order.pageAt(index));
  assert.deepEqual(pages.map((page) => order.indexOf(page)), [...pages.keys()]);
  assert.deepEqual([order.pageAt(-1), order.pageAt(order.count), order.indexOf(9999)], [null, null, null]);
  return pages;
}

/** A document whose edits follow each other quickly, and what its pages should be after all of them. */
class Program {
  #random;
  #document;
  #order;
  #expected;

  static async start(seed) {
    return new Program(makeRandom(seed), await openDocument(7));
  }

  constructor(random, document) {
    [this.#random, this.#document, this.#expected] = [random, document, document.pages()];
    this.#order = new PendingOrder(document.gallery);
  }

  /** Makes a random edit, and lets some time pass. The order has to be the expected one before and after. */
  step() {
    const [document, random] = [this.#document, this.#random];
    document.isOnline = random(3) > 0;
    const kinds = [() => this.#delete(), () => this.#move(), () => this.#moveBy(), () => this.#insert()];
    if (document.gallery.count > 0) kinds[random(kinds.length)]();
    this.#check();
    document.run(16 + 16 * random(20));
    this.#check();
  }

  /** Ends all edits. The pages have to be the expected ones. */
  end() {
    this.#document.isOnline = true;
    this.#document.run(5000);
    assert.deepEqual(this.#document.pages(), this.#expected);
  }

  #check() { assert.deepEqual(pagesOf(this.#order), this.#expected); }

  #some() { return this.#document.gallery.pageAt(this.#random(this.#document.gallery.count)) ?? 0; }

  #delete() {
    const pages = [...new Set([this.#some(), this.#some()])].filter((page) => this.#expected.includes(page));
    if (pages.length > 0) this.#document.gallery.enqueue(pages.map((id) => ({ kind: "delete", id })), this.#document.time);
    this.#expected = this.#expected.filter((page) => !pages.includes(page));
  }

  #move() {
    const { gallery } = this.#document;
    const pages = [2, 3, 6].filter((page) => gallery.indexOf(page) !== null);
    this.#make("move", this.#order.moves(pages, this.#random(gallery.count + 1)));
  }

  #moveBy() { this.#make("move", this.#order.moveBy(this.#some(), this.#random(5) - 2, () => true)); }

  #insert() {
    const first = 100 + 2 * this.#document.time;
    this.#make("insert", this.#order.insertions(new Map([first, first + 1].map((page) => [page, this.#random(this.#order.count + 1)]))));
  }

  #make(kind, steps) {
    const expected = afterSteps(this.#expected, steps);
    assert.deepEqual(pagesOf(this.#order.after(steps)), expected);
    if (steps.length > 0) this.#document.gallery.enqueue(steps.map((step) => ({ kind, ratio: 1, ...placeOf(step) })), this.#document.time);
    this.#expected = expected;
  }
}

/** Returns what is wrong with a number of random edits, `null` if nothing is. */
async function failure(seed, steps) {
  try {
    const program = await Program.start(seed);
    for (let step = 0; step < steps; step += 1) program.step();
    program.end();
    return null;
  } catch (error) {
    return error.message;
  }
}

test("the order after all open edits is the one that comes", async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    if (await failure(seed, 8) === null) continue;
    let least = 1;
    while (await failure(seed, least) === null) least += 1;
    assert.fail(`seed ${seed}, ${least} steps: ${await failure(seed, least)}`);
  }
});

test("pages that arrive go to their gaps of the order before them, in their order", () => {
  const order = new PendingOrder({ logicalCount: 3 });
  const steps = order.insertions(new Map([[11, 2], [12, 0], [13, 2], [14, 3]]));
  assert.deepEqual(afterSteps([1, 2, 3], steps), [12, 1, 2, 11, 13, 3, 14]);
});
