// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { GridInputs } from "../../grid/grid-inputs.js";
import { Selection } from "../../grid/selection.js";

const holdTime = 450;

/** A grid of pages 1 to 12 in rows of 4, and what fingers, mice and keys do in it. */
function makeGrid(context) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.document = { documentElement: { dir: "ltr" } };
  context.after(() => {
    context.mock.timers.reset();
    delete globalThis.document;
  });
  const listeners = {};
  const state = { opened: [], pages: Array.from({ length: 12 }, (_, index) => index + 1) };
  const selection = new Selection((index) => state.pages[index] ?? null);
  const layout = { target: (key, focus) => ({ ArrowRight: focus + 1, ArrowLeft: focus - 1 })[key] };
  new GridInputs({
    list: { addEventListener: (name, run) => { listeners[name] = run; }, clientHeight: 600 }, selection, layout, count: () => 12,
    pageAt: (index) => state.pages[index] ?? null, indexOf: (page) => (state.pages.includes(page) ? state.pages.indexOf(page) : null), draw() {}, reveal() {},
    open: () => state.opened.push(selection.focus), collect: () => { selection.isCollecting = true; }, remove() {} });
  const at = (index) => ({ closest: () => (index === null ? null : { id: `cell-${index}` }) });
  const send = (name, index, more = {}) => {
    const event = { target: at(index), clientX: 50, clientY: 50, isPrimary: true, pointerType: "touch", isPrevented: false, preventDefault() { this.isPrevented = true; }, ...more };
    listeners[name](event);
    return event;
  };
  return Object.assign(state, {
    selection, send, selected: () => selection.inOrder((page) => state.pages.indexOf(page)),
    tap: (index, time = 60) => {
      send("pointerdown", index);
      context.mock.timers.tick(time);
      send("pointerup", index);
      send("click", index);
    },
    click: (index, more) => send("click", index, { pointerType: "mouse", ...more }),
    key: (key, more) => send("keydown", null, { key, ...more }),
  });
}

test("a finger that is held selects a page, and the next taps add and remove others", (context) => {
  const { tap, selected, opened } = makeGrid(context);
  tap(2, holdTime);
  assert.deepEqual([selected(), opened], [[3], []]);
  tap(5);
  tap(0);
  tap(2);
  assert.deepEqual([selected(), opened], [[1, 6], []]);
  tap(5, holdTime);
  assert.deepEqual(selected(), [1, 6], "a page that is selected stays so when it is held");
});

test("the page that was touched is selected when others move or delete it meanwhile", (context) => {
  const grid = makeGrid(context);
  const hold = (index, pages) => {
    grid.send("pointerdown", index);
    grid.pages = pages;
    context.mock.timers.tick(holdTime);
    grid.send("pointerup", index);
    grid.send("click", index);
  };
  hold(2, [1, 2, 4, 5, 3]);
  assert.deepEqual(grid.selected(), [3]);
  hold(1, [1, 4, 5, 3]);
  assert.deepEqual([grid.selected(), grid.opened], [[3], []], "page 2 is gone");
});

test("a tap opens a page, and so does none that scrolls, moves or is one of two fingers", (context) => {
  const { tap, send, selected, opened } = makeGrid(context);
  tap(2);
  assert.deepEqual([selected(), opened], [[], [2]]);
  for (const [name, more] of [["pointermove", { clientY: 70 }], ["pointercancel", {}], ["pointerdown", { isPrimary: false }]]) {
    send("pointerdown", 4);
    send(name, 4, more);
    context.mock.timers.tick(1000);
  }
  send("pointerdown", 4, { pointerType: "mouse" });
  context.mock.timers.tick(1000);
  assert.deepEqual([selected(), opened], [[], [2]]);
});

test("the menu of the system stays away from a finger that is held, and from nothing else", (context) => {
  const { send } = makeGrid(context);
  send("pointerdown", 4);
  assert.ok(send("contextmenu", 4).isPrevented);
  context.mock.timers.tick(holdTime);
  assert.ok(send("contextmenu", 4).isPrevented);
  send("pointerdown", 4, { pointerType: "mouse" });
  assert.ok(!send("contextmenu", 4).isPrevented);
});

test("while pages are collected, clicks and keys of all kinds add and remove, and open none", (context) => {
  const { tap, click, key, send, selection, selected, opened } = makeGrid(context);
  selection.isCollecting = true;
  tap(1);
  click(3);
  click(4);
  click(3);
  click(null);
  send("dblclick", 4);
  assert.deepEqual([selected(), opened], [[2, 5], []]);
  key("ArrowRight");
  key("Enter");
  key("ArrowRight");
  key(" ");
  assert.deepEqual([selected(), opened], [[2, 6], []]);
  key("a");
  click(7, { shiftKey: true });
  assert.deepEqual(selected(), [2, 6, 7, 8]);
});

test("a mouse and keys select as in a file manager otherwise", (context) => {
  const { click, key, selected, opened, send } = makeGrid(context);
  click(1);
  click(3, { ctrlKey: true });
  assert.deepEqual(selected(), [2, 4]);
  click(5);
  key("ArrowRight");
  assert.deepEqual(selected(), [7]);
  key("a", { ctrlKey: true });
  assert.equal(selected().length, 12);
  click(null);
  assert.deepEqual(selected(), []);
  key("Enter");
  send("dblclick", 6);
  assert.equal(opened.length, 2);
});
