// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { GridLayout, tallest } from "../../grid/grid-layout.js";

/** A layout of pages in a list of a width. */
function makeLayout(count, width) {
  const layout = new GridLayout();
  layout.layOut(count, width);
  return layout;
}

test("cells fill the width, at least two in a row", () => {
  for (const width of [120, 320, 375, 515, 516, 768, 1280, 1920]) {
    const { columns, size } = makeLayout(100, width);
    assert.ok(columns >= 2);
    const left = width - columns * (size + 16) - 16;
    assert.ok(left >= 0 && left < columns, `${width}: ${left} points are left`);
  }
  assert.deepEqual([375, 1280].map((width) => makeLayout(100, width).columns), [2, 7]);
});

test("a row lies below the one before, and the height is that of all rows", () => {
  const layout = makeLayout(9, 1280);
  assert.equal(layout.columns, 7);
  assert.deepEqual(layout.place(0), { x: 16, y: 16 });
  assert.deepEqual(layout.place(8), { x: 16 + layout.size + 16, y: 16 + layout.pitch });
  assert.equal(layout.listHeight, 2 * layout.pitch + 16);
});

test("the cells in the window are drawn, and one row before and behind it", () => {
  const layout = makeLayout(1000, 1280);
  const { pitch } = layout;
  assert.deepEqual(layout.range(0, 2 * pitch), [0, 21]);
  assert.deepEqual(layout.range(10 * pitch, 2 * pitch), [63, 91]);
  assert.deepEqual(layout.range(142 * pitch, 2 * pitch), [987, 1000]);
  // Every cell of which a point is in the window.
  for (const offset of [1, 0.5 * pitch, 7.25 * pitch, 99 * pitch]) {
    const [first, last] = layout.range(offset, 800);
    for (let index = 0; index < 1000; index += 1) {
      const { y } = layout.place(index);
      if (y < offset + 800 && y + pitch > offset) assert.ok(index >= first && index < last, `${index} at ${offset}`);
    }
  }
});

test("the scroll position of a very long list is a share of its height", () => {
  const layout = makeLayout(400_000, 375);
  const all = 200_000 * layout.pitch + 16;
  assert.ok(all > tallest && layout.listHeight === tallest);
  assert.equal(layout.offset(0, 600), 0);
  assert.ok(Math.abs(layout.offset(tallest - 600, 600) - (all - 600)) < 1e-3, "the end of the list is that of the rows");
  for (const index of [0, 12_345, 200_000, 399_999]) {
    for (const [scrollTop, isCentered] of [[0, true], [0, false], [4e6, true], [4e6, false], [tallest - 600, false]]) {
      const wanted = layout.reveal(index, scrollTop, 600, isCentered);
      const offset = layout.offset(Math.min(Math.max(0, wanted), tallest - 600), 600);
      const { y } = layout.place(index);
      assert.ok(y >= offset && y + layout.size <= offset + 600, `cell ${index} at ${y} is revealed at ${offset}`);
    }
  }
  assert.equal(makeLayout(100, 375).offset(123, 600), 123);
});

test("a cell is revealed by the shortest way", () => {
  const layout = makeLayout(100, 1280);
  const { pitch } = layout;
  const height = 3 * pitch + 16;
  assert.equal(layout.reveal(0, 0, height), 0);
  assert.equal(layout.reveal(20, 0, height), 0, "it is in the window");
  assert.equal(layout.reveal(21, 0, height), pitch);
  assert.equal(layout.reveal(7, 5 * pitch, height), pitch);
  assert.equal(layout.reveal(35, 0, height, true), 5 * pitch - (height - pitch) / 2);
});

test("keys go to neighbors, to the ends, and by the rows of the window", () => {
  const layout = makeLayout(30, 1280);
  const target = (key, focus, isMirrored = false) => layout.target(key, focus, 2.5 * layout.pitch, isMirrored);
  assert.deepEqual(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].map((key) => target(key, 10)), [11, 9, 17, 3]);
  assert.deepEqual(["ArrowRight", "ArrowLeft"].map((key) => target(key, 10, true)), [9, 11]);
  assert.deepEqual(["Home", "End", "PageDown", "PageUp"].map((key) => target(key, 14)), [0, 29, 28, 0]);
  assert.deepEqual([target("ArrowUp", 3), target("ArrowDown", 25), target("ArrowLeft", 0)], [0, 29, 0]);
  assert.equal(target("Enter", 3), undefined);
});

test("a window of another size shows the same page, as far as before from its edges", () => {
  for (const count of [80, 100_000]) {
    for (const index of [0, 7, Math.floor(count / 2), count - 1]) {
      const layout = makeLayout(count, 390);
      let [height, scrollTop] = [700, layout.reveal(index, 0, 700, true)];
      scrollTop = Math.min(Math.max(0, scrollTop), layout.listHeight - height);
      for (const [width, nextHeight] of [[844, 300], [390, 700], [1280, 900], [390, 700]]) {
        const place = layout.placeToKeep(layout.offset(scrollTop, height), height, index);
        layout.layOut(count, width);
        height = nextHeight;
        scrollTop = Math.min(layout.keep(place, height), layout.listHeight - height);
        const top = layout.place(index).y - layout.offset(scrollTop, height);
        assert.ok(top > -layout.pitch / 2 && top < height - layout.pitch / 2, `page ${index + 1} of ${count} is at ${top} in ${width} x ${height}`);
      }
    }
  }
});

test("a window of another size shows the first row again if the focus is elsewhere", () => {
  const layout = makeLayout(80, 390);
  const place = layout.placeToKeep(10 * layout.pitch, 700, 3);
  assert.deepEqual(place, { index: 10 * layout.columns, part: 0 });
  layout.layOut(80, 844);
  assert.equal(layout.keep(place, 300), Math.floor(place.index / layout.columns) * layout.pitch);
});
