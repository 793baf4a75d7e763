// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Surfaces } from "../../document/surfaces.js";
import { makeWindow, openDocument } from "../editing/open-document.js";

globalThis.window ??= globalThis;

/** An element that passes events to its listeners. */
class FakeElement extends EventTarget {
  getBoundingClientRect() { return { left: 0, top: 0 }; }
  setPointerCapture() {}
  get parentElement() { return new EventTarget(); }

  /** Passes a pointer that stays where it is. */
  tap(x, y) {
    for (const type of ["pointerdown", "pointerup"]) {
      const event = new Event(type);
      const values = { pointerId: 1, pointerType: "touch", button: 0, clientX: x, clientY: y, timeStamp: 0, target: { closest: () => null } };
      for (const [name, value] of Object.entries(values)) Object.defineProperty(event, name, { value });
      this.dispatchEvent(event);
    }
  }
}

/** A document of ten pages, its surfaces, and the place of a page on the strip. */
async function open(context) {
  makeWindow(context);
  const document = await openDocument(10);
  const [strip, preview] = [new FakeElement(), new FakeElement()];
  const zoom = { state: { isAnimating: false }, isZoomed: () => false };
  const clock = { time: () => document.time };
  new Surfaces(
    { layout: { strip, preview, main: new EventTarget() }, gallery: document.gallery, zoom, clock, stage: { changed() {} }, canEdit: true },
    { details: {}, presence: { toggle() {} }, reordering: { value: null } }, {});
  const tap = (page) => {
    const cells = document.gallery.frame(document.time).strip;
    const cell = Array.from({ length: cells.length }, (_, number) => ({ id: cells[number].id, x: cells[number].x, y: cells[number].y })).find(({ id }) => id === page);
    strip.tap(cell.x, cell.y);
  };
  const active = () => document.gallery.frame(document.time).activePage;
  return { document, tap, active };
}

test("a tap on the strip during an edit shows the page", async (context) => {
  for (const pause of [0, 50, 120, 300]) {
    const { document, tap, active } = await open(context);
    document.goTo(4);
    document.press(["move-later"], pause);
    tap(6);
    document.press(["delete"], 50);
    document.run(3000);
    assert.deepEqual(document.pages(), [1, 2, 3, 5, 4, 7, 8, 9, 10], `after ${pause} ms`);
    assert.equal(active(), 7);
  }
});

test("a finger catches a strip that moves: that is no tap", async (context) => {
  const { document, tap, active } = await open(context);
  document.gallery.goTo(9, true, document.time);
  document.run(50);
  tap(3);
  document.run(1000);
  assert.ok(![3, 9].includes(active()), "it stops where it was");
});
