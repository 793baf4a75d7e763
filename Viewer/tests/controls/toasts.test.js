// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { shortened } from "../../controls/toasts.js";

test("a long title leaves room for what happened to it", () => {
  assert.equal(shortened(`\u201c${"a".repeat(500)}\u201d is in the trash`), `\u201c${"a".repeat(40)}\u2026\u201d is in the trash`);
  assert.equal(shortened(`\u201c${"\u{1F4C4}".repeat(60)}\u201d was duplicated`), `\u201c${"\u{1F4C4}".repeat(40)}\u2026\u201d was duplicated`);
});

test("other texts stay as they are", () => {
  for (const text of [`\u201c${"a".repeat(47)}\u201d is in the trash`, "Page 3 deleted", `\u201cA\u201d ${"was not renamed ".repeat(9)}`]) assert.equal(shortened(text), text);
});
