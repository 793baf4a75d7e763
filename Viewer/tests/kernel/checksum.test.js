// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { checksum } from "./checksum.js";

const wasm = readFileSync(new URL("../../kernel/kernel.wasm", import.meta.url));

test("the checksum of 100,000 random calls is that of native code", async () => {
  const expected = readFileSync(new URL("checksum.txt", import.meta.url), "utf8").trim();
  assert.equal(await checksum({ wasm }), expected);
});

test("the checksum depends on each call and on the seed", async () => {
  const first = await checksum({ wasm, calls: 100 });
  assert.equal(await checksum({ wasm, calls: 100 }), first);
  assert.notEqual(await checksum({ wasm, calls: 101 }), first);
  assert.notEqual(await checksum({ wasm, calls: 100, seed: 2 }), first);
});
