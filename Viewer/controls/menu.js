// SPDX-License-Identifier: Apache-2.0
/** A menu that opens at a button, as in the WAI-ARIA Authoring Practices. */

import { returnFocus } from "./focus.js";
import { element, icon } from "./icons.js";

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {string} icon
 * @property {string} action
 * @property {boolean} [isChecked] Present for an item of a choice.
 * @property {() => void} run
 */

/** @type {HTMLElement | null} */
let openMenu = null;

/** Opens a menu. @param {HTMLElement} button The button that opens it. @param {string} label @param {MenuItem[]} items */
export function showMenu(button, label, items) {
  const wasOpen = button.getAttribute("aria-expanded") === "true";
  openMenu?.hidePopover();
  if (wasOpen) return;
  const menu = element("div", { class: "menu", role: "menu", "aria-label": label, popover: "auto" });
  const following = new AbortController();
  const leave = () => {
    following.abort();
    leaveMenu(menu, button);
  };
  menu.append(...items.map((item) => itemButton(item, menu, leave)));
  menu.addEventListener("keydown", (event) => moveFocus(event, menu));
  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === "closed") leave();
  });
  // Within a landmark, as all content; it is shown above everything wherever it is.
  (button.closest("main, header") ?? document.body).append(menu);
  menu.showPopover();
  button.setAttribute("aria-expanded", "true");
  place(menu, button);
  follow(menu, button, following.signal);
  openMenu = menu;
  /** @type {HTMLElement | null} */ (menu.querySelector("[aria-checked=true]") ?? menu.firstElementChild)?.focus();
}

/** @param {MenuItem} item @param {HTMLElement} menu @param {() => void} leave */
function itemButton(item, menu, leave) {
  const isChoice = item.isChecked !== undefined;
  const button = element("button", {
    type: "button", role: isChoice ? "menuitemradio" : "menuitem", tabindex: "-1", "data-action": item.action,
    "aria-checked": isChoice ? String(item.isChecked) : undefined,
  }, icon(item.icon), item.label);
  button.addEventListener("click", (event) => {
    // What listens to all buttons around the menu would run the action once more.
    event.stopPropagation();
    menu.hidePopover();
    // The browser tells that it is closed later. The item may open another menu at the same button.
    leave();
    item.run();
  });
  return button;
}

/** A menu was closed: it is removed, once. @param {HTMLElement} menu @param {HTMLElement} button */
function leaveMenu(menu, button) {
  if (!menu.isConnected) return;
  if (menu.contains(document.activeElement) || document.activeElement === document.body) returnFocus(button);
  button.setAttribute("aria-expanded", "false");
  if (openMenu === menu) openMenu = null;
  menu.remove();
}

/** @param {KeyboardEvent} event @param {HTMLElement} menu */
function moveFocus(event, menu) {
  const items = /** @type {HTMLElement[]} */ (Array.from(menu.children));
  const index = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const target = {
    ArrowDown: (index + 1) % items.length,
    ArrowUp: (index - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (event.key === "Tab") menu.hidePopover();
  if (target === undefined) return;
  event.preventDefault();
  items[target].focus();
}

/**
 * Keeps a menu at its button when the window changes, such as on a device that is turned, and when the page is scrolled.
 * It is closed when its button is gone.
 * @param {HTMLElement} menu @param {HTMLElement} button @param {AbortSignal} signal
 */
function follow(menu, button, signal) {
  const observer = new MutationObserver(() => {
    if (!button.isConnected) menu.hidePopover();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener("abort", () => observer.disconnect());
  addEventListener("resize", () => {
    place(menu, button);
    if (menu.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, { signal });
  addEventListener("scroll", ({ target }) => {
    if (target === menu) return;
    const { top, bottom } = button.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) menu.hidePopover();
    else place(menu, button);
  }, { signal, capture: true, passive: true });
}

/** Places a menu below its button, or above it, within the window. @param {HTMLElement} menu @param {HTMLElement} button */
function place(menu, button) {
  cut(menu);
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const edge = 8;
  const left = Math.min(Math.max(edge, at.right - width), innerWidth - width - edge);
  const below = at.bottom + edge / 2;
  const top = below + height <= innerHeight - edge ? below : Math.min(at.top - edge / 2, innerHeight - edge) - height;
  menu.style.left = `${Math.max(edge, left)}px`;
  menu.style.top = `${Math.max(edge, top)}px`;
}

/** Ends a menu that scrolls in the middle of an entry: otherwise nobody sees that others follow. @param {HTMLElement} menu */
function cut(menu) {
  menu.style.maxBlockSize = "";
  if (!(menu.scrollHeight > menu.clientHeight)) return;
  const middleOf = (/** @type {HTMLElement} */ { offsetTop, offsetHeight }) => offsetTop + offsetHeight / 2;
  const middles = /** @type {HTMLElement[]} */ (Array.from(menu.children)).map(middleOf).filter((middle) => middle <= menu.clientHeight);
  if (middles.length > 0) menu.style.maxBlockSize = `${middles.at(-1)}px`;
}
