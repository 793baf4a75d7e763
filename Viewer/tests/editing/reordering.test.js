// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Reordering } from "../../editing/reordering.js";

/** An element that remembers its attributes. */
function makeElement() {
  const attributes = new Set();
  return {
    style: {}, classList: { add() {} }, append() {}, remove() {},
    setAttribute: (name) => attributes.add(name), removeAttribute: (name) => attributes.delete(name),
    cloneNode: makeElement,
    get isHidden() { return attributes.has("data-lifted"); },
  };
}

/** Pages 1 to 3 in a strip whose elements a test exchanges. */
function makeReordering(context) {
  const known = globalThis.document;
  globalThis.document = { createElement: makeElement, documentElement: { dir: "" } };
  context.after(() => { globalThis.document = known; });
  const elements = new Map([1, 2, 3].map((page) => [page, makeElement()]));
  const cells = [1, 2, 3].map((id, index) => ({ id, index, x: 100 + 50 * index, width: 40 }));
  const position = { value: 1, translation: 0 };
  const gallery = {
    count: 3, hitTest: () => 2, indexOf: (page) => page - 1,
    frame: () => ({ strip: cells, stripWidth: 300, position: position.value, count: 3 }),
    beginDrag: () => true, drag(translation) { position.translation = translation; }, endDrag() {},
  };
  const stage = { layers: [], changed() {}, strip: { trackX: 0, elementOf: (page) => elements.get(page) ?? null } };
  const reordering = new Reordering({ gallery, stage, clock: { last: 0, time: () => 0 }, editing: { moving: { move() {} } }, layout: { strip: makeElement() } });
  return { reordering, elements, position };
}

for (const [direction, x, end, isMirrored] of [
  ["end", 140, 2, false], ["beginning", -140, 0, false], ["end of a mirrored strip", -140, 2, true], ["beginning of a mirrored strip", 140, 0, true],
]) {
  test(`the strip scrolls to the ${direction} and not beyond`, (context) => {
    const { reordering, position } = makeReordering(context);
    if (isMirrored) globalThis.document.documentElement.dir = "rtl";
    reordering.begin(150, 10, 0);
    reordering.drag(x, 0);
    for (const time of [0, 1e9]) assert.ok(reordering.draw(time));
    assert.equal(position.translation, -500 * Math.sign(x));
    position.value = end;
    assert.ok(!reordering.draw(2e9));
    assert.equal(position.translation, -500 * Math.sign(x));
  });
}

test("an element that goes from the lifted page to another one is visible again", (context) => {
  const { reordering, elements } = makeReordering(context);
  assert.ok(reordering.begin(150, 10, 0));
  const [lifted, other] = [elements.get(2), elements.get(3)];
  assert.ok(lifted.isHidden && !other.isHidden);
  // The page leaves the strip while that scrolls, and comes back in another element.
  elements.delete(2);
  elements.set(3, lifted);
  reordering.draw(1);
  assert.ok(!lifted.isHidden);
  elements.set(2, other);
  reordering.draw(2);
  assert.ok(other.isHidden && !lifted.isHidden);
  reordering.end();
  assert.ok(!other.isHidden);
});
