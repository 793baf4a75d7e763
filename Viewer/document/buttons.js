// SPDX-License-Identifier: Apache-2.0

import { setEnabled } from "../controls/focus.js";

/** @typedef {import("./viewer.js").Parts} Parts */
/** @typedef {import("../kernel/frame.js").GalleryFrame} Frame */

/** The buttons of a document: those that have no effect are shown as disabled, and keep the focus. */
export class Buttons {
  #parts;
  #entries;
  /** Which ends of the list and of the history are reached, and whether edits are possible, as the buttons show it. */
  #ends = -1;

  /** @param {Pick<Parts, "layout" | "editing" | "canEdit">} parts */
  constructor(parts) {
    this.#parts = parts;
    const { actions, tools } = parts.layout;
    this.#entries = actions.flatMap(({ name, needsPage = false, isEdit = false }) => {
      const button = /** @type {HTMLButtonElement | null} */ (tools.querySelector(`[data-action="${name}"]`));
      return button ? [{ name, needsPage, isEdit, button, isDisabled: false }] : [];
    });
  }

  /** Whether the active page cannot be moved earlier, and later: edits that are open count, although nobody sees them yet. */
  #movesOf(/** @type {Pick<Frame, "activeIndex" | "count" | "openEditCount">} */ { activeIndex, count, openEditCount }) {
    const editing = this.#parts.editing.value;
    const page = openEditCount > 0 && activeIndex !== null ? editing?.target(activeIndex) ?? null : null;
    if (!editing || page === null) return [(activeIndex ?? -1) <= 0, (activeIndex ?? -1) >= count - 1];
    return [!editing.moving.canMoveBy(page, -1), !editing.moving.canMoveBy(page, 1)];
  }

  /** Takes a frame. @param {Pick<Frame, "activeIndex" | "count" | "openEditCount">} frame */
  update(frame) {
    const { layout: { previous, next }, editing, canEdit } = this.#parts;
    const activeIndex = frame.activeIndex ?? -1;
    const { count } = frame;
    const isFirst = activeIndex <= 0;
    const isLast = activeIndex >= count - 1;
    const [isEarliest, isLatest] = this.#movesOf(frame);
    const isUnedited = editing.value?.history.isEmpty ?? true;
    // In a fling, this is so with nearly every page.
    const ends = Number(isFirst) + 2 * Number(isLast) + 4 * Number(count === 0) + 8 * Number(isUnedited) + 16 * Number(canEdit);
    if (ends === this.#ends) return;
    this.#ends = ends;
    setEnabled(previous, !isFirst);
    setEnabled(next, !isLast);
    for (const entry of this.#entries) {
      const { name, needsPage, isEdit } = entry;
      const isAtEnd = name === "move-earlier" ? isEarliest : name === "move-later" && isLatest;
      const isDisabled = needsPage && count === 0 || isAtEnd || name === "undo" && isUnedited || isEdit && !canEdit;
      if (isDisabled === entry.isDisabled) continue;
      entry.isDisabled = isDisabled;
      setEnabled(entry.button, !isDisabled);
    }
  }
}
