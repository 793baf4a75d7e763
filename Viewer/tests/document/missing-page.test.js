// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { tellMissingPage } from "../../document/missing-page.js";

test("people are told that the page of the address is not in the document", () => {
  const told = [];
  const gallery = { indexOf: (page) => (page === 7 ? 0 : null) };
  for (const place of [null, { page: 7 }, { page: 99999999 }]) tellMissingPage(place, gallery, async (text) => void told.push(text));
  assert.deepEqual(told, ["That page is not in this document."]);
});
