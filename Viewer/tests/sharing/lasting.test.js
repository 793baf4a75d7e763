// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { lasting } from "../../sharing/lasting.js";

test("a request of an edit outlives its page, unless browsers do not keep so much", () => {
  assert.deepEqual(lasting({ method: "POST", body: "{}" }), { method: "POST", body: "{}", keepalive: true });
  const large = { method: "POST", body: "1".repeat(70_000) };
  assert.equal(lasting(large), large);
  assert.equal(lasting({ method: "GET" }).keepalive, undefined);
});
