// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { momentText } from "../../words/dates.js";
import { byteText, factsOf } from "../../panels/facts.js";

test("bytes are told in the unit that fits", () => {
  assert.deepEqual([0, 999, 1000, 207_200, 12_345_678].map(byteText), ["0 bytes", "999 bytes", "1 kB", "207.2 kB", "12.3 MB"]);
});

test("the facts are those that are known", () => {
  const page = { width: 2480, height: 3508, density: [300, 300], rotation: 90, format: "jpeg", byteCount: 1000, digest: "ab" };
  assert.deepEqual(factsOf(page, "1 of 2"), [
    ["Page", "1 of 2"], ["Pixels", "2,480 × 3,508"], ["Size", "210 × 297 mm"], ["Density", "300 dpi"], ["Rotation", "90°"],
    ["File", "JPEG, 1 kB"], ["SHA-256", "ab"]]);
  assert.deepEqual(factsOf({ ...page, fileName: "scan 7.jpg" }, "1 of 2")[1], ["Name", "scan 7.jpg"]);
  const added = factsOf({ ...page, created: "2026-11-24T15:00:00Z" }, "1 of 2").find(([name]) => name === "Added");
  assert.equal(added?.[1], momentText("2026-11-24T15:00:00Z"));
  const damaged = { rotation: 0, byteCount: 10, digest: "cd", damage: "The file ends early." };
  assert.deepEqual(factsOf(damaged, "2 of 2"), [["Page", "2 of 2"], ["File", "10 bytes"], ["Damage", "The file ends early."], ["SHA-256", "cd"]]);
  const damage = (page, isUnreadable) => factsOf(page, "2 of 2", isUnreadable).filter(([name]) => name === "Damage");
  assert.deepEqual(damage(damaged, true), [["Damage", "The file ends early."]]);
  assert.deepEqual(damage(page, true), [["Damage", "The stored file cannot be read."]]);
  assert.deepEqual(damage(page, false), []);
});
