// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Conditions } from "../../gallery/conditions.js";
import { Thumbnail } from "../../views/thumbnail.js";
import { GridCell } from "../../grid/grid-cell.js";

/** As much of an element as a thumbnail needs. */
class FakeElement {
  attributes = new Map();
  children = [];
  dataset = {};
  style = {};
  append(...children) { this.children.push(...children); }
  setAttribute(name, value) { this.attributes.set(name, value); }
  removeAttribute(name) { this.attributes.delete(name); }
  toggleAttribute(name, isSet) { isSet ? this.attributes.set(name, "") : this.attributes.delete(name); }
}
globalThis.document = { createElement: () => new FakeElement() };

/** Conditions of pages: the server cannot read page 2, and the list calls page 4 damaged. */
function makeConditions() {
  const conditions = new Conditions({ damaged: new Set([2]), best: () => null, hasFailed: () => false });
  conditions.setListed([4]);
  return conditions;
}

test("a page that cannot be shown has a note with its number", () => {
  const conditions = makeConditions();
  assert.deepEqual([1, 2, 4].map((page) => conditions.noteOf(page, page + 9)), ["", "Page 12 is damaged", "Damaged"]);
  assert.equal(conditions.labelOf(2, 11, 20), "Page 12 of 20, damaged");
});

test("the thumbnail of a damaged page has a mark with its number, until it shows another page", () => {
  const thumbnail = new Thumbnail();
  thumbnail.describe(11, 20, { label: "Page 12 of 20, damaged", isDamaged: true });
  assert.equal(thumbnail.element.attributes.get("data-damage"), "12");
  thumbnail.describe(12, 20, { label: "Page 13 of 20", isDamaged: false });
  assert.equal(thumbnail.element.attributes.has("data-damage"), false);
  thumbnail.describe(11, 20, { label: "Page 12 of 20, damaged", isDamaged: true });
  thumbnail.assign(8);
  assert.equal(thumbnail.element.attributes.has("data-damage"), false);
});

test("a cell of the grid has a mark as soon as its page is known to be damaged", () => {
  const cell = new GridCell();
  const [paper] = cell.element.children;
  cell.show(11, 20, 7, false);
  assert.deepEqual([cell.element.attributes.get("aria-label"), paper?.attributes.has("data-damage")], ["Page 12", false]);
  cell.mark(true);
  assert.deepEqual([cell.element.attributes.get("aria-label"), paper?.attributes.has("data-damage")], ["Page 12, damaged", true]);
});
