// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { FactList } from "../../panels/fact-list.js";

/** A list, and what the server says about its page. */
function makeList(context) {
  const { document: known, fetch } = globalThis;
  const state = { requests: 0, page: { byteCount: 10, digest: "ab" } };
  const node = () => ({ children: [], setAttribute() {}, append(...more) { this.children.push(...more); }, replaceChildren(...more) { this.children = more; } });
  globalThis.document = { createElement: node };
  globalThis.fetch = async () => {
    state.requests += 1;
    return state.page ? Response.json(state.page) : Response.json({ status: 404, code: "notFound" }, { status: 404 });
  };
  context.after(() => Object.assign(globalThis, { document: known, fetch }));
  const list = new FactList();
  return { state, list, show: (...values) => list.show(...values, () => false), texts: () => list.element.children.flatMap(({ children }) => children) };
}

test("the facts follow the content of the page and its place", async (context) => {
  const { state, list, show, texts } = makeList(context);
  assert.ok(await show(7, 0, "1 of 2"));
  assert.equal(list.text, "Page 1 of 2. File 10 bytes");
  assert.equal(await show(7, 0, "1 of 2"), false);
  assert.ok(await show(7, 0, "2 of 2"));
  assert.deepEqual([state.requests, texts().slice(0, 2)], [1, ["Page", "2 of 2"]]);
  state.page = { byteCount: 10, digest: "cd" };
  assert.ok(await show(7, 1, "2 of 2"));
  assert.deepEqual([state.requests, texts().at(-1)], [2, "cd"]);
});

test("facts that did not arrive are asked for again", async (context) => {
  const { state, show, texts } = makeList(context);
  const { page } = state;
  state.page = null;
  assert.ok(await show(7, 0, "1 of 2"));
  assert.equal(texts().length, 3);
  state.page = page;
  assert.ok(await show(7, 0, "1 of 2"));
  assert.equal(texts().at(-1), "ab");
});

test("the place is that at which the facts arrive", async (context) => {
  const { show, texts } = makeList(context);
  const isShown = show(7, 0, "1 of 2");
  assert.equal(await show(7, 0, "1 of 3"), false);
  await isShown;
  assert.equal(texts()[1], "1 of 3");
});
