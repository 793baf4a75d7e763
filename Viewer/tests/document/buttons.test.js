// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Buttons } from "../../document/buttons.js";
import { openDocument } from "../editing/open-document.js";

test("a page can be moved from where it will be, although it is still seen at an end", async () => {
  const document = await openDocument(3);
  const names = ["move-earlier", "move-later"];
  const controls = Object.fromEntries(names.map((name) => [name, { disabled: false }]));
  const layout = {
    actions: names.map((name) => ({ name, needsPage: true })), previous: {}, next: {},
    tools: { querySelector: (selector) => controls[names.find((name) => selector.includes(name))] },
  };
  const buttons = new Buttons({ layout, editing: { value: document.editing } });
  const enabled = () => {
    buttons.update(document.gallery.frame(document.time));
    return names.filter((name) => !controls[name].disabled);
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
