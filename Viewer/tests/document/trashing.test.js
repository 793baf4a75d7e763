// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { isEnabled } from "../../controls/focus.js";
import { Buttons } from "../../document/buttons.js";
import { Trashing } from "../../document/trashing.js";
import { fakeButton } from "../controls/fake-button.js";

/** A document as it moves to the trash and returns, and how often a notice was shown and removed. */
function makeDocument(canEdit) {
  const state = { shown: 0, removed: 0, told: [], buttons: { delete: fakeButton(), grid: fakeButton() } };
  const layout = {
    actions: [{ name: "delete", needsPage: true, isEdit: true }, { name: "grid", needsPage: true }], previous: fakeButton(), next: fakeButton(),
    tools: { querySelector: (selector) => state.buttons[/"(.*)"/.exec(selector)?.[1] ?? ""] },
  };
  const parts = { canEdit, announcer: { tell: (_, text) => state.told.push(text) }, layout, editing: { value: null } };
  const buttons = new Buttons(parts);
  const trashing = new Trashing(parts, async () => {
    state.shown += 1;
    return () => { state.removed += 1; };
  });
  const take = async (isTrashed) => {
    const isChanged = trashing.take(isTrashed);
    buttons.update({ activeIndex: 0, count: 2 });
    await new Promise((resolve) => { setImmediate(resolve); });
    return isChanged;
  };
  return Object.assign(state, { parts, take });
}

test("a document that another user moves to the trash cannot be edited until it is restored", async () => {
  const { parts, buttons, take } = makeDocument(true);
  assert.equal(await take(false), false);
  assert.equal(await take(true), true);
  assert.deepEqual([parts.canEdit, isEnabled(buttons.delete), isEnabled(buttons.grid)], [false, false, true]);
  await take(false);
  assert.deepEqual([parts.canEdit, isEnabled(buttons.delete)], [true, true]);
});

test("a notice leads to the trash for as long as the document is there", async () => {
  const state = makeDocument(true);
  for (const isTrashed of [true, true, false]) await state.take(isTrashed);
  assert.deepEqual([state.shown, state.removed], [1, 1]);
  assert.deepEqual(state.told, ["This document was moved to the trash", "This document was restored from the trash"], "each is announced once");
});

test("who may only read still may not edit afterwards, and is not led to the trash", async () => {
  const state = makeDocument(false);
  for (const isTrashed of [true, false]) await state.take(isTrashed);
  assert.deepEqual([state.parts.canEdit, state.shown], [false, 0]);
});
