// SPDX-License-Identifier: Apache-2.0
/** Failures of one cause have one message: that a session has ended is told once, with all that was not done. */

import { reasonText } from "../words/reasons.js";
import { element } from "./icons.js";
import { forgetFailure, noteFailure, shortened, toast } from "./toasts.js";

/**
 * A message on the screen: what has failed, why, and whether the reason is told also without a failure.
 * @typedef {{paragraph: HTMLElement, failures: Set<{text: string, remove: () => void}>, isNotice: boolean, remove: () => void}} Message
 */

const ended = "Your session has ended.";
const signIn = { label: "Sign in", run: () => location.reload() };

/** The messages that are shown, by their causes. @type {Map<string, Message>} */
const messages = new Map();

/** Returns the message of a cause; a new one is shown. @param {string} cause @returns {Message} */
function messageOf(cause) {
  const known = messages.get(cause);
  if (known) return known;
  /** @type {Message} */
  const message = { paragraph: element("p", {}), failures: new Set(), isNotice: false, remove: () => {} };
  messages.set(cause, message);
  const left = () => {
    messages.delete(cause);
    for (const { remove } of message.failures) forgetFailure(remove);
  };
  message.remove = toast(message.paragraph, { ...(cause === ended ? signIn : {}), stays: true, isDismissable: true, left });
  return message;
}

/** Shows what a message tells now; without anything it leaves. @param {string} cause @param {Message} message */
function show(cause, message) {
  if (message.failures.size === 0 && !message.isNotice) return message.remove();
  const texts = new Set([...message.failures].map(({ text }) => text));
  message.paragraph.textContent = [...texts, cause].join(" ").trim();
}

/** Shows that the session has ended, for as long as that is so. @param {boolean} isEnded */
export function showSession(isEnded) {
  const message = isEnded ? messageOf(ended) : messages.get(ended);
  if (!message) return;
  message.isNotice = isEnded;
  show(ended, message);
}

/** Tells why something failed. @param {string} what Such as `The document was not renamed`. @param {unknown} error @returns {() => void} Removes it. */
export function toastFailure(what, error) {
  const cause = /** @type {any} */ (error)?.status === 401 ? ended : reasonText(error);
  const message = messageOf(cause);
  const failure = { text: shortened(`${what}.`), remove: () => {
    forgetFailure(failure.remove);
    if (message.failures.delete(failure)) show(cause, message);
  } };
  message.failures.add(failure);
  noteFailure(failure.remove);
  show(cause, message);
  return failure.remove;
}
