// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";

globalThis.document ??= { baseURI: "http://gallery.test/", querySelector: () => null, documentElement: { dataset: {} } };
const { putUpload } = await import("../../uploads/transfer.js");

/** Sends a file to a server, or something before it, that gives an answer. */
function send(context, status, responseText) {
  const { XMLHttpRequest } = globalThis;
  globalThis.XMLHttpRequest = class extends EventTarget {
    upload = new EventTarget();
    status = status;
    responseText = responseText;
    open() {}
    setRequestHeader() {}
    getResponseHeader() { return null; }
    abort() {}
    send() { this.dispatchEvent(new Event("loadend")); }
  };
  context.after(() => (globalThis.XMLHttpRequest = XMLHttpRequest));
  return putUpload({ id: "a", file: { name: "scan.jpg" } }, () => {}, new AbortController().signal);
}

test("the page of a file that was sent is the server's", async (context) => {
  const page = { aspectRatio: 0.75 };
  assert.deepEqual(await send(context, 200, JSON.stringify({ page })), page);
});

for (const text of ["<html>Please sign in</html>", "", "null", "[]", "{}", '{"page": null}']) {
  test(`a success that is not the server's is tried again: ${text}`, async (context) => {
    await assert.rejects(send(context, 200, text), { name: "ConnectionError", isTemporary: true });
  });
}

test("a refusal keeps its status", async (context) => {
  await assert.rejects(send(context, 413, ""), { status: 413, isTemporary: false });
});
