// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { isBehind } from "../../panels/covering.js";

test("only what lies entirely behind the drawer is out of reach", () => {
  const drawer = { left: 0, right: 375, top: 60.4 };
  assert.ok(isBehind({ left: 0, right: 375, top: 60 }, drawer));
  assert.ok(!isBehind({ left: 0, right: 375, top: 20 }, drawer), "its upper part can be seen");
  assert.ok(!isBehind({ left: 0, right: 1000, top: 200 }, { left: 260, right: 740, top: 100 }), "its sides can be seen");
  assert.ok(isBehind({ left: 8, right: 44, top: 200 }, drawer));
});
