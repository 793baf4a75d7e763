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
/** The messages about failures, which stay until people or a success remove them. @type {Element[]} */
let failures = [];
/** What is called when a message leaves. @type {WeakMap<Element, () => void>} */
const ends = new WeakMap();
/** The number of messages beside those that stay. */
const countLimit = 3;

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
 * @param {{label?: string, run?: () => void, stays?: boolean, isFailure?: boolean, isAnnounced?: boolean, left?: () => void}} [action] What the
 *   user can do about it, such as `Undo`, whether it stays until it is removed, whether it tells a failure, which stays until
 *   it is dismissed, whether screen readers are told in another way, and what is called when it has left.
 * @returns {() => void} Removes it.
 */
export function toast(text, { label, run, stays = false, isFailure = false, isAnnounced = false, left } = {}) {
  const message = element("div", { class: "toast", "aria-live": isAnnounced ? "off" : undefined }, element("p", {}, shortened(text)));
  const remove = () => dismiss(message);
  if (label && run) {
    message.append(textButton({ label, action: label.toLowerCase(), run: () => {
      remove();
      run();
    } }));
  }
  if (isFailure) {
    message.append(iconButton({ icon: "close", label: "Dismiss", action: "dismiss", run: remove }));
    failures = [...failures, message];
  }
  if (left) ends.set(message, left);
  if (stays) staying.add(message);
  else if (!isFailure) leaveLater(message);
  place().append(message);
  leaveRoom(message);
  return remove;
}

/** Removes messages that are too many: failures last, and only for other failures. @param {Element} latest */
function leaveRoom(latest) {
  const others = [...place().children].filter((each) => each !== latest && !staying.has(each));
  const isFailure = (/** @type {Element} */ each) => failures.includes(each);
  const ordered = [...others.filter((each) => !isFailure(each)), ...(isFailure(latest) ? others.filter(isFailure) : [])];
  for (const each of ordered.slice(0, Math.max(0, others.length + 1 - countLimit))) dismiss(each);
}

/** Notes that something is tried. Returns what is called when it succeeds: the failures that were shown before leave then. */
export function attempt() {
  const before = failures;
  return () => {
    for (const each of before) dismiss(each);
  };
}

/** Removes a message; the focus in it returns to where it was. @param {Element} message */
function dismiss(message) {
  const hasFocus = document.activeElement && message.contains(document.activeElement);
  message.remove();
  failures = failures.filter((each) => each !== message);
  if (hasFocus) returnFocus(outside);
  // The focus may come from elsewhere the next time, or from nowhere.
  if (!region?.contains(document.activeElement)) outside = null;
  const left = ends.get(message);
  ends.delete(message);
  left?.();
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
