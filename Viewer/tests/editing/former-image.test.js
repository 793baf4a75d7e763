// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { readFormerImage } from "../../editing/former-image.js";

/** A server with page 7, and what is sent to it; a number of uploads fail before one arrives. */
function makeServer({ byteCount = 3, losses = 0, isRefused = false } = {}) {
  const state = { requests: [], sent: [], time: 0 };
  const page = { id: 7, digest: "d1", rotation: 270, key: "turned", aspectRatio: 0.7, byteCount, fileName: "lease.png" };
  const request = async (method, path, { ifMatch, read } = {}) => {
    state.requests.push([method, path, ifMatch]);
    return { data: path.endsWith("/original") ? read(new Uint8Array([1, 2, 3]).buffer) : page };
  };
  const put = async (upload) => {
    state.sent.push(upload);
    if (state.sent.length <= losses) throw Object.assign(new Error("lost"), { isTemporary: !isRefused });
    return { key: "not turned" };
  };
  const sleep = async (milliseconds) => { state.time += milliseconds; };
  return Object.assign(state, { parts: { request, put, sleep, now: () => state.time } });
}

test("an image is read with its rotation, and is sent again as it was, under an ID of its own each time", async () => {
  const { parts, requests, sent } = makeServer({ losses: 2 });
  const { ratio, byteCount, replacement } = await readFormerImage(7, 0, parts);
  assert.deepEqual(requests, [["GET", "/api/v1/pages/7", undefined], ["GET", "/api/v1/pages/7/original", '"sha256:d1"']]);
  assert.deepEqual([ratio, byteCount, replacement.upload, replacement.turns, replacement.key], [0.7, 3, null, 3, "turned"]);
  const { upload, key } = await replacement.again();
  assert.deepEqual([upload, key, new Set(sent.map(({ id }) => id)).size], [sent[2].id, "turned", 3]);
  const [{ file, keepsUnreadable }] = sent;
  assert.deepEqual([[...new Uint8Array(await file.arrayBuffer())], file.name, keepsUnreadable], [[1, 2, 3], "lease.png", true]);
});

test("an image is sent again for half a minute, and not after a refusal", async () => {
  const lost = makeServer({ losses: Infinity });
  const { replacement } = await readFormerImage(7, 0, lost.parts);
  await assert.rejects(replacement.again(), /lost/);
  assert.equal(lost.time, 31_000);
  const refusing = makeServer({ losses: Infinity, isRefused: true });
  await assert.rejects((await readFormerImage(7, 0, refusing.parts)).replacement.again());
  assert.equal(refusing.sent.length, 1);
});

test("images that are too large alone or together are not read", async () => {
  for (const [byteCount, kept] of [[65 * 1024 * 1024, 0], [20 * 1024 * 1024, 240 * 1024 * 1024]]) {
    const { parts, requests } = makeServer({ byteCount });
    await assert.rejects(readFormerImage(7, kept, parts), /too large/);
    assert.equal(requests.length, 1);
  }
});
