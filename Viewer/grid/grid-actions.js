// SPDX-License-Identifier: Apache-2.0

import { isEnabled, setEnabled } from "../controls/focus.js";
import { element, iconButton } from "../controls/icons.js";
import { textDialog } from "../controls/text-dialog.js";
import { root } from "../requests/api.js";
import { MoveQuestion } from "./move-question.js";

/** What keys do also while the grid covers the page. */
const general = new Set(["undo", "print", "keys", "theme", "full-screen", "grid", "escape"]);

/** What can be done with the selected pages, and the buttons for it. */
export class GridActions {
  #parts;
  #pages;
  #question;
  element = element("div", { class: "viewer-tools", role: "group", "aria-label": "Selected pages" });

  /** Called with pages before they are deleted. @type {(pages: number[]) => void} */
  onDelete = () => {};

  /**
   * @param {{gallery: import("../kernel/gallery.js").Gallery, editing: import("../editing/editing.js").Editing, canEdit: boolean, layout: {actions: {isEdit?: boolean}[]}}} parts
   *   edits are possible at times, as the buttons of the document tell, and now if `canEdit` is set
   * @param {() => number[]} pages the selected ones, in order
   * @param {typeof textDialog} ask
   */
  constructor(parts, pages, ask = textDialog) {
    this.#parts = parts;
    this.#pages = pages;
    this.#question = new MoveQuestion(parts.gallery, pages, ask);
    const add = (/** @type {string} */ icon, /** @type {string} */ label, /** @type {string} */ action, /** @type {() => void} */ run) =>
      this.element.append(iconButton({ icon, label, action, run: ({ currentTarget }) => isEnabled(/** @type {Element} */ (currentTarget)) && run() }));
    if (parts.layout.actions.some(({ isEdit }) => isEdit)) {
      add("undo", "Undo", "grid-undo", () => this.#undo());
      add("rotate-right", "Rotate right", "grid-rotate", () => this.#rotate(1));
      add("move-later", "Move to\u2026", "grid-move", () => this.#move());
      add("trash", "Delete", "grid-delete", () => this.delete());
    }
    add("download", "Download originals", "grid-export", () => this.#export());
  }

  /** The pages or the selection may have changed: enables the buttons. @param {boolean} isEmpty whether no page is selected */
  update(isEmpty) {
    this.#question.update();
    const { canEdit, editing } = this.#parts;
    for (const button of this.element.querySelectorAll("button")) {
      const name = button.dataset.action;
      setEnabled(button, (name === "grid-export" || canEdit) && !(name === "grid-undo" ? editing.history.isEmpty : isEmpty));
    }
  }

  /**
   * Takes an action of a key: those of pages are for the selected ones, and nothing happens to the page that nobody
   * sees. Returns whether it did. @param {string} name
   */
  takes(name) {
    if (general.has(name)) return false;
    if (name === "delete") this.delete();
    if (name.startsWith("rotate-")) this.#rotate(name === "rotate-left" ? -1 : 1);
    return true;
  }

  delete() {
    if (!this.#parts.canEdit) return;
    const pages = this.#pages();
    this.onDelete(pages);
    this.#parts.editing.delete(pages);
  }

  #undo() {
    if (this.#parts.canEdit) this.#parts.editing.undo();
  }

  #rotate(/** @type {number} */ turns) {
    if (this.#parts.canEdit) this.#parts.editing.rotate(this.#pages(), turns);
  }

  async #move() {
    if (!this.#parts.canEdit) return;
    const gap = await this.#question.ask();
    // The document may have been moved to the trash meanwhile.
    if (this.#parts.canEdit && gap !== null) this.#parts.editing.moving.moveAll(this.#pages(), gap);
  }

  /** Downloads one original after the other: browsers drop downloads that begin together. */
  async #export() {
    for (const page of this.#pages()) {
      element("a", { href: `${root}/api/v1/pages/${page}/original`, download: true }).click();
      await new Promise((resolve) => { setTimeout(resolve, 400); });
    }
  }
}
