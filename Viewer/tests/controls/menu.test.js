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
  box = { right: 0, bottom: 0, top: 0 };
  offsetWidth = 200;
  offsetHeight = 300;
  getBoundingClientRect() { return this.box; }
  showPopover() {}
  hidePopover() { this.listeners.toggle?.({ newState: "closed" }); }
  remove() { this.parent.children = this.parent.children.filter((child) => child !== this); }
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

test("an open menu stays at its button, within the window, and closes when it is scrolled away", (context) => {
  Object.assign(globalThis, { innerWidth: 390, innerHeight: 844, document: { createElement: (name) => new FakeElement(name), createElementNS: (_, name) => new FakeElement(name) } });
  context.after(() => delete globalThis.document);
  const viewer = new FakeElement("div");
  const button = new FakeElement("button");
  viewer.append(button);
  button.box = { top: 4, bottom: 48, right: 382 };
  showMenu(button, "More", [{ label: "Print", icon: "print", action: "print", run() {} }]);
  const [, menu] = viewer.children;
  const place = () => [menu.style.left, menu.style.top];
  assert.deepEqual(place(), ["182px", "52px"]);
  Object.assign(globalThis, { innerWidth: 844, innerHeight: 390 });
  button.box = { top: 4, bottom: 48, right: 836 };
  dispatchEvent(new Event("resize"));
  assert.deepEqual(place(), ["636px", "52px"]);
  button.box = { top: 500, bottom: 544, right: 836 };
  dispatchEvent(new Event("resize"));
  assert.deepEqual(place(), ["636px", "82px"], "a button that is below the window keeps its menu within it");
  button.box = { top: 320, bottom: 364, right: 836 };
  dispatchEvent(new Event("scroll"));
  assert.deepEqual(place(), ["636px", "16px"]);
  assert.equal(viewer.children.length, 2);
  button.box = { top: 400, bottom: 444, right: 836 };
  dispatchEvent(new Event("scroll"));
  assert.equal(viewer.children.length, 1);
  button.box = { top: 4, bottom: 48, right: 382 };
  dispatchEvent(new Event("resize"));
  assert.deepEqual(place(), ["636px", "16px"], "a closed menu follows nothing");
});
