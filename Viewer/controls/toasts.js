// SPDX-License-Identifier: Apache-2.0
/** Messages at the edge of the window, which screen readers announce and which leave by themselves. */

import { returnFocus } from "./focus.js";
import { element, textButton } from "./icons.js";

const duration = 8_000;

/** @type {HTMLElement | null} */
let region = null;
/** What had the focus before it came to a message. @type {HTMLElement | null} */
let outside = null;
/** The messages that stay until they are removed. @type {WeakSet<Element>} */
const staying = new WeakSet();

/** The place of the messages; it exists before the first one, as live regions have to. */
function place() {
  if (!region?.isConnected) {
    region = element("div", { class: "toasts", role: "status", "aria-live": "polite", "data-part": "message" });
    region.addEventListener("focusin", ({ currentTarget, relatedTarget }) => {
      if (relatedTarget instanceof HTMLElement && !/** @type {HTMLElement} */ (currentTarget).contains(relatedTarget)) outside = relatedTarget;
    });
    document.body.append(region);
  }
  return region;
}

/** Prepares the place of messages. */
export const prepareToasts = () => void place();

/** Shortens the titles in a message: what happened is behind them. @param {string} text */
export const shortened = (text) => text.replace(/\u201c(.{40}).{8,}?\u201d/gsu, "\u201c$1\u2026\u201d");

/**
 * Shows a message.
 * @param {string} text
 * @param {{label?: string, run?: () => void, stays?: boolean, isAnnounced?: boolean}} [action] What the user can do about it,
 *   such as `Undo`, whether it stays until it is removed, and whether screen readers are told in another way.
 * @returns {() => void} Removes it.
 */
export function toast(text, { label, run, stays = false, isAnnounced = false } = {}) {
  const message = element("div", { class: "toast", "aria-live": isAnnounced ? "off" : undefined }, element("p", {}, shortened(text)));
  const remove = () => dismiss(message);
  if (label && run) {
    message.append(textButton({ label, action: label.toLowerCase(), run: () => {
      remove();
      run();
    } }));
  }
  if (stays) staying.add(message);
  else leaveLater(message);
  place().append(message);
  // The latest three messages are enough.
  const leaving = [...place().children].filter((each) => !staying.has(each));
  for (const each of leaving.slice(0, -3)) dismiss(each);
  return remove;
}

/** Removes a message; the focus in it returns to where it was. @param {Element} message */
function dismiss(message) {
  const hasFocus = document.activeElement && message.contains(document.activeElement);
  message.remove();
  if (hasFocus) returnFocus(outside);
}

/** Removes a message after a while in which nobody looks at it closely. @param {HTMLElement} message */
function leaveLater(message) {
  let timer = 0;
  const stay = () => clearTimeout(timer);
  const leave = () => {
    stay();
    timer = setTimeout(() => dismiss(message), duration);
  };
  for (const name of ["pointerenter", "focusin"]) message.addEventListener(name, stay);
  for (const name of ["pointerleave", "focusout"]) message.addEventListener(name, leave);
  leave();
}
