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
  closest(selector) { return selector === "[inert]" ? null : this.parent; }
  checkVisibility() { return true; }
  contains() { return false; }
  box = { right: 0, bottom: 0, top: 0 };
  offsetWidth = 200;
  offsetHeight = 300;
  getBoundingClientRect() { return this.box; }
  get isConnected() { return this.parent !== undefined; }
  remove() {
    this.parent.children = this.parent.children.filter((child) => child !== this);
    this.parent = undefined;
  }
  showPopover() {}
  /** As in browsers, what listens learns of it later. */
  hidePopover() { setImmediate(() => this.listeners.toggle({ newState: "closed" })); }
  focus() { document.activeElement = this; }
  click() {
    let isStopped = false;
    const event = { target: this, stopPropagation: () => { isStopped = true; } };
    for (let node = /** @type {any} */ (this); node && !isStopped; node = node.parent) node.listeners.click?.(event);
  }
}

/** A button in a window, and the menus that are open in it. */
function makeButton(context) {
  Object.assign(globalThis, { innerWidth: 320, innerHeight: 480, document: { createElement: (name) => new FakeElement(name), createElementNS: (_, name) => new FakeElement(name) } });
  const body = new FakeElement("body");
  const home = new FakeElement("a");
  new FakeElement("main").append(home);
  Object.assign(globalThis.document, { body, activeElement: body, querySelectorAll: () => [home] });
  const observers = new Set();
  globalThis.MutationObserver = class {
    constructor(listen) { this.listen = listen; }
    observe() { observers.add(this); }
    disconnect() { observers.delete(this); }
  };
  context.after(() => {
    delete globalThis.document;
    delete globalThis.MutationObserver;
  });
  const viewer = new FakeElement("div");
  const button = new FakeElement("button");
  viewer.append(button);
  const change = () => { for (const { listen } of observers) listen(); };
  return { viewer, button, home, observers, change, menus: () => viewer.children.filter((child) => child !== button) };
}

const closed = () => new Promise((resolve) => { setTimeout(resolve, 5); });

test("an action of a menu runs once, within a window that listens to all its buttons", (context) => {
  const { viewer, button, menus } = makeButton(context);
  const ran = [];
  viewer.addEventListener("click", ({ target }) => ran.push(target.attributes["data-action"]));
  showMenu(button, "More", [{ label: "Rotate left", icon: "rotate-left", action: "rotate-left", run: () => ran.push("rotate-left") }]);
  menus()[0].children[0].click();
  assert.deepEqual(ran, ["rotate-left"]);
});

test("an open menu stays at its button, within the window, and closes when it is scrolled away", async (context) => {
  const { viewer, button } = makeButton(context);
  Object.assign(globalThis, { innerWidth: 390, innerHeight: 844 });
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
  await closed();
  assert.equal(viewer.children.length, 1);
  button.box = { top: 4, bottom: 48, right: 382 };
  dispatchEvent(new Event("resize"));
  assert.deepEqual(place(), ["636px", "16px"], "a closed menu follows nothing");
});

test("an action of a menu opens another menu at the same button", async (context) => {
  const { button, menus } = makeButton(context);
  const ran = [];
  const choose = () => showMenu(button, "Appearance", [{ label: "Dark", icon: "check", action: "theme-dark", isChecked: false, run: () => ran.push("dark") }]);
  showMenu(button, "More", [{ label: "Appearance", icon: "theme", action: "theme", run: choose }]);
  menus()[0].children[0].click();
  await closed();
  assert.deepEqual(menus().map(({ attributes }) => attributes["aria-label"]), ["Appearance"]);
  assert.equal(button.attributes["aria-expanded"], "true");
  menus()[0].children[0].click();
  await closed();
  assert.deepEqual([ran, menus(), button.attributes["aria-expanded"]], [["dark"], [], "false"]);
});

test("the button of an open menu closes it, also when the browser has closed it before", async (context) => {
  const { button, menus } = makeButton(context);
  const open = () => showMenu(button, "More", [{ label: "Print", icon: "print", action: "print", run() {} }]);
  open();
  menus()[0].hidePopover();
  open();
  await closed();
  assert.deepEqual(menus(), []);
  open();
  assert.equal(menus().length, 1);
  menus()[0].hidePopover();
  await closed();
});

test("a menu whose button is gone closes, and the focus goes on", async (context) => {
  const { button, home, observers, change, menus } = makeButton(context);
  const open = () => showMenu(button, "More", [{ label: "Print", icon: "print", action: "print", run() {} }]);
  open();
  change();
  await closed();
  assert.equal(menus().length, 1);
  document.activeElement = document.body;
  button.remove();
  change();
  await closed();
  assert.deepEqual([menus().length, observers.size], [0, 0]);
  assert.equal(document.activeElement, home);
});

test("a menu that scrolls ends in the middle of an entry", (context) => {
  const { button, menus } = makeButton(context);
  const items = Array.from({ length: 12 }, (_, number) => ({ label: `${number}`, icon: "add", action: `${number}`, run() {} }));
  const heights = { scrollHeight: 536, clientHeight: 360 };
  const { createElement } = document;
  document.createElement = (name) => {
    const made = createElement(name);
    if (name !== "button") return Object.assign(made, heights);
    return Object.defineProperties(made, { offsetTop: { get: () => 4 + 44 * made.parent.children.indexOf(made) }, offsetHeight: { get: () => 44 } });
  };
  showMenu(button, "More", items);
  assert.equal(menus()[0].style.maxBlockSize, "334px");
  menus()[0].children[0].click();
  heights.clientHeight = 536;
  showMenu(button, "More", items);
  assert.equal(menus().at(-1).style.maxBlockSize, "");
});
