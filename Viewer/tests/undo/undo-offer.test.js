// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { toast } from "../../controls/toasts.js";
import { UndoOffer } from "../../undo/undo-offer.js";
import { makeWindow } from "../editing/open-document.js";

/** An offer at a time that a test sets, and the edits that its button undid. */
function makeOffer(context) {
  const state = { ...makeWindow(context), time: 0, undone: [] };
  const offer = new UndoOffer((tickets) => state.undone.push(tickets), (numbers) => `${numbers.length} deleted`, () => state.time);
  return Object.assign(state, { offer, texts: () => state.messages().map((text) => text.split("|")[0]) });
}

test("a deletion after a pause has a message of its own", (context) => {
  const state = makeOffer(context);
  const { offer, texts } = state;
  offer.show(1, [4]);
  state.time = 1900;
  offer.show(2, [5, 6]);
  assert.deepEqual(texts(), ["3 deleted"]);
  state.time = 4000;
  offer.show(3, [7]);
  assert.deepEqual(texts(), ["1 deleted"]);
  state.press();
  assert.deepEqual([state.undone, texts()], [[[3]], []]);
});

test("a message that is gone does not return when one of its deletions fails", (context) => {
  const { offer, texts, messages } = makeOffer(context);
  for (const ticket of [1, 2]) offer.show(ticket, [ticket]);
  // They take its place.
  for (const number of [1, 2, 3]) toast(`Message ${number}`);
  assert.deepEqual(texts(), ["Message 1", "Message 2", "Message 3"]);
  offer.fail(1);
  assert.equal(messages().length, 3);
});

test("a deletion that failed does not count, and one after an answer begins anew", (context) => {
  const { offer, texts, press, undone } = makeOffer(context);
  for (const ticket of [1, 2, 3]) offer.show(ticket, [ticket]);
  offer.fail(2);
  offer.fail(9);
  assert.deepEqual(texts(), ["2 deleted"]);
  press();
  offer.show(4, [1]);
  press();
  assert.deepEqual(undone, [[1, 3], [4]]);
  offer.show(5, [1]);
  offer.fail(5);
  assert.deepEqual(texts(), []);
});
