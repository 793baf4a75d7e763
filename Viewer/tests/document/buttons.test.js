// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { isEnabled } from "../../controls/focus.js";
import { Buttons } from "../../document/buttons.js";
import { fakeButton } from "../controls/fake-button.js";
import { openDocument } from "../editing/open-document.js";

test("a page can be moved from where it will be, although it is still seen at an end", async () => {
  const document = await openDocument(3);
  const names = ["move-earlier", "move-later"];
  const controls = Object.fromEntries(names.map((name) => [name, fakeButton()]));
  const layout = {
    actions: names.map((name) => ({ name, needsPage: true })), previous: fakeButton(), next: fakeButton(),
    tools: { querySelector: (selector) => controls[names.find((name) => selector.includes(name))] },
  };
  const buttons = new Buttons({ layout, editing: { value: document.editing } });
  const enabled = () => {
    buttons.update(document.gallery.frame(document.time));
    return names.filter((name) => isEnabled(controls[name]));
  };
  assert.deepEqual(enabled(), ["move-later"]);
  document.isOnline = false;
  document.press(["move-later"]);
  assert.deepEqual(enabled(), ["move-earlier", "move-later"]);
  document.press(["move-later"]);
  assert.deepEqual(enabled(), ["move-earlier"]);
  document.isOnline = true;
  document.run(3000);
  assert.deepEqual([document.pages(), enabled()], [[2, 3, 1], ["move-earlier"]]);
});
