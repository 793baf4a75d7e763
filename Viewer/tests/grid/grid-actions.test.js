// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { isEnabled } from "../../controls/focus.js";
import { GridActions } from "../../grid/grid-actions.js";

/** The least of a page's elements that buttons need. */
function makeNode(tag) {
  const attributes = {};
  return {
    tag, children: [], dataset: attributes, listeners: {},
    append(...more) { this.children.push(...more); },
    getAttribute: (name) => attributes[name] ?? null, removeAttribute(name) { delete attributes[name]; },
    setAttribute(name, value) { attributes[name.replace(/^data-/, "")] = value; },
    addEventListener(name, run) { this.listeners[name] = run; },
    querySelectorAll(name) { return this.children.filter((child) => child.tag === name); },
  };
}

/** The actions of a grid, and the edits that they have made. */
function makeActions(context, canEdit) {
  globalThis.document = { createElement: makeNode, createElementNS: (_, name) => makeNode(name) };
  context.after(() => { delete globalThis.document; });
  const made = [];
  const editing = { history: { isEmpty: false }, undo: () => made.push("undo"), delete: () => made.push("delete"), rotate: () => made.push("rotate"), moving: { moveAll: (_, gap) => { made.push("move"); state.gap = gap; } } };
  const state = { made, answer: { text: "2" }, canEdit, pages: [1, 2, 3, 4, 5], selected: [3], editing, layout: { actions: [{ isEdit: true }] } };
  state.gallery = { get count() { return state.pages.length; }, pageAt: (index) => state.pages[index] ?? null, pages: () => ({ ids: state.pages }) };
  const actions = new GridActions(state, () => state.selected, async (options) => (state.whileAsked?.(options), state.answer));
  const names = (isDisabled) => actions.element.children.filter((button) => isEnabled(button) !== isDisabled).map(({ dataset }) => dataset.action);
  const press = async (name) => {
    const button = actions.element.children.find(({ dataset }) => dataset.action === name);
    await button.listeners.click({ currentTarget: button });
    await new Promise((resolve) => { setImmediate(resolve); });
  };
  return Object.assign(state, { actions, names, press });
}

const edits = ["grid-undo", "grid-rotate", "grid-move", "grid-delete"];

test("a grid that was open when its document was moved to the trash edits nothing until it is restored", async (context) => {
  const state = makeActions(context, true);
  const { actions, names, press, made } = state;
  actions.update(false);
  assert.deepEqual(names(true), []);
  state.canEdit = false;
  actions.update(false);
  assert.deepEqual(names(true), edits);
  assert.deepEqual(names(false), ["grid-export"]);
  for (const name of edits) await press(name);
  for (const name of ["delete", "rotate-left"]) actions.takes(name);
  assert.deepEqual(made, []);
  state.canEdit = true;
  actions.update(false);
  for (const name of edits) await press(name);
  assert.deepEqual(made, ["undo", "rotate", "move", "delete"]);
});

test("a button that has no effect for now can have the focus, and does nothing", async (context) => {
  const { actions, names, press, made } = makeActions(context, true);
  actions.update(true);
  assert.deepEqual(names(true), ["grid-rotate", "grid-move", "grid-delete", "grid-export"]);
  for (const name of edits) await press(name);
  assert.deepEqual(made, ["undo"]);
});

test("whoever follows deletions is told before", async (context) => {
  const { actions, press, made } = makeActions(context, true);
  actions.onDelete = (pages) => made.push(...pages);
  await press("grid-delete");
  assert.deepEqual(made, [3, "delete"]);
});

test("a number that was asked for before moves nothing in the trash", async (context) => {
  const state = makeActions(context, true);
  state.whileAsked = () => { state.canEdit = false; };
  await state.press("grid-move");
  assert.deepEqual(state.made, []);
});

test("a grid that is opened in the trash has the buttons for later", (context) => {
  const { actions, names } = makeActions(context, false);
  actions.update(true);
  assert.deepEqual(names(true), [...edits, "grid-export"]);
});

test("pages go before a page that there is, or to the end; what is no number of a page is explained", async (context) => {
  const state = makeActions(context, true);
  let options = null;
  state.whileAsked = (asked) => { options = asked; };
  await state.press("grid-move");
  assert.deepEqual([options.label, state.gap], ["Before page (1 to 5)", 1]);
  for (const text of ["", "abc", "3r[", "0", "-1", "1.5", "6", "99", "1e0", "0x1"]) assert.equal(options.check(text), "Enter the number of a page, from 1 to 5.", text);
  for (const text of ["1", "5"]) assert.equal(options.check(text), "", text);
  state.answer = { text: "", choice: "end" };
  await state.press("grid-move");
  assert.equal(state.gap, 5);
  state.made.length = 0;
  for (const answer of [null, { text: "99", choice: "confirm" }]) {
    state.answer = answer;
    await state.press("grid-move");
  }
  assert.deepEqual(state.made, []);
});

test("the question where pages go follows what others change", async (context) => {
  const state = makeActions(context, true);
  const labels = [];
  state.whileAsked = ({ check, follow }) => {
    follow((text) => labels.push(text));
    assert.equal(check("4"), "");
    state.pages = [1, 3, 4, 5];
    state.actions.update(false);
    assert.deepEqual(labels, ["Before page (1 to 4)"]);
    assert.equal(check("1"), "");
    assert.equal(check("2"), "The pages have changed: page 2 is another one now.");
    assert.equal(check("2"), "", "somebody has seen it");
    assert.equal(check("5"), "Enter the number of a page, from 1 to 4.");
    state.selected = [];
    assert.equal(check("2"), "The selected pages are no longer here.");
  };
  await state.press("grid-move");
  state.pages = [1];
  state.actions.update(false);
  assert.equal(labels.length, 1, "it is closed");
});
