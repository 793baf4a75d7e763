// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Covers } from "../../library/covers.js";

/** The least of an element that covers need. */
function makeNode(name) {
  const node = {
    name, children: [], dataset: {}, textContent: "", className: "", isConnected: true,
    setAttribute(attribute, value) {
      if (attribute === "class") node.className = value;
      if (attribute === "data-document") node.dataset.document = value;
    },
    append: (...more) => more.forEach((child) => node.insertBefore(child, null)),
    insertBefore(child, following) {
      const place = following ? node.children.indexOf(following) : node.children.length;
      node.children.splice(place, 0, Object.assign(child, { parent: node }));
    },
    replaceChildren: (...more) => { node.children = more; },
    remove: () => { node.parent.children = node.parent.children.filter((child) => child !== node); },
    get nextElementSibling() { return node.parent.children[node.parent.children.indexOf(node) + 1] ?? null; },
    get previousElementSibling() { return node.parent.children[node.parent.children.indexOf(node) - 1] ?? null; },
    contains: (other) => node === other || node.children.some((child) => child.contains?.(other)),
    querySelector(selector) {
      for (const child of node.children) {
        if (child.name === selector || `.${child.className}` === selector) return child;
        const found = child.querySelector?.(selector);
        if (found) return found;
      }
      return null;
    },
    closest: () => null,
    checkVisibility: () => true,
    focus: () => { globalThis.document.activeElement = node; },
  };
  return node;
}

const documentOf = (id, title = `lease ${id}`) => ({ id, title, pageCount: 1, created: "2026-11-24T15:00:00Z" });

/** The covers of documents 9, 7 and 5. */
function makeCovers(context) {
  const { document: known } = globalThis;
  globalThis.document = { createElement: makeNode, querySelectorAll: () => [], activeElement: null };
  context.after(() => { globalThis.document = known; });
  const events = [];
  const focus = () => Number(globalThis.document.activeElement?.parent?.dataset.document ?? 0);
  const covers = new Covers(makeNode("ul"), false, () => events.push(focus()));
  covers.append([9, 7, 5].map((id) => documentOf(id)));
  return { covers, events, focus, shown: () => covers.all.map(({ dataset }) => Number(dataset.document)) };
}

test("a document that is new gets its place among the others, and one that is known keeps its element", (context) => {
  const { covers, events, shown } = makeCovers(context);
  for (const id of [8, 10, 4]) covers.put(documentOf(id));
  assert.deepEqual(shown(), [10, 9, 8, 7, 5, 4]);
  const known = covers.of(7);
  covers.put(documentOf(7, "renamed"));
  assert.equal(covers.of(7), known);
  assert.equal(known.querySelector(".cover-title").textContent, "renamed");
  assert.equal(events.length, 4);
});

test("documents are shown in place of others, and added behind them once", (context) => {
  const { covers, shown } = makeCovers(context);
  const known = covers.of(5);
  covers.replaceAll([documentOf(5), documentOf(3)]);
  assert.equal(covers.of(5), known);
  covers.append([documentOf(3), documentOf(2)]);
  assert.deepEqual(shown(), [5, 3, 2]);
  assert.equal(covers.after(4), covers.of(3));
  assert.equal(covers.after(2), undefined);
});

test("the focus of a cover that goes moves to the next one, or to the one before", (context) => {
  const { covers, events, focus, shown } = makeCovers(context);
  covers.of(7).querySelector("a").focus();
  covers.remove(7);
  assert.equal(focus(), 5);
  covers.remove(5);
  assert.equal(focus(), 9);
  covers.remove(6);
  assert.deepEqual([shown(), events], [[9], [7, 5]], "what depends on the list is told before");
});

test("the focus stays where it is when another cover goes", (context) => {
  const { covers, focus } = makeCovers(context);
  covers.of(9).querySelector("a").focus();
  covers.remove(7);
  assert.equal(focus(), 9);
});
