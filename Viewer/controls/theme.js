// SPDX-License-Identifier: Apache-2.0
/** The switch between light, dark, and the choice of the system. `appearance.js` applies it to the next pages. */

import { iconButton } from "./icons.js";
import { showMenu } from "./menu.js";

/** @typedef {"system" | "light" | "dark"} Theme */

/** @type {[Theme, string][]} */
const themes = [["system", "Like the system"], ["light", "Light"], ["dark", "Dark"]];

/** The present choice. @returns {Theme} */
export function theme() {
  return /** @type {Theme} */ (document.documentElement.dataset.theme ?? "system");
}

/** @param {Theme} theme */
export function setTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // Without storage, the choice holds for this page.
  }
}

/** Opens the menu of the choices. @param {HTMLElement} button */
export function showThemes(button) {
  showMenu(button, "Appearance", themes.map(([name, label]) => ({
    label, icon: "check", action: `theme-${name}`, isChecked: theme() === name, run: () => setTheme(name),
  })));
}

/** Makes a button open the menu. @param {Element | null} button */
export function enableThemeButton(button) {
  if (!(button instanceof HTMLElement)) return;
  button.setAttribute("aria-haspopup", "menu");
  button.addEventListener("click", () => showThemes(button));
}

/** Returns a button that opens the menu. */
export function themeButton() {
  const button = iconButton({ icon: "theme", label: "Appearance", action: "theme" });
  enableThemeButton(button);
  return button;
}
