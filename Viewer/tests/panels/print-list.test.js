// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { PrintList } from "../../panels/print-list.js";

/** As much of an element as a list of pages needs. */
class FakeElement {
  attributes = {};
  children = [];
  textContent = "";
  constructor(name) { this.name = name; }
  get id() { return this.attributes.id ?? ""; }
  get className() { return this.attributes.class ?? ""; }
  setAttribute(name, value) { this.attributes[name] = value; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  append(...children) {
    for (const child of children) typeof child === "string" ? (this.textContent += child) : this.children.push(Object.assign(child, { parent: this }));
  }
  prepend(child) { this.children.unshift(Object.assign(child, { parent: this })); }
  before(note) { this.note = note; }
  replaceChildren(...children) { this.children = children; }
  replaceWith(other) { this.parent.children = this.parent.children.map((child) => (child === this ? Object.assign(other, { parent: this.parent }) : child)); }
  querySelector(selector) { return this.children.find(({ name, className }) => selector === name || selector === `.${className}`) ?? null; }
  cloneNode() { return Object.assign(new FakeElement("img"), { attributes: { ...this.attributes } }); }
}

/** A list of the first 100 pages of a document as the server has made it, and the present pages, which a test changes. */
function makeList(context, count) {
  globalThis.document = { createElement: (name) => new FakeElement(name) };
  context.after(() => delete globalThis.document);
  const make = (name, attributes, text = "") => Object.assign(new FakeElement(name), { attributes, textContent: text });
  const list = make("ol", { class: "pages" });
  for (let page = 1; page <= Math.min(count, 100); page += 1) {
    const entry = make("li", { id: `p${page}` });
    entry.append(make("img", { src: `/t/${page}/key/e800.jpg` }), make("p", { class: "page-number" }, `Page ${page}`));
    list.append(entry);
  }
  const state = { pages: Array.from({ length: count }, (_, index) => index + 1), leaving: [], keys: new Map(), decoded: new Map() };
  const pictures = { keyOf: (page) => state.keys.get(page) ?? "key", best: (page) => state.decoded.get(page) ?? null };
  const plain = { querySelector: (selector) => (selector === ".pages" ? list : null) };
  const printing = new PrintList({ gallery: { pages: () => ({ ids: state.pages }) }, pictures, leaving: () => state.leaving, title: () => "Lease" }, plain);
  const entries = () => list.children.map((entry) => `${entry.querySelector("img").getAttribute("src")} ${entry.querySelector(".page-number").textContent}`);
  return Object.assign(state, { printing, list, entries });
}

test("the present pages are printed: without deleted ones, with added ones, in their order", (context) => {
  const state = makeList(context, 5);
  state.pages = [2, 3, 9, 5, 4];
  state.leaving = [3];
  state.decoded.set(9, { turns: 0, image: Object.assign(new FakeElement("img"), { attributes: { src: "/t/9/key/e1920.jpg" } }) });
  state.printing.update();
  assert.deepEqual(state.entries(), ["/t/2/key/e800.jpg Page 1", "/t/9/key/e1920.jpg Page 2", "/t/5/key/e800.jpg Page 3", "/t/4/key/e800.jpg Page 4"]);
  assert.equal(state.list.note.hidden, true);
  state.pages = [1, 2];
  state.printing.update();
  assert.deepEqual(state.entries(), ["/t/1/key/e800.jpg Page 1", "/t/2/key/e800.jpg Page 2"]);
});

test("other content of a page is printed", (context) => {
  const state = makeList(context, 2);
  state.keys.set(2, "turned");
  // It has the content before the rotation.
  state.decoded.set(2, { turns: 1, image: new FakeElement("img") });
  state.printing.update();
  assert.deepEqual(state.entries(), ["/t/1/key/e800.jpg Page 1", "/t/2/turned/e1280.jpg Page 2"]);
});

test("of a long document a part is printed, which says so, until all pages are in the list", (context) => {
  const state = makeList(context, 300);
  state.pages.splice(0, 1);
  state.printing.update();
  assert.deepEqual([state.list.children.length, state.entries()[0], state.entries()[99]], [100, "/t/2/key/e800.jpg Page 1", "/t/101/key/e1280.jpg Page 100"]);
  assert.deepEqual([state.list.note.hidden, state.list.note.textContent], [false, "Pages 1 to 100 of 299; use Print in the menu for all"]);
  for (const page of state.pages.slice(100)) state.list.append(Object.assign(state.list.children[0].cloneNode(), { attributes: { id: `p${page}` }, children: [...state.list.children[0].children] }));
  state.printing.update();
  assert.deepEqual([state.list.children.length, state.list.note.hidden], [299, true]);
});

test("the part begins where the list has begun", (context) => {
  const state = makeList(context, 100);
  state.pages = [...Array.from({ length: 200 }, (_, index) => index + 1001), ...state.pages];
  state.printing.update();
  assert.deepEqual([state.list.start, state.entries()[0]], [201, "/t/1/key/e800.jpg Page 201"]);
});
