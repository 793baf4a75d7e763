// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Commands } from "../../document/commands.js";
import { makeWindow, openDocument } from "../editing/open-document.js";

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

test("Escape ends what a finger does, and stays in the document", () => {
  const { commands, performed } = makeCommands({ grid: { takes: () => false, close: () => performed.push("close") > 0 } });
  let isDragging = true;
  commands.cancelGesture = () => isDragging;
  assert.ok(commands.run("escape"));
  assert.deepEqual(performed, []);
  isDragging = false;
  assert.ok(commands.run("escape"));
  assert.deepEqual(performed, ["close"]);
});

test("each press of a key turns the page, also while pages are being deleted", async (context) => {
  makeWindow(context);
  for (const pause of [0, 20, 50, 120, 400]) {
    const document = await openDocument(8);
    document.press(["next", "delete", "next", "delete", "next", "delete"], pause);
    document.run(3000);
    assert.deepEqual(document.pages(), [1, 3, 5, 7, 8], `every ${pause} ms`);
  }
});

test("turning pages passes over those that are being deleted, in both directions and at the ends", async (context) => {
  makeWindow(context);
  const document = await openDocument(6);
  document.press(["forward"]);
  assert.equal(document.gallery.frame(document.time).activePage, 6);
  document.isOnline = false;
  document.goTo(3);
  const after = (...names) => (document.press(names), document.run(1000), document.gallery.frame(document.time).activePage);
  assert.equal(after("delete", "previous"), 2);
  document.editing.delete([6]);
  assert.equal(after("last"), 5);
  assert.equal(after("backward"), 1);
  assert.equal(after("forward"), 5);
});

test("turning pages goes by the order after moves that are not shown yet", async (context) => {
  makeWindow(context);
  for (const pause of [0, 20, 50, 120, 400]) {
    const document = await openDocument(6);
    document.press(["move-later", "next", "delete"], pause);
    document.run(3000);
    assert.deepEqual(document.pages(), [2, 1, 4, 5, 6], `later, every ${pause} ms`);
    document.goTo(5);
    document.press(["move-earlier", "previous", "delete", "last", "delete", "first", "delete"], pause);
    document.run(3000);
    assert.deepEqual(document.pages(), [5, 4], `earlier, every ${pause} ms`);
  }
});

test("deletions go on with the page that follows after moves that are not shown yet", async (context) => {
  makeWindow(context);
  const programs = [
    [4, ["move-later", "delete", "delete"]], [4, ["move-earlier", "delete", "delete"]],
    [4, ["move-later", "move-later", "move-later", "delete", "previous", "delete"]], [4, ["next", "move-later", "delete", "next", "delete"]],
    [4, ["move-later", "move-later", "previous", "delete", "previous", "delete"]], [6, ["move-earlier", "next", "delete", "delete"]],
    [6, ["move-later", "previous", "delete", "delete"]], [6, ["move-earlier", "move-earlier", "next", "delete", "next", "delete"]],
    [10, ["move-earlier", "delete", "delete", "delete"]], [1, ["move-later", "delete", "rotate-right", "delete", "last", "delete"]],
  ];
  for (const [page, names] of programs) {
    const end = async (pause) => {
      const document = await openDocument(10);
      document.goTo(page);
      document.press(names, pause);
      document.run(3000);
      return { pages: document.pages(), turns: document.turns };
    };
    const slow = await end(1500);
    for (const pause of [0, 20, 50, 120, 250, 400]) assert.deepEqual(await end(pause), slow, `${page}: ${names}, every ${pause} ms`);
  }
});

test("keys find a page whose deletion was cancelled by an undo", async (context) => {
  makeWindow(context);
  for (const pause of [0, 20, 50, 120, 250]) {
    const document = await openDocument(10);
    document.goTo(4);
    document.press(["delete", "undo", "delete"], pause);
    document.run(3000);
    assert.deepEqual(document.pages(), [1, 2, 3, 5, 6, 7, 8, 9, 10], `every ${pause} ms`);
    document.goTo(6);
    document.press(["delete", "undo", "next", "delete"], pause);
    document.run(3000);
    assert.deepEqual(document.pages(), [1, 2, 3, 5, 6, 8, 9, 10], `then next, every ${pause} ms`);
  }
});

test("turning pages passes over those that nobody sees yet", async (context) => {
  makeWindow(context);
  const document = await openDocument(3);
  document.isOnline = false;
  document.press(["move-later"]);
  document.gallery.enqueue([{ kind: "insert", id: 9, index: 2, isLogical: true }], document.time);
  document.press(["next"]);
  assert.equal(document.gallery.frame(document.time).activePage, 3);
});

test("turning goes on from a page that somebody else deletes, to those beside it", async (context) => {
  makeWindow(context);
  for (const [name, page] of [["next", 4], ["previous", 2], ["last", 6], ["first", 1]]) {
    const document = await openDocument(6);
    document.goTo(3);
    document.isOnline = false;
    document.press(["move-later"], 20);
    document.changeElsewhere({ deletions: [2] });
    document.press([name], 20);
    assert.equal(document.gallery.frame(document.time).activePage, page, name);
  }
});

test("pages turn before the module of edits has arrived", async () => {
  const { gallery, clock, commands, run } = await openDocument(6, { hasEditing: false });
  commands.turn(2);
  run(1000);
  assert.equal(gallery.frame(clock.last).activePage, 3);
});
