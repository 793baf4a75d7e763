// SPDX-License-Identifier: Apache-2.0
/** Messages at the edge of the window, which screen readers announce and which leave by themselves. */

import { element, textButton } from "./icons.js";

const duration = 8_000;

/** @type {HTMLElement | null} */
let region = null;

/** The place of the messages; it exists before the first one, as live regions have to. */
function place() {
  if (!region?.isConnected) {
    region = element("div", { class: "toasts", role: "status", "aria-live": "polite", "data-part": "message" });
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
 * @param {{label?: string, run?: () => void}} [action] What the user can do about it, such as `Undo`.
 * @returns {() => void} Removes it.
 */
export function toast(text, { label, run } = {}) {
  const message = element("div", { class: "toast" }, element("p", {}, shortened(text)));
  const remove = () => message.remove();
  if (label && run) {
    message.append(textButton({ label, action: label.toLowerCase(), run: () => {
      remove();
      run();
    } }));
  }
  let timer = setTimeout(remove, duration);
  const stay = () => clearTimeout(timer);
  const leave = () => {
    stay();
    timer = setTimeout(remove, duration);
  };
  message.addEventListener("pointerenter", stay);
  message.addEventListener("pointerleave", leave);
  message.addEventListener("focusin", stay);
  message.addEventListener("focusout", leave);
  place().append(message);
  // The latest three messages are enough.
  while (place().childElementCount > 3) place().firstElementChild?.remove();
  return remove;
}
