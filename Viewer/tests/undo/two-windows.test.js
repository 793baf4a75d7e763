// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { makeRandom, makeWindow, openDocument } from "../editing/open-document.js";

const numbers = (count) => Array.from({ length: count }, (_, index) => index + 1);

/** Two windows with a document of pages 1 to `count`: what one has done arrives at the other one before that acts. */
async function openWindows(context, count) {
  makeWindow(context);
  const windows = [await openDocument(count), await openDocument(count)];
  const share = (from, to) => {
    for (const change of from.log.slice(to.log.length)) to.changeElsewhere(change);
    to.run(1000);
  };
  const act = (number, run) => {
    const [own, other] = [windows[number], windows[1 - number]];
    run(own);
    own.run(1000);
    share(own, other);
    assert.deepEqual(own.pages(), other.pages());
  };
  for (const window of windows) window.run(16);
  return { windows, delete: (number, page) => act(number, ({ editing }) => editing.delete([page])), undo: (number) => act(number, ({ editing }) => editing.undo()) };
}

test("two pages that two users delete return to their places, whoever undoes first", async (context) => {
  for (const one of numbers(5)) {
    for (const other of numbers(5).filter((page) => page !== one)) {
      for (const first of [0, 1]) {
        const shared = await openWindows(context, 5);
        shared.delete(0, one);
        shared.delete(1, other);
        shared.undo(first);
        shared.undo(1 - first);
        assert.deepEqual(shared.windows[0].pages(), numbers(5), `deleted ${one}, then ${other}; undone by ${first} first`);
      }
    }
  }
});

test("pages that two users delete one after the other return to their places in any order", async (context) => {
  for (const seed of numbers(30)) {
    const random = makeRandom(seed);
    const shared = await openWindows(context, 8);
    const [{ pages }] = shared.windows;
    const steps = numbers(5).map(() => random(2));
    const deleted = steps.map((number) => {
      const page = pages()[random(pages().length)];
      shared.delete(number, page);
      return `${number} deletes ${page}`;
    });
    const undone = [];
    for (const left = [...steps]; left.length > 0;) {
      const [number] = left.splice(random(left.length), 1);
      undone.push(number);
      shared.undo(number);
    }
    assert.deepEqual(pages(), numbers(8), `seed ${seed}: ${deleted.join(", ")}; undone by ${undone.join(", ")}`);
  }
});
