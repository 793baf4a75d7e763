// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { showSession, toastFailure } from "../../controls/failures.js";
import { attempt, shortened, toast } from "../../controls/toasts.js";

test("a long title leaves room for what happened to it", () => {
  assert.equal(shortened(`\u201c${"a".repeat(500)}\u201d is in the trash`), `\u201c${"a".repeat(40)}\u2026\u201d is in the trash`);
  assert.equal(shortened(`\u201c${"\u{1F4C4}".repeat(60)}\u201d was duplicated`), `\u201c${"\u{1F4C4}".repeat(40)}\u2026\u201d was duplicated`);
});

test("other texts stay as they are", () => {
  for (const text of [`\u201c${"a".repeat(47)}\u201d is in the trash`, "Page 3 deleted", `\u201cA\u201d ${"was not renamed ".repeat(9)}`]) assert.equal(shortened(text), text);
});

/** As much of an element as messages need. */
class FakeElement {
  children = [];
  listeners = {};
  isConnected = true;
  append(...children) {
    for (const child of children) if (typeof child !== "string") child.parent = this;
    this.children.push(...children);
  }
  remove() { this.parent.children = this.parent.children.filter((child) => child !== this); }
  setAttribute() {}
  addEventListener(name, listener) { this.listeners[name] = listener; }
  contains(other) { return other === this || this.children.some((child) => child.contains?.(other)); }
  textContent = "";
  get text() { return this.textContent || this.children.map((child) => child.text ?? child).filter((text) => text !== "").join(" "); }
}

test("that the session has ended stays on the screen, in one message with all that was not done, until the user is signed in", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const body = new FakeElement();
  globalThis.document = { body, createElement: () => new FakeElement(), createElementNS: () => new FakeElement() };
  context.after(() => {
    context.mock.timers.reset();
    body.children[0].isConnected = false;
    delete globalThis.document;
  });
  const texts = () => body.children[0].children.map(({ text }) => text);
  showSession(true);
  for (const number of [1, 2, 3]) toast(`Message ${number}`);
  const signIn = "Your session has ended. Sign in";
  assert.deepEqual(texts(), [signIn, "Message 2", "Message 3"]);
  for (const number of [3, 4, 4]) toastFailure(`Page ${number} was not deleted`, { status: 401 });
  const told = `Page 3 was not deleted. Page 4 was not deleted. ${signIn}`;
  assert.deepEqual(texts(), [told, "Message 2", "Message 3"], "one message tells all that was not done");
  context.mock.timers.tick(60_000);
  showSession(true);
  assert.deepEqual(texts(), [told]);
  attempt()();
  assert.deepEqual(texts(), [signIn]);
  const dismiss = () => body.children[0].children[0].children.at(-1).listeners.click();
  dismiss();
  assert.deepEqual(texts(), []);
  toastFailure("Page 5 was not deleted", { status: 401 });
  showSession(true);
  showSession(false);
  assert.deepEqual(texts(), [`Page 5 was not deleted. ${signIn}`], "the user may not have seen it");
  attempt()();
  assert.deepEqual(texts(), []);
});

test("failures of one cause have one message, from which each of them can leave alone", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const body = new FakeElement();
  globalThis.document = { body, createElement: () => new FakeElement(), createElementNS: () => new FakeElement() };
  context.after(() => {
    context.mock.timers.reset();
    body.children[0].isConnected = false;
    delete globalThis.document;
  });
  const texts = () => body.children[0].children.map(({ text }) => text);
  const busy = { status: 503 };
  const first = toastFailure("Page 1 was not moved", busy);
  const succeed = attempt();
  const second = toastFailure("Page 2 was not moved", busy);
  assert.deepEqual(texts(), ["Page 1 was not moved. Page 2 was not moved. The server is busy. Try again in a moment."]);
  succeed();
  assert.deepEqual(texts(), ["Page 2 was not moved. The server is busy. Try again in a moment."]);
  first();
  second();
  second();
  assert.deepEqual(texts(), []);
});

test("a failure stays until it is dismissed, or until something that was tried after it succeeds", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const body = new FakeElement();
  globalThis.document = { body, createElement: () => new FakeElement(), createElementNS: () => new FakeElement() };
  context.after(() => {
    context.mock.timers.reset();
    body.children[0].isConnected = false;
    delete globalThis.document;
  });
  const messages = () => body.children[0].children;
  const texts = () => messages().map(({ text }) => text.replace(".", ""));
  const shown = () => texts().map((text) => text.slice(0, 9));
  const fail = (/** @type {number} */ number) => toastFailure(`Failure ${number}`, new Error(`Cause ${number}.`));
  const before = attempt();
  for (const number of [1, 2]) fail(number);
  toast("Message 0");
  before();
  assert.equal(messages().length, 3, "what was tried before a failure says nothing about it");
  const after = attempt();
  fail(3);
  context.mock.timers.tick(60_000);
  assert.deepEqual(shown(), ["Failure 1", "Failure 2", "Failure 3"]);
  messages()[0].children.at(-1).listeners.click();
  assert.deepEqual(shown(), ["Failure 2", "Failure 3"]);
  after();
  assert.deepEqual(shown(), ["Failure 3"]);
  for (const number of [4, 5, 6]) fail(number);
  for (const number of [1, 2]) toast(`Message ${number}`);
  assert.deepEqual(shown(), ["Failure 3", "Failure 4", "Failure 5", "Failure 6", "Message 2"], "messages take the place of each other, and of no failure");
  fail(7);
  assert.deepEqual(shown(), ["Failure 3", "Failure 4", "Failure 5", "Failure 6", "Failure 7"]);
  attempt()();
  assert.deepEqual(texts(), []);
});

test("the focus in a message returns to where it was when the message goes", (context) => {
  /** What can have the focus. */
  class HTMLElement {
    isConnected = true;
    closest() { return null; }
    checkVisibility() { return this.isConnected; }
    focus() { document.activeElement = this; }
  }
  const [opener, home] = [new HTMLElement(), new HTMLElement()];
  context.mock.timers.enable({ apis: ["setTimeout"] });
  globalThis.HTMLElement = HTMLElement;
  globalThis.document = { body: new FakeElement(), createElement: () => new FakeElement(), querySelectorAll: () => [home], activeElement: null };
  context.after(() => {
    context.mock.timers.reset();
    delete globalThis.document;
    delete globalThis.HTMLElement;
  });
  let [undone, focused] = [0, null];
  const press = (relatedTarget) => {
    toast("Page 3 deleted", { label: "Undo", run: () => { undone += 1; focused = document.activeElement; } });
    const [region] = document.body.children;
    const button = region.children[0].children[1];
    document.activeElement = button;
    region.listeners.focusin({ currentTarget: region, relatedTarget });
    button.listeners.click();
    assert.equal(region.children.length, 0);
    return focused;
  };
  assert.equal(press(opener), opener);
  assert.equal(press(null), home, "where the focus was before an earlier message");
  opener.isConnected = false;
  assert.equal(press(opener), home);
  assert.equal(undone, 3);
  toast("Page 4 deleted");
  context.mock.timers.tick(60_000);
  assert.equal(document.activeElement, home);
});
