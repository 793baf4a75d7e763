// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { DocumentEnd } from "../transfer.js";

/** A document on a server that others change too. */
function makeServer() {
  const server = { revision: 17, pages: 3, used: new Set(), posts: [], loseNext: false, changeNext: 0 };
  const answer = (status, json) => new Response(JSON.stringify(json), { status });
  globalThis.fetch = async (url, { method, body, headers }) => {
    if (method === "GET" && url.includes("/uploads/")) {
      const id = url.split("/").pop();
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
  const end = new DocumentEnd(1);
  await end.add(uploads("a", "b"));
  await end.add(uploads("c"));
  assert.deepEqual(server.posts, [[{ at: 3, upload: "a" }, { at: 4, upload: "b" }], [{ at: 5, upload: "c" }]]);
});

test("changes of others move the end, and nothing is added twice", async () => {
  const server = makeServer();
  server.changeNext = 3;
  await new DocumentEnd(1).add(uploads("a"));
  assert.deepEqual(server.posts, [[{ at: 9, upload: "a" }]]);
});

test("what an earlier attempt has added is left out", async () => {
  const server = makeServer();
  server.used.add("a");
  await new DocumentEnd(1).add(uploads("a", "b"));
  assert.deepEqual(server.posts, [[{ at: 3, upload: "b" }]]);
  await new DocumentEnd(1).add(uploads("a", "b"));
  assert.equal(server.posts.length, 1);
});
