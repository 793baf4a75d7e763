// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { ConnectionNote } from "../../gallery/connection-note.js";

test("the note tells the most important thing about the connection", () => {
  const element = { hidden: true, lastChild: { textContent: "", replaceWith(text) { this.textContent = text; } } };
  const note = new ConnectionNote(element);
  const after = (reason, isShown) => (note.set(reason, isShown), element.hidden ? null : element.lastChild.textContent);
  assert.equal(after("changes", false), null);
  assert.equal(after("changes", true), "Live updates paused");
  assert.equal(after("edits", true), "Waiting for the connection");
  assert.equal(after("changes", false), "Waiting for the connection");
  assert.equal(after("trash", true), "This document is in the trash");
  assert.equal(after("edits", false), "This document is in the trash");
  assert.equal(after("trash", false), null);
});

test("what is announced at rest is not announced here as well", () => {
  const element = { hidden: true, lastChild: null };
  const note = new ConnectionNote(element);
  const found = ["changes", "edits", "trash"].map((reason) => (note.set(reason, true), element.ariaLive));
  assert.deepEqual(found, ["polite", "off", "off"]);
});
