// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { keyTexts } from "../../panels/key-list.js";
import { actionOf, Keys, keyTable } from "../../inputs/keys.js";

globalThis.Element ??= class Element {};
const press = (key, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test("each key has its action", () => {
  for (const [keys, action] of keyTable) {
    for (const key of keys.filter((key) => !key.startsWith("Control"))) {
      assert.equal(actionOf(press(key, { shiftKey: /^[A-Z?+]$/.test(key) }), false), keyTable.find((row) => row[0].includes(key))[1], action);
    }
  }
});

test("left and right follow the reading direction", () => {
  assert.equal(actionOf(press("ArrowLeft"), true), "next");
  assert.equal(actionOf(press("ArrowRight"), true), "previous");
  assert.equal(actionOf(press("Home"), true), "first");
});

test("keys with modifiers belong to the browser, except undo", () => {
  assert.equal(actionOf(press("z", { ctrlKey: true }), false), "undo");
  assert.equal(actionOf(press("z", { metaKey: true }), false), "undo");
  assert.equal(actionOf(press("r", { ctrlKey: true }), false), null);
  assert.equal(actionOf(press("ArrowLeft", { altKey: true }), false), null);
  assert.equal(actionOf(press("ArrowLeft", { shiftKey: true }), false), null);
});

test("capitals without Shift are letters", () => {
  assert.equal(actionOf(press("R"), false), "rotate-right");
  assert.equal(actionOf(press("R", { shiftKey: true }), false), "rotate-left");
});

test("a held key turns pages only when the last one can be seen, and deletes once", () => {
  const target = new EventTarget();
  const runs = [];
  let canRepeat = false;
  new Keys(target, { run: (action) => runs.push(action) > 0, canRepeat: () => canRepeat, isMirrored: () => false });
  const send = (key, repeat) => {
    const event = new Event("keydown", { cancelable: true });
    for (const [name, value] of Object.entries(press(key, { repeat }))) Object.defineProperty(event, name, { value });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  assert.ok(send("ArrowRight", false));
  assert.ok(send("ArrowRight", true));
  canRepeat = true;
  send("ArrowRight", true);
  send("Delete", false);
  send("Delete", true);
  assert.equal(send("x", false), false);
  assert.deepEqual(runs, ["next", "next", "delete"]);
});

test("the list tells what each key does, without edits to those who only read", () => {
  const all = keyTexts(true);
  assert.equal(all.length, keyTable.length);
  assert.ok(all.every(([key, text]) => key.length > 0 && text?.length > 0));
  assert.deepEqual(all.find(([key]) => key === "Ctrl Z"), ["Ctrl Z", "Undo the last edit"]);
  assert.deepEqual(keyTexts(true, false).slice(0, 2), [["\u2192", "Next page"], ["\u2190", "Previous page"]]);
  assert.deepEqual(keyTexts(true, true).slice(0, 2), [["\u2190", "Next page"], ["\u2192", "Previous page"]]);
  const texts = keyTexts(false).map(([, text]) => text);
  assert.ok(texts.includes("Next page") && !texts.some((text) => /Delete|Rotate|Move|Undo/.test(text)));
});
