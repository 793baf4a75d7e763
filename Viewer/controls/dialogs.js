// SPDX-License-Identifier: Apache-2.0
/** Dialogs: native ones, so that the browser keeps the focus within them and returns it. */

import { element, textButton } from "./icons.js";

/**
 * Opens a dialog with a form.
 * @param {object} options
 * @param {string} options.title
 * @param {(Node | string)[]} [options.content]
 * @param {HTMLElement[]} options.buttons Those of `type=submit` close the dialog with their value.
 * @returns {{dialog: HTMLDialogElement, result: Promise<string>}} The result is empty if the dialog was cancelled.
 */
export function openDialog({ title, content = [], buttons }) {
  const heading = element("h2", { id: "dialog-title" }, title);
  const form = element("form", { method: "dialog" }, heading, ...content,
    element("div", { class: "dialog-actions" }, ...buttons));
  const dialog = element("dialog", { "aria-labelledby": "dialog-title" }, form);
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  document.body.append(dialog);
  const result = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue);
      dialog.remove();
      if (opener?.isConnected) opener.focus();
    });
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close("");
  });
  dialog.showModal();
  return { dialog, result };
}

/** A button that closes a dialog with a value, without its form; by default without doing anything. */
export function closeButton(label = "Cancel", action = "cancel", value = "") {
  const button = textButton({ label, action });
  button.addEventListener("click", () => button.closest("dialog")?.close(value));
  return button;
}

/** The button that stands for the form of a dialog. @param {string} label @param {string} kind */
export function submitButton(label, kind) {
  const button = textButton({ label, kind, type: "submit", action: "confirm" });
  button.value = "confirm";
  return button;
}

/**
 * Asks for a confirmation.
 * @param {{title: string, text: string, action: string, isDangerous?: boolean}} options
 * @returns {Promise<boolean>}
 */
export async function confirmDialog({ title, text, action, isDangerous = false }) {
  const { result } = openDialog({
    title, content: [element("p", {}, text)],
    buttons: [closeButton(), submitButton(action, isDangerous ? "danger" : "primary")],
  });
  return (await result) === "confirm";
}
