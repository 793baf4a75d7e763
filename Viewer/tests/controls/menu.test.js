// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { showMenu } from "../../controls/menu.js";

/** As much of an element as a menu needs; a click passes through the elements around it. */
class FakeElement {
  attributes = {};
  children = [];
  listeners = {};
  style = {};
  constructor(name) { this.name = name; }
  get firstElementChild() { return this.children[0]; }
  setAttribute(name, value) { this.attributes[name] = value; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  append(...children) { for (const child of children) this.children.push(typeof child === "string" ? child : Object.assign(child, { parent: this })); }
  addEventListener(name, listener) { this.listeners[name] = listener; }
  querySelector() { return null; }
  closest() { return this.parent; }
  contains() { return false; }
  getBoundingClientRect() { return { right: 0, bottom: 0, top: 0 }; }
  showPopover() {}
  hidePopover() {}
  focus() {}
  click() {
    let isStopped = false;
    const event = { target: this, stopPropagation: () => { isStopped = true; } };
    for (let node = /** @type {any} */ (this); node && !isStopped; node = node.parent) node.listeners.click?.(event);
  }
}

test("an action of a menu runs once, within a window that listens to all its buttons", (context) => {
  Object.assign(globalThis, { innerWidth: 320, innerHeight: 480, document: { createElement: (name) => new FakeElement(name), createElementNS: (_, name) => new FakeElement(name) } });
  context.after(() => delete globalThis.document);
  const ran = [];
  const viewer = new FakeElement("div");
  const button = new FakeElement("button");
  viewer.append(button);
  viewer.addEventListener("click", ({ target }) => ran.push(target.attributes["data-action"]));
  showMenu(button, "More", [{ label: "Rotate left", icon: "rotate-left", action: "rotate-left", run: () => ran.push("rotate-left") }]);
  const menu = viewer.children[1];
  menu.children[0].click();
  assert.deepEqual(ran, ["rotate-left"]);
});
