// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { DocumentList } from "../../library/document-list.js";

/** The least of an element that covers need. */
function makeNode() {
  const node = {
    children: [], dataset: {}, textContent: "", className: "",
    setAttribute(name, value) {
      if (name === "class") node.className = value;
      if (name === "data-document") node.dataset.document = value;
    },
    append: (...more) => node.children.push(...more),
    replaceChildren: (...more) => { node.children = more; },
    querySelector(selector) {
      for (const child of node.children) {
        const found = `.${child.className}` === selector ? child : child.querySelector?.(selector);
        if (found) return found;
      }
      return null;
    },
  };
  return node;
}

/** A list of documents 9 and 8, and requests that a test answers. */
function makeList(context) {
  const { document: known, fetch } = globalThis;
  const requests = [];
  globalThis.document = { createElement: makeNode };
  globalThis.fetch = (url, { signal }) => new Promise((resolve, reject) => {
    requests.push({
      url, answer: (ids, next) => resolve(Response.json({ documents: ids.map((id) => ({ id, title: `lease ${id}`, pageCount: 1, created: "2026-11-24T15:00:00Z" })), next })),
      refuse: () => resolve(Response.json({ status: 403, code: "forbidden" }, { status: 403 })),
    });
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  context.after(() => Object.assign(globalThis, { document: known, fetch }));
  let changes = 0;
  const list = new DocumentList(makeNode(), { canEdit: false, query: "", next: "/api/v1/documents?after=8", onChange: () => { changes += 1; } });
  return { list, requests, shown: () => list.covers.map(({ dataset }) => Number(dataset.document)), changes: () => changes };
}

const turn = () => new Promise((resolve) => { setTimeout(resolve, 0); });

test("a search does not show further documents of the list before it", async (context) => {
  const { list, requests, shown, changes } = makeList(context);
  const isSearched = list.search("lease");
  await list.fetchNext();
  assert.deepEqual(requests.map(({ url }) => url), ["/api/v1/documents?limit=60&q=lease"]);
  requests[0].answer([7, 5], "/api/v1/documents?after=5&q=lease");
  await isSearched;
  assert.deepEqual([shown(), changes()], [[7, 5], 1]);
  const isFetched = list.fetchNext();
  await turn();
  requests[1].answer([3]);
  await isFetched;
  assert.deepEqual([shown(), list.next], [[7, 5, 3], ""]);
});

test("after a search that failed, the words are those of the documents that are shown", async (context) => {
  const { list, requests, shown } = makeList(context);
  const isAbandoned = assert.rejects(list.search("l"), { name: "AbortError" });
  const isRefused = assert.rejects(list.search("lease"), { status: 403 });
  assert.equal(list.query, "lease");
  await isAbandoned;
  requests.at(-1).refuse();
  await isRefused;
  assert.deepEqual([list.query, list.next], ["", "/api/v1/documents?after=8"]);
  const isSearched = list.search("lease");
  requests.at(-1).answer([7]);
  await isSearched;
  assert.deepEqual([list.query, shown()], ["lease", [7]]);
});
