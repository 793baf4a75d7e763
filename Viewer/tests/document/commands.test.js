// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Commands } from "../../document/commands.js";

/** Commands on a document with a number of pages, and the actions that were performed. */
function makeCommands({ count = 3, grid = null } = {}) {
  const performed = [];
  const part = (name, value = null) => ({ value, use: (run) => run(new Proxy({}, { get: (_, call) => () => performed.push(`${name}.${String(call)}`) })) });
  const actions = [{ name: "grid", needsPage: true }, { name: "details", needsPage: true }, { name: "full-screen" }];
  const parts = {
    gallery: { count, frame: () => ({ activeIndex: count ? 0 : null }) }, clock: { last: 0, time: () => 0 }, stage: { changed() {} },
    zoom: {}, layout: { actions }, editing: part("editing"), canEdit: true,
  };
  const commands = new Commands(parts, { details: part("details"), grid: part("grid", grid), menus: part("menus"), reordering: part("reordering") });
  return { commands, performed };
}

test("actions that need a page do nothing without one, as their buttons", () => {
  const { commands, performed } = makeCommands({ count: 0 });
  for (const name of ["grid", "details", "keys"]) assert.ok(commands.run(name));
  assert.deepEqual(performed, ["menus.showKeys"]);
  const other = makeCommands();
  for (const name of ["grid", "details"]) assert.ok(other.commands.run(name));
  assert.deepEqual(other.performed, ["grid.toggle", "details.toggle"]);
});

test("what the grid takes does not reach the page behind it", () => {
  const taken = [];
  const grid = { takes: (name) => name !== "keys" && taken.push(name) > 0 };
  const { commands, performed } = makeCommands({ grid });
  for (const name of ["delete", "rotate-right", "details", "keys"]) assert.ok(commands.run(name));
  assert.equal(commands.run("unknown"), false);
  assert.deepEqual([taken, performed], [["delete", "rotate-right", "details"], ["menus.showKeys"]]);
});
