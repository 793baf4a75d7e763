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

/** The button that closes a dialog without doing anything. */
const cancelButton = () => {
  const button = textButton({ label: "Cancel", action: "cancel" });
  button.addEventListener("click", () => button.closest("dialog")?.close(""));
  return button;
};

/** @param {string} label @param {string} kind */
function submitButton(label, kind) {
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
    buttons: [cancelButton(), submitButton(action, isDangerous ? "danger" : "primary")],
  });
  return (await result) === "confirm";
}

/**
 * Asks for a text, such as a title.
 * @param {{title: string, label: string, value?: string, action: string, more?: HTMLElement[]}} options
 *   `more` are further buttons of `type=submit` in the place of the usual one.
 * @returns {Promise<{text: string, choice: string} | null>} `null` if the dialog was cancelled.
 */
export async function textDialog({ title, label, value = "", action, more }) {
  const input = element("input", { name: "text", value, "data-part": "title", autocomplete: "off", maxlength: "500" });
  const { dialog, result } = openDialog({
    title, content: [element("label", {}, label, input)],
    buttons: [cancelButton(), ...(more ?? [submitButton(action, "primary")])],
  });
  input.select();
  const choice = await result;
  dialog.remove();
  return choice === "" ? null : { text: input.value.trim(), choice };
}
