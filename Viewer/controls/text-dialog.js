// SPDX-License-Identifier: Apache-2.0

import { closeButton, openDialog, submitButton } from "./dialogs.js";
import { element } from "./icons.js";

/**
 * Asks for a text.
 * @param {object} options
 * @param {string} options.title
 * @param {string} options.label
 * @param {string} options.action
 * @param {{label: string, choice: string}} [options.other] Another answer, without a text.
 * @param {(text: string) => string} [options.check] Returns what is wrong with a text, which is shown then in place of
 *   closing the dialog; empty if it is fine.
 * @param {(show: (label: string) => void) => void} [options.follow] Gets what shows another label while the dialog is open.
 * @returns {Promise<{text: string, choice: string} | null>} `null` if the dialog was cancelled.
 */
export async function textDialog({ title, label, action, other, check = () => "", follow }) {
  const input = element("input", { name: "text", "data-part": "title", autocomplete: "off", maxlength: "500" });
  const name = element("span", {}, label);
  const message = element("p", { class: "dialog-error", id: "dialog-error", role: "alert" });
  const others = other ? [closeButton(other.label, other.choice, other.choice)] : [];
  const { dialog, result } = openDialog({
    title, content: [element("label", {}, name, input), message], buttons: [closeButton(), ...others, submitButton(action, "primary")] });
  const show = (/** @type {string} */ text) => {
    message.textContent = text;
    if (text) input.setAttribute("aria-describedby", message.id);
    else input.removeAttribute("aria-describedby");
    input.setAttribute("aria-invalid", String(text !== ""));
  };
  input.addEventListener("input", () => show(""));
  input.form?.addEventListener("submit", (event) => {
    const text = check(input.value.trim());
    if (text === "") return;
    event.preventDefault();
    show(text);
    input.select();
  });
  follow?.((text) => { name.textContent = text; });
  input.focus();
  const choice = await result;
  dialog.remove();
  return choice === "" ? null : { text: input.value.trim(), choice };
}
