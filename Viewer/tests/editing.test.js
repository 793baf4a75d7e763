// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Editing, editText } from "../editing.js";

test("an edit is described by the number of its page, or by the number of pages", () => {
  assert.equal(editText([3], "deleted"), "Page 3 deleted");
  assert.equal(editText([3, 4], "restored"), "2 pages restored");
});

test("what an undo did is told when it is done", () => {
  let pages = [11, 12, 13];
  let ticket = 0;
  const texts = [];
  const gallery = {
    get count() { return pages.length; }, indexOf: (page) => (pages.includes(page) ? pages.indexOf(page) : null), pageAt: (index) => pages[index] ?? null,
    ratioOf: () => 0.7, contentVersionOf: () => 0, rotate: () => ++ticket,
    move: (page, index) => {
      pages = pages.filter((other) => other !== page);
      pages.splice(index, 0, page);
      return ++ticket;
    },
  };
  const editing = new Editing({ gallery, announcer: { tell: (_, text) => texts.push(text) }, now: () => 0, changed: () => {}, sharing: {}, pictures: {}, title: () => "" });
  const end = (number) => editing.completed({ ticket: number, outcome: "success" });
  editing.rotate([12], 1);
  end(1);
  editing.undo();
  assert.equal(texts.at(-1), "");
  end(2);
  assert.equal(texts.at(-1), "Page 2 rotated back");
  editing.move(11, 2);
  end(3);
  assert.deepEqual(pages, [12, 13, 11]);
  editing.undo();
  end(4);
  assert.deepEqual([pages, texts.at(-1)], [[11, 12, 13], "Page 1 moved back"]);
});
