// SPDX-License-Identifier: Apache-2.0
/** The menus and lists of a document that its bar and its keys open. */

import { openDialog } from "../controls/dialogs.js";
import { isEnabled } from "../controls/focus.js";
import { element, textButton } from "../controls/icons.js";
import { keyTexts } from "./key-list.js";
import { showMenu } from "../controls/menu.js";
import { printPages } from "./printing.js";

export { showThemes } from "../controls/theme.js";

/** @typedef {import("../gallery/layout.js").Action} Action */
/** @typedef {ReturnType<typeof import("../gallery/layout.js").makeLayout>} Layout */

/** The actions that have no button in any window. @type {Action[]} */
const menuTable = [
  { name: "add-before", label: "Add pages before this one", icon: "add", isEdit: true, needsPage: true },
  { name: "replace", label: "Replace this page", icon: "replace", isEdit: true, needsPage: true },
  { name: "zoom-reset", label: "Show the whole page", icon: "zoom-reset", keys: "0", needsPage: true },
  { name: "download", label: "Download original", icon: "download", needsPage: true },
  { name: "print", label: "Print", icon: "print", needsPage: true },
  { name: "keys", label: "Keys", icon: "keys", keys: "?" },
  { name: "theme", label: "Appearance", icon: "theme" },
];

/** Prints the document. */
export const print = () => void printPages(Number(document.body.dataset.document));

/** Shows the list of keys. @param {boolean} canEdit */
export function showKeys(canEdit) {
  const entries = keyTexts(canEdit, document.documentElement.dir === "rtl").flatMap(([key, text]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, text)]);
  openDialog({ title: "Keys", content: [element("dl", { class: "key-list" }, ...entries)], buttons: [textButton({ label: "Close", type: "submit", action: "close" })] });
}

/**
 * Opens the menu of the actions that have no button in this window.
 * @param {Layout} layout
 * @param {{isEmpty: boolean, canEdit: boolean, run: (action: string) => void}} state
 */
export function showMore(layout, { isEmpty, canEdit, run }) {
  /** Whether the button of an action is out of sight, and would have an effect. */
  const isMissing = (/** @type {Action} */ { name }) => {
    const button = /** @type {HTMLElement | null} */ (layout.tools.querySelector(`[data-action="${name}"]`));
    return button?.offsetParent === null && isEnabled(button);
  };
  const others = menuTable.filter((action) => canEdit || !action.isEdit);
  const items = [...layout.actions.filter(isMissing), ...others.filter((action) => !(action.needsPage && isEmpty))];
  showMenu(layout.more, "More", items.map(({ label, icon, name }) => ({ label, icon, action: name, run: () => run(name) })));
}
