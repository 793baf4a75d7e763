// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { updateCover } from "../../library/cover.js";

/** As much of an element as a part of a cover needs. */
class FakeElement {
  attributes = {};
  children = [];
  setAttribute(name, value) { this.attributes[name] = value; }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  querySelector() { return null; }
  get text() { return this.children.map((child) => child.text ?? child).join(""); }
}

test("the comma of a cover is an element of its own: a phone shows the date on another line, without it", (context) => {
  globalThis.document = { createElement: () => new FakeElement() };
  context.after(() => delete globalThis.document);
  const parts = { ".cover-title": new FakeElement(), ".cover-details": new FakeElement(), ".cover-paper": new FakeElement() };
  const cover = Object.assign(new FakeElement(), { querySelector: (selector) => parts[selector] ?? null });
  updateCover(cover, { id: 1, title: "Lease", pageCount: 3, revision: 4, created: "2026-11-24T15:00:00Z", modified: "" });
  const [count, comma, time] = parts[".cover-details"].children;
  assert.deepEqual([count, comma.attributes.class, comma.text, time.attributes.datetime], ["3 pages", "cover-comma", ", ", "2026-11-24T15:00:00Z"]);
});
