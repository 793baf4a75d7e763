// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { Leaving } from "../../document/leaving.js";
import { makeWindow, openDocument } from "../editing/open-document.js";

/** A document of six pages without answers, and what its window tells when people leave. */
async function makeLeaving(context, edit) {
  makeWindow(context);
  const opened = await openDocument(6);
  opened.isOnline = false;
  const [window, tab] = [new EventTarget(), Object.assign(new EventTarget(), { hidden: false })];
  const { gallery, clock, take } = opened;
  const leaving = new Leaving({ gallery, clock, stage: { changed: take }, reducedMotion: { matches: false } });
  leaving.follow(window, tab);
  const listeners = [];
  opened.onOpen = (isOpen) => (listeners.push(isOpen), leaving.ask(window, isOpen));
  edit?.(opened.editing);
  opened.run(40);
  const tell = (name, target = window) => {
    const event = new Event(name, { cancelable: true });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { ...opened, leaving, listeners, tab, tell, opened, sent: () => opened.requests.length };
}

for (const [name, edit] of /** @type {const} */ ([
  ["a deletion", (editing) => editing.delete([2])], ["a move", (editing) => editing.moving.move(2, 4)], ["an action", (editing) => editing.moving.moveAll([1, 2], 5)],
])) {
  test(`${name} is sent when the page is left, before its animation has ended`, async (context) => {
    const { tell, sent } = await makeLeaving(context, edit);
    assert.equal(sent(), 0);
    tell("pagehide");
    assert.equal(sent(), 1);
  });
}

test("who leaves is asked while an edit is open, and only then", async (context) => {
  const { tell, sent, opened, listeners } = await makeLeaving(context, (editing) => (editing.delete([2]), editing.rotate([3, 4], 1)));
  assert.ok(tell("beforeunload"));
  assert.equal(sent(), 1, "it is sent while people are asked");
  opened.isOnline = true;
  opened.run(3000);
  assert.equal(tell("beforeunload"), false);
  assert.deepEqual(listeners, [true, false], "browsers keep a page that does not ask");
  assert.equal((await makeLeaving(context)).tell("beforeunload"), false);
});

test("a tab that is hidden sends its edits, and animates again when it is seen", async (context) => {
  const { tell, tab, sent, opened } = await makeLeaving(context, (editing) => editing.delete([2]));
  tab.hidden = true;
  tell("visibilitychange", tab);
  assert.equal(sent(), 1);
  opened.isOnline = true;
  opened.run(2000);
  tab.hidden = false;
  tell("visibilitychange", tab);
  opened.isOnline = false;
  opened.editing.delete([3]);
  opened.run(50);
  assert.equal(sent(), 0, "the animation has not ended");
});

test("going elsewhere waits for all edits, but not for a connection", async (context) => {
  const { leaving, opened } = await makeLeaving(context, (editing) => editing.delete([2]));
  opened.editing.delete([3]);
  let frames = 0;
  const frame = () => (opened.run(16), Promise.resolve(frames += 1));
  const now = () => opened.time / 1e6;
  opened.isOnline = true;
  await leaving.settle(frame, now);
  assert.ok(frames < 70 && !leaving.isEditing, `${frames} frames`);
  assert.deepEqual(opened.pages(), [1, 4, 5, 6]);
  opened.isOnline = false;
  opened.editing.delete([4]);
  const begin = now();
  await leaving.settle(frame, now);
  assert.ok(leaving.isEditing && now() - begin < 1100);
});
