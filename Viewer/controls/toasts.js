// SPDX-License-Identifier: Apache-2.0
/** Messages at the edge of the window, which screen readers announce. They leave by themselves, except for failures. */

import { returnFocus } from "./focus.js";
import { element, iconButton, textButton } from "./icons.js";

const duration = 8_000;

/** @type {HTMLElement | null} */
let region = null;
/** What had the focus before it came to a message. @type {HTMLElement | null} */
let outside = null;
/** The messages that stay until they are removed. @type {WeakSet<Element>} */
const staying = new WeakSet();
/** The failures that are told, by what removes them: they stay until people or a success do that. @type {Set<() => void>} */
const failures = new Set();
/** What is called when a message leaves. @type {WeakMap<Element, () => void>} */
const ends = new WeakMap();
/** The number of messages, unless more of them stay: there is always room for the latest. */
const countLimit = 3;

/** The place of the messages; it exists before the first one, as live regions have to. */
function place() {
  if (!region?.isConnected) {
    region = element("div", { class: "toasts", role: "status", "aria-live": "polite", "aria-atomic": "false", "data-part": "message" });
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
 * @param {string | HTMLElement} content A text, or a paragraph whose text may change.
 * @param {{label?: string, run?: () => void, stays?: boolean, isDismissable?: boolean, isFailure?: boolean, isAnnounced?: boolean, left?: () => void}} [action]
 *   What the user can do about it, such as `Undo`, whether it stays until it is removed, whether people can remove it, whether
 *   it tells a failure, which is both, whether screen readers are told in another way, and what is called when it has left.
 * @returns {() => void} Removes it.
 */
export function toast(content, { label, run, isFailure = false, stays = isFailure, isDismissable = isFailure, isAnnounced = false, left } = {}) {
  const paragraph = typeof content === "string" ? element("p", {}, shortened(content)) : content;
  const message = element("div", { class: "toast", "aria-live": isAnnounced ? "off" : undefined }, paragraph);
  const remove = () => dismiss(message);
  if (label && run) {
    message.append(textButton({ label, action: label.toLowerCase(), run: () => {
      remove();
      run();
    } }));
  }
  if (isDismissable) message.append(iconButton({ icon: "close", label: "Dismiss", action: "dismiss", run: remove }));
  if (isFailure) noteFailure(remove);
  ends.set(message, () => {
    forgetFailure(remove);
    left?.();
  });
  if (stays) staying.add(message);
  else leaveLater(message);
  place().append(message);
  leaveRoom(message);
  return remove;
}

/** Removes messages that are too many: the oldest of those that do not stay. @param {Element} latest */
function leaveRoom(latest) {
  const others = [...place().children].filter((each) => each !== latest);
  const passing = others.filter((each) => !staying.has(each));
  for (const each of passing.slice(0, Math.max(0, others.length + 1 - countLimit))) dismiss(each);
}

/** Notes that a failure is told. @param {() => void} remove */
export const noteFailure = (remove) => void failures.add(remove);

/** A failure is not told any more. @param {() => void} remove */
export const forgetFailure = (remove) => void failures.delete(remove);

/** Notes that something is tried. Returns what is called when it succeeds: the failures that were told before leave then. */
export function attempt() {
  const before = [...failures];
  return () => {
    for (const remove of before) remove();
  };
}

/** Removes a message; the focus in it returns to where it was. @param {Element} message */
function dismiss(message) {
  const hasFocus = document.activeElement && message.contains(document.activeElement);
  message.remove();
  if (hasFocus) returnFocus(outside);
  // The focus may come from elsewhere the next time, or from nowhere.
  if (!region?.contains(document.activeElement)) outside = null;
  const end = ends.get(message);
  ends.delete(message);
  end?.();
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
