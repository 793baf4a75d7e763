// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { editText, outcomeText, refusalText, unknownText } from "../../editing/texts.js";

test("an edit is described by the number of its page, or by the number of pages", () => {
  assert.equal(editText([3], "deleted"), "Page 3 deleted");
  assert.equal(editText([3, 4], "restored"), "2 pages restored");
});

test("a refusal tells how many of the pages of an edit it is about", () => {
  assert.equal(refusalText(1, 1), "Somebody has changed this page since then.");
  assert.equal(refusalText(3, 3), "Somebody has changed these pages since then.");
  assert.equal(refusalText(1, 3), "Somebody has changed 1 of these pages since then.");
});

test("outcomes are told in sentences", () => {
  assert.equal(unknownText({ kind: "delete", numbers: [3] }), "It is not known yet whether page 3 was deleted");
  assert.equal(unknownText({ kind: "rotate", numbers: [3, 4] }), "It is not known yet whether the pages were rotated");
  assert.equal(unknownText({ kind: "undo", numbers: [3] }), "It is not known yet whether the edit was undone");
  assert.equal(outcomeText({ kind: "delete", numbers: [3] }, true), "Page 3 was deleted after all");
  assert.equal(outcomeText({ kind: "undo", numbers: [3] }, false), "The edit was not undone");
});
