// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";

/** As much of an element as the stage needs. */
class FakeElement {
  attributes = new Map();
  dataset = {};
  style = {};
  textContent = "";
  children = [];
  setAttribute(name, value) { this.attributes.set(name, value); }
  removeAttribute(name) { this.attributes.delete(name); }
  toggleAttribute() {}
  addEventListener() {}
  append(...children) { this.children.push(...children); }
  box = { width: 100, height: 100 };
  getBoundingClientRect() { return this.box; }
}
globalThis.document = { createElement: () => new FakeElement(), hidden: false };
globalThis.devicePixelRatio = 1;
const { areasOf } = await import("../../gallery/areas.js");
const { Stage } = await import("../../gallery/stage.js");

const box = { x: 0, y: 0, width: 100, height: 100, alpha: 1, zIndex: 0, contentVersion: 0 };
const cells = [7, 8].map((id, index) => ({
  ...box, id, index, expansion: 0, cropX: 0, cropY: 0, cropWidth: 1, cropHeight: 1, scale: 1, contentX: 0, contentY: 0,
  contentWidth: 100, contentHeight: 100, parallaxOffset: 0, contentBlend: 1,
}));
const frame = {
  time: 0, activePage: 7, activeIndex: 0, count: 2, pagesVersion: 1, isAnimating: false, position: 0, openEditCount: 0,
  previewWidth: 100, previewHeight: 100, preview: cells, strip: cells,
};

/** A stage with two pages, at rest. */
function makeStage() {
  const [preview, strip] = [new FakeElement(), new FakeElement()];
  const pictures = { damaged: new Set(), failed: new Set(), hasFailed: (id) => pictures.failed.has(id), best: () => null, thumbnail: () => null, want() {} };
  const gallery = { ratioOf: () => 0.7, frame: () => frame, advanced: [], advance: (time) => (gallery.advanced.push(time), []), nextBoundary: () => null, pageAt: (index) => cells[index]?.id };
  gallery.viewports = [];
  gallery.setViewport = (large, small) => gallery.viewports.push([large, small]);
  const zoom = { setViewport() {}, follow: () => ({ page: 7, scale: 1, isAnimating: false }), isStepping: false, nextBoundary: () => null };
  const clock = { last: 0, wake() {}, time: () => 0 };
  const stage = new Stage({ gallery, clock, zoom, pictures, preview, strip, preloaded: null, areas: areasOf(preview, strip) });
  stage.draw(0);
  const labels = () => strip.children[0].children.map(({ attributes }) => attributes.get("aria-label")).filter(Boolean);
  const notes = () => preview.children.filter(({ attributes }) => attributes.has("data-page")).map(({ children: [, note] }) => note.textContent);
  return { stage, gallery, clock, pictures, labels, notes, preview };
}

test("a page whose original cannot be read is a placeholder with its number, and labeled, until a picture arrives", () => {
  const { stage, pictures, labels, notes } = makeStage();
  let restCount = 0;
  stage.onRest = () => (restCount += 1);
  assert.deepEqual([labels(), notes()], [["Page 1 of 2", "Page 2 of 2"], ["", ""]]);
  const change = () => {
    pictures.onDamage();
    pictures.onChange(8);
    stage.draw(0);
  };
  pictures.damaged.add(8);
  change();
  assert.deepEqual([labels(), notes()], [["Page 1 of 2", "Page 2 of 2, damaged"], ["", "Page 2 is damaged"]]);
  assert.ok(stage.isDamaged(8));
  assert.equal(restCount, 1, "the texts of the page follow at the next rest");
  pictures.damaged.delete(8);
  change();
  assert.deepEqual([labels(), notes()], [["Page 1 of 2", "Page 2 of 2"], ["", ""]]);
});

test("what the list of pages calls damaged stays so, with its picture", () => {
  const { stage, pictures, labels, notes } = makeStage();
  stage.setDamaged([7]);
  pictures.best = () => ({ page: 7, key: "key", style: "e800", turns: 0, userCount: 0, image: null });
  pictures.onChange(7);
  stage.draw(0);
  assert.deepEqual([labels(), notes()], [["Page 1 of 2, damaged", "Page 2 of 2"], ["Damaged", ""]]);
});

test("a page that does not arrive is a placeholder, but not called damaged", () => {
  const { stage, pictures, labels, notes } = makeStage();
  pictures.failed.add(8);
  pictures.onChange(8);
  stage.draw(0);
  assert.deepEqual([labels(), notes()], [["Page 1 of 2", "Page 2 of 2"], ["", "Page 2 cannot be shown"]]);
});

test("in a motion, the kernel is asked for news after inputs, at boundaries, and before pictures are planned", () => {
  const { stage, gallery, clock } = makeStage();
  const advancedAt = (time, isAsked) => {
    gallery.advanced.length = 0;
    clock.onFrame(time, isAsked);
    return gallery.advanced.length > 0;
  };
  Object.assign(frame, { isAnimating: true, nextBoundary: 50e6 });
  assert.deepEqual([[10e6, true], [20e6, false], [49e6, false], [50e6, false]].map((each) => advancedAt(...each)), [true, false, false, true]);
  frame.nextBoundary = null;
  assert.deepEqual([[60e6, false], [70e6, false], [179e6, false], [180e6, false]].map((each) => advancedAt(...each)), [true, false, false, true]);
  stage.isTouched = () => true;
  assert.deepEqual([[190e6, false], [200e6, false]].map((each) => advancedAt(...each)), [true, true]);
  Object.assign(frame, { isAnimating: false, nextBoundary: undefined });
});

test("under a finger that rests, the number of the page follows without another input", () => {
  const { stage, clock } = makeStage();
  const shown = [];
  stage.onPage = ({ activePage }) => shown.push(activePage);
  stage.isTouched = () => true;
  clock.onFrame(1000e6, true);
  for (const [time, page] of [[1010e6, 8], [1020e6, 7]]) {
    frame.activePage = page;
    clock.onFrame(time, true);
  }
  const boundary = clock.nextBoundary();
  assert.equal(shown.at(-1), 8, "not with each page");
  assert.ok(boundary !== null && boundary <= 1110e6, `a boundary at ${boundary}`);
  clock.onFrame(boundary, true);
  assert.equal(shown.at(-1), 7);
});

test("the gallery learns only of areas that have changed: it was opened with the first ones", () => {
  const { stage, gallery, preview } = makeStage();
  assert.ok(stage.resized(0), "the views take the first areas");
  assert.equal(stage.resized(0), false, "an observer of sizes also calls when it begins");
  assert.deepEqual(gallery.viewports, []);
  preview.box = { width: 100, height: 80 };
  assert.ok(stage.resized(0));
  assert.deepEqual(gallery.viewports, [[{ width: 100, height: 80 }, { width: 100, height: 100 }]]);
  globalThis.devicePixelRatio = 2;
  assert.ok(stage.resized(0), "another density needs other pictures");
  globalThis.devicePixelRatio = 1;
  assert.equal(gallery.viewports.length, 1);
});
