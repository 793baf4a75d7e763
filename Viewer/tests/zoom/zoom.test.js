// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { Kernel } from "../../kernel/kernel.js";
import { ZoomControl } from "../../zoom/zoom.js";

const kernel = await Kernel.load(await readFile(new URL("../../kernel/kernel.wasm", import.meta.url)));
const size = { width: 400, height: 600 };
const milliseconds = 1e6;

/** A gallery of pages of one ratio, and its zoom. */
function makeZoom(ids, ratio = 0.75) {
  const gallery = kernel.openGallery({
    ids, ratios: ids.map(() => ratio), revision: 1, activeIndex: 0, preview: size, strip: { width: 400, height: 66 } });
  const zoom = new ZoomControl((area, time) => kernel.openZoom(area, time), gallery);
  zoom.setViewport(size.width, size.height, 0);
  const follow = (time) => {
    gallery.advance(time * milliseconds);
    return { ...zoom.follow(gallery.frame(time * milliseconds), time * milliseconds) };
  };
  follow(0);
  return { gallery, zoom, follow };
}

test("without pages there is nothing to zoom", () => {
  const { zoom, follow } = makeZoom([]);
  assert.equal(follow(10).page, -1);
  zoom.doubleTap(10, 10, 20 * milliseconds);
  zoom.zoomBy(2, 30 * milliseconds);
  zoom.reset(40 * milliseconds);
  assert.equal(follow(50).scale, 1);
  assert.equal(zoom.place(50 * milliseconds), null);
});

test("a step of the buttons takes its time, around the center", () => {
  const { zoom, follow } = makeZoom([7, 8]);
  zoom.zoomBy(2, 0);
  const middle = follow(90);
  assert.ok(middle.scale > 1 && middle.scale < 2 && zoom.isStepping);
  const { scale, x, width } = follow(200);
  assert.equal(scale.toFixed(9), "2.000000000");
  assert.equal((x + width / 2).toFixed(6), "200.000000");
  assert.ok(!zoom.isStepping);
});

test("steps that follow each other quickly lead to the same scale as slow ones", () => {
  for (const pause of [0, 30, 60, 100, 150, 180, 250]) {
    const { zoom, follow } = makeZoom([7, 8]);
    let time = 0;
    const press = (factor) => {
      zoom.zoomBy(factor, time * milliseconds);
      for (const end = time + pause; time < end;) follow(time = Math.min(end, time + 16));
    };
    const scale = () => Number(follow(time += 1000).scale.toFixed(6));
    for (let count = 0; count < 3; count += 1) press(1.5);
    assert.equal(scale(), 3.375, `${pause} ms`);
    for (let count = 0; count < 3; count += 1) press(1 / 1.5);
    assert.equal(scale(), 1, `${pause} ms`);
    assert.ok(!zoom.isZoomed(time * milliseconds), `${pause} ms`);
    press(1.5);
    press(1 / 1.5);
    assert.ok(scale() === 1 && !zoom.isZoomed(time * milliseconds), `${pause} ms, and back`);
    for (let count = 0; count < 20; count += 1) press(1.5);
    assert.equal(scale(), 8, `${pause} ms`);
  }
});

test("what follows a step before its end takes over", () => {
  const { zoom, follow } = makeZoom([7, 8]);
  zoom.zoomBy(1.5, 0);
  follow(90);
  zoom.reset(90 * milliseconds);
  assert.equal(follow(1000).scale, 1);
  for (const factor of [1.5, 1 / 1.5]) zoom.zoomBy(factor, 2000 * milliseconds);
  follow(3000);
  zoom.doubleTap(200, 300, 3000 * milliseconds);
  assert.ok(follow(4000).scale > 1);
});

/** The scale after many steps of the buttons. */
function largest({ zoom, follow }) {
  for (let step = 0; step < 20; step += 1) {
    zoom.zoomBy(2, step * 1000 * milliseconds);
    for (const time of [200, 600, 900]) follow(step * 1000 + time);
  }
  return Number(follow(30_000).scale.toFixed(6));
}

test("a page is shown eight times as large, and one that is much longer than the window until it fills it twice", () => {
  assert.equal(largest(makeZoom([7])), 8);
  assert.equal(largest(makeZoom([7], 0.02)), 66.666667);
  assert.equal(largest(makeZoom([7], 40)), 120);
  assert.equal(largest(makeZoom([7], 1e-9)), 1000);
  assert.equal(largest(makeZoom([7], null)), 8);
});

test("another window changes the limit of a long page, and keeps what it shows", () => {
  const { zoom, follow } = makeZoom([7], 0.02);
  zoom.restore({ scale: 40, u: 0.5, v: 0.4 }, 0);
  follow(10);
  zoom.setViewport(300, 600, 20 * milliseconds);
  follow(30);
  const place = zoom.place(30 * milliseconds);
  assert.deepEqual([place.scale, place.u, place.v].map((number) => number.toFixed(6)), ["40.000000", "0.500000", "0.400000"]);
});

test("a place is restored: the scale, and the point in the center", () => {
  const { zoom, follow } = makeZoom([7]);
  zoom.restore({ scale: 3, u: 0.25, v: 0.6 }, 0);
  follow(10);
  const place = zoom.place(10 * milliseconds);
  assert.deepEqual([place.scale, place.u, place.v].map((number) => number.toFixed(6)), ["3.000000", "0.250000", "0.600000"]);
});

test("a zoomed page hands over to paging at its edge, and is reset when it is out of sight", () => {
  const { gallery, zoom, follow } = makeZoom([7, 8]);
  zoom.restore({ scale: 2, u: 0.9, v: 0.5 }, 0);
  zoom.beginDrag(0);
  for (let step = 1; step <= 10; step += 1) {
    zoom.drag(-30 * step, 0, step * 10 * milliseconds);
    follow(step * 10);
  }
  assert.ok(gallery.frame(100 * milliseconds).position > 0.5);
  assert.equal(follow(100).page, 7);
  assert.equal(follow(100).scale, 2);
  zoom.endDrag(-2000, 0, 105 * milliseconds);
  follow(600);
  const end = follow(3000);
  assert.equal(gallery.frame(3000 * milliseconds).activePage, 8);
  assert.deepEqual([end.page, end.scale], [8, 1]);
});

test("a zoom of a rotated page that was not followed begins with its new shape", () => {
  const { gallery, zoom, follow } = makeZoom([7, 8]);
  follow(10);
  gallery.setRatio(7, 2, 20 * milliseconds);
  follow(30);
  zoom.doubleTap(200, 300, 40 * milliseconds);
  const { page, scale, width, height } = follow(2000);
  assert.equal(page, 7);
  assert.ok(scale > 1);
  assert.equal((width / height).toFixed(6), "2.000000");
});
