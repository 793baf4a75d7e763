// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { entriesOut, Levels } from "../../document/levels.js";

/** A window whose history goes back as soon as a test says so, and two panels above its pages. */
function makeWindow(isReloaded = false) {
  const state = { entries: ["library", "pages", ...(isReloaded ? ["panel"] : [])], open: new Set(), pending: 0, returns: 0 };
  const history = {
    state: { place: 1, isLevel: isReloaded }, pushState: () => void state.entries.push("panel"),
    back: () => { state.pending += 1; },
  };
  state.arrive = () => {
    for (; state.pending > 0; state.pending -= 1) {
      state.entries.pop();
      state.listener();
    }
  };
  const level = (name) => ({
    isOpen: () => state.open.has(name),
    close: () => {
      state.open.delete(name);
      levels.update();
    },
  });
  const window = { history, addEventListener: (_, listener) => { state.listener = listener; } };
  const levels = new Levels(window, [level("grid"), level("details")]);
  levels.onReturn = () => (state.returns += 1);
  state.set = (name, isOpen) => {
    if (isOpen) state.open.add(name);
    else state.open.delete(name);
    levels.update();
  };
  state.goBack = () => {
    history.back();
    state.arrive();
  };
  return state;
}

test("Back closes what is open, and only then leaves the document", () => {
  const state = makeWindow();
  state.set("grid", true);
  assert.deepEqual(state.entries, ["library", "pages", "panel"]);
  state.goBack();
  assert.deepEqual([state.entries, [...state.open], state.returns], [["library", "pages"], [], 1]);
  state.goBack();
  assert.deepEqual(state.entries, ["library"]);
});

test("what is closed by other means leaves no entry, even if it is opened again at once", () => {
  const state = makeWindow();
  state.set("grid", true);
  state.set("grid", false);
  state.set("grid", true);
  state.arrive();
  assert.deepEqual([state.entries, [...state.open]], [["library", "pages", "panel"], ["grid"]]);
  state.set("grid", false);
  state.arrive();
  assert.deepEqual([state.entries, state.returns], [["library", "pages"], 2]);
});

test("a reload while something is open leaves no entry", () => {
  const state = makeWindow(true);
  state.arrive();
  assert.deepEqual([state.entries, state.returns], [["library", "pages"], 1]);
});

test("of two panels, Back closes the uppermost one first", () => {
  const state = makeWindow();
  state.set("details", true);
  state.set("grid", true);
  assert.deepEqual(state.entries, ["library", "pages", "panel"]);
  state.goBack();
  assert.deepEqual([state.entries, [...state.open]], [["library", "pages", "panel"], ["details"]]);
  state.goBack();
  assert.deepEqual([state.entries, [...state.open]], [["library", "pages"], []]);
});

test("the way out of a document passes what is open", () => {
  assert.equal(entriesOut({ place: null }), 1);
  assert.equal(entriesOut(null), 1);
  assert.equal(entriesOut({ place: null, isLevel: true }), 2);
});
