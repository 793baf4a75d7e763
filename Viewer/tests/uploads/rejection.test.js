// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { rejection } from "../../uploads/rejection.js";

test("the first bytes decide what can be a page", async () => {
  const reason = (...bytes) => rejection(new File([new Uint8Array(bytes)], "a"));
  assert.equal(await reason(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4), "");
  assert.equal(await reason(0x89, 0x50, 0x4e, 0x47, 1), "");
  for (const bytes of [[0x89, 0x50, 0x4e], [0x25, 0x50, 0x44, 0x46], [0xff], [0xd8, 0xff]]) {
    assert.equal(await reason(...bytes), "This is neither a JPEG nor a PNG image.");
  }
  assert.equal(await reason(), "The file is empty.");
});
