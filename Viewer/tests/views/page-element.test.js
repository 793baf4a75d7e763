// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { PageElement } from "../../views/page-element.js";
import { GridCell } from "../../grid/grid-cell.js";

/** As much of an element as a page needs. */
class FakeElement {
  children = [];
  dataset = {};
  style = {};
  append(...children) { this.children.push(...children); }
  setAttribute() {}
}
globalThis.document = { createElement: () => new FakeElement() };

/** Draws a page whose content has a size, in the center of a preview of 400 by 800 points. Returns the style of its window. */
function draw(contentWidth, contentHeight, zoomed = null) {
  const page = new PageElement();
  page.draw({
    id: 7, x: 200, y: 400, width: 400, height: 800, scale: 1, alpha: 1, zIndex: 0, parallaxOffset: 0, contentBlend: 1,
    contentX: 200 - contentWidth / 2, contentY: 400 - contentHeight / 2, contentWidth, contentHeight,
  }, zoomed, false);
  return page.element.children[0].style;
}

test("a page that is much longer than wide can be seen, in the center", () => {
  assert.deepEqual(draw(0.12, 800), { width: "1px", height: "800px", transform: "translate(199.5px,0px) scale(1,1)" });
  assert.deepEqual(draw(400, 0.06), { width: "400px", height: "1px", transform: "translate(0px,399.5px) scale(1,1)" });
  assert.equal(draw(0.12, 800, { page: 7, x: 199.8, y: 0, width: 0.4, height: 3000 }).transform, "translate(199.5px,0px) scale(1,1)");
});

test("other pages are drawn as they are", () => {
  assert.equal(draw(1.2, 800).transform, "translate(199.4px,0px) scale(1.2,1)");
});

test("so it is in the grid", () => {
  const cell = new GridCell();
  cell.place(0, 0, 150, 3 / 20000);
  assert.equal(cell.element.children[0]?.style.width, "1px");
  cell.place(0, 0, 150, 20000 / 3);
  assert.equal(cell.element.children[0]?.style.height, "1px");
});
