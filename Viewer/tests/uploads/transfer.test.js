// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { GrowingDocument, NewDocument } from "../../uploads/growing-document.js";
import { UploadQueue } from "../../uploads/uploads.js";
import { encodeColumns } from "../requests/column-bytes.js";

/** A document on a server that others change too. */
function makeServer() {
  const server = { revision: 17, pages: 3, used: new Set(), posts: [], changeNext: 0, ids: [1, 2, 3], unknown: new Set() };
  const answer = (status, json) => new Response(JSON.stringify(json), { status });
  const key = "A".repeat(11);
  globalThis.fetch = async (url, { method, body, headers }) => {
    if (url.endsWith("/columns")) return new Response(encodeColumns(server.revision, server.ids.map((id) => ({ id, ratio: 1, key }))));
    if (method === "GET" && url.includes("/uploads/")) {
      const id = url.split("/").pop();
      if (server.unknown.has(id)) return answer(404, { code: "notFound", detail: "" });
      return answer(200, server.used.has(id) ? { upload: id, document: 1 } : { upload: id });
    }
    if (method === "GET") return answer(200, { id: 1, revision: server.revision, pageCount: server.pages });
    if (server.changeNext > 0) {
      server.changeNext -= 1;
      server.revision += 1;
      server.pages += 2;
    }
    if (headers.get("if-match") !== `"r${server.revision}"`) return answer(412, { code: "conflict", detail: "" });
    const { insertions } = JSON.parse(body);
    if (insertions.some(({ upload }) => server.used.has(upload))) return answer(422, { code: "usedUpload", detail: "" });
    if (insertions.some(({ upload }) => server.unknown.has(upload))) return answer(422, { code: "unknownUpload", detail: "" });
    server.posts.push(insertions);
    for (const { upload } of insertions) server.used.add(upload);
    server.revision += 1;
    server.pages += insertions.length;
    return answer(200, { revision: server.revision, pageCount: server.pages });
  };
  return server;
}

const uploads = (...ids) => ids.map((id) => ({ id }));

test("pages are added at the end, one change after the other", async () => {
  const server = makeServer();
  const end = new GrowingDocument(1);
  await end.add(uploads("a", "b"));
  await end.add(uploads("c"));
  assert.deepEqual(server.posts, [[{ at: 3, upload: "a" }, { at: 4, upload: "b" }], [{ at: 5, upload: "c" }]]);
});

test("changes of others move the end, and nothing is added twice", async () => {
  const server = makeServer();
  server.changeNext = 3;
  await new GrowingDocument(1).add(uploads("a"));
  assert.deepEqual(server.posts, [[{ at: 9, upload: "a" }]]);
});

test("what an earlier attempt has added is left out", async () => {
  const server = makeServer();
  server.used.add("a");
  await new GrowingDocument(1).add(uploads("a", "b"));
  assert.deepEqual(server.posts, [[{ at: 3, upload: "b" }]]);
  await new GrowingDocument(1).add(uploads("a", "b"));
  assert.equal(server.posts.length, 1);
});

test("what an earlier attempt has added before a restart is not added twice", async () => {
  const server = makeServer();
  server.unknown.add("a").add("b");
  const document = new GrowingDocument(1);
  await document.add([{ id: "a", result: { id: 3 } }, { id: "c", result: { id: 5 } }]);
  assert.deepEqual(server.posts, [[{ at: 3, upload: "c" }]]);
  await assert.rejects(document.add([{ id: "b", result: { id: 4 } }]), { code: "unknownUpload" });
  server.used.add("c");
  await assert.rejects(document.add([{ id: "b", result: { id: 4 } }, { id: "c", result: { id: 5 } }]), { code: "unknownUpload" });
});

test("uploads can be added before a page; if it is gone, at the end", async () => {
  const server = makeServer();
  for (const before of [2, 9]) await new GrowingDocument(1).add([{ id: `a${before}`, before }, { id: `b${before}`, before }]);
  assert.deepEqual(server.posts.flat().map(({ at }) => at), [1, 2, 3, 4]);
});

/** What makes documents, once per key; the answers to the first attempts are lost. */
function makeCreation(lostCount = 0) {
  const creation = { keys: [], made: new Set() };
  creation.create = async (key) => {
    creation.keys.push(key);
    creation.made.add(key);
    if (creation.keys.length <= lostCount) throw new Error("The server cannot be reached.");
    return { id: 1 };
  };
  return creation;
}
const settled = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test("a document is made with its first page, and once", async () => {
  const server = makeServer();
  const creation = makeCreation();
  const document = new NewDocument(creation.create);
  assert.deepEqual([document.id, creation.keys.length], [null, 0]);
  await document.add(uploads("a", "b"));
  await document.add(uploads("c"));
  assert.deepEqual([document.id, creation.keys.length], [1, 1]);
  assert.deepEqual(server.posts.flat().map(({ upload }) => upload), ["a", "b", "c"]);
});

test("after a lost answer there is still one document", async () => {
  makeServer();
  const creation = makeCreation(1);
  const document = new NewDocument(creation.create);
  await assert.rejects(document.add(uploads("a")));
  assert.equal(document.id, null);
  await document.add(uploads("a"));
  assert.deepEqual([document.id, creation.keys.length, creation.made.size], [1, 2, 1]);
});

test("files that are all rejected make no document", async () => {
  makeServer();
  const creation = makeCreation();
  const document = new NewDocument(creation.create);
  const queue = new UploadQueue({ put: () => Promise.reject(Object.assign(new Error("x"), { status: 422 })), commit: (all) => document.add(all) });
  const jpeg = new File([new Uint8Array([0xff, 0xd8, 0xff])], "bomb.jpg");
  queue.add([{ file: new File(["text"], "text.txt"), name: "text.txt" }, { file: jpeg, name: "bomb.jpg" }]);
  await settled();
  assert.equal(queue.summary.rejected, 2);
  assert.deepEqual([document.id, creation.keys], [null, []]);
});
