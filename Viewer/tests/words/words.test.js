// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { foldedText } from "../../library/title-search.js";
import { ProblemError } from "../../requests/problems.js";
import { reasonText } from "../../words/reasons.js";
import { disposition } from "../../uploads/transfer.js";

test("text is compared as on the server", () => {
  const texts = ["MÜLLER", "Straße", "Łódź", "Cafe\u0301", "100%_", "Ærø", "हिन्दी"];
  assert.deepEqual(texts.map(foldedText), ["muller", "strasse", "lodz", "cafe", "100%_", "aero", "हिन्दी"]);
});

test("people read reasons in their words", () => {
  const problem = (/** @type {string} */ code) => new ProblemError({ status: 400, code, title: "T", detail: "There is no page 7." });
  assert.equal(reasonText(problem("notFound")), "It is no longer here.");
  assert.equal(reasonText(problem("other")), "There is no page 7.");
  assert.equal(reasonText(new Error("The file is empty.")), "The file is empty.");
  assert.equal(reasonText(undefined), "");
  const upload = (/** @type {string} */ code) => new ProblemError({ status: 422, code, title: "T", detail: "The upload 58c0a4b2-0000-4000-8000-000000000000 is missing." });
  for (const code of ["unknownUpload", "usedUpload", "uploadInUse", "uploadConflict"]) assert.doesNotMatch(reasonText(upload(code)), /58c0|^$/, code);
});

test("any name of a file is sent as a header", () => {
  assert.equal(disposition("Scan (ä)*'.jpg"), "attachment; filename*=UTF-8''Scan%20%28%C3%A4%29%2a%27.jpg");
  assert.match(disposition("a\ud800\r\n\"b"), /^attachment; filename\*=UTF-8''[\w%.]+$/);
});
