// SPDX-License-Identifier: Apache-2.0

import { ConnectionNote } from "./connection-note.js";
import { element, icon, iconButton, textButton } from "../controls/icons.js";

/**
 * An action of the viewer: a button, a key, or both.
 * @typedef {object} Action
 * @property {string} name
 * @property {string} label
 * @property {string} icon
 * @property {string} [keys] as in `aria-keyshortcuts`
 * @property {"always" | "wide" | "widest"} [place] the windows in which it has a button of its own
 * @property {boolean} [isEdit] whether it changes the document
 * @property {boolean} [needsPage] whether there has to be a page
 */

/** The actions that have buttons, in their order. @type {Action[]} */
export const actionTable = [
  { name: "undo", label: "Undo", icon: "undo", keys: "Control+Z", place: "always", isEdit: true },
  { name: "rotate-left", label: "Rotate left", icon: "rotate-left", keys: "Shift+R", place: "widest", isEdit: true, needsPage: true },
  { name: "rotate-right", label: "Rotate right", icon: "rotate-right", keys: "R", place: "always", isEdit: true, needsPage: true },
  { name: "move-earlier", label: "Move earlier", icon: "move-earlier", keys: "[", place: "widest", isEdit: true, needsPage: true },
  { name: "move-later", label: "Move later", icon: "move-later", keys: "]", place: "widest", isEdit: true, needsPage: true },
  { name: "delete", label: "Delete page", icon: "trash", keys: "Delete", place: "always", isEdit: true, needsPage: true },
  { name: "add", label: "Add pages at the end", icon: "add", place: "always", isEdit: true },
  { name: "zoom-out", label: "Zoom out", icon: "zoom-out", keys: "-", place: "widest", needsPage: true },
  { name: "zoom-in", label: "Zoom in", icon: "zoom-in", keys: "+", place: "wide", needsPage: true },
  { name: "grid", label: "All pages", icon: "grid", keys: "G", place: "always", needsPage: true },
  { name: "details", label: "Details", icon: "info", keys: "I", place: "wide", needsPage: true },
  { name: "full-screen", label: "Full screen", icon: "full-screen", keys: "F", place: "wide" },
];

/** Builds the elements of the viewer. @param {{title: string, root: string, canEdit: boolean}} options */
export function makeLayout({ title, root, canEdit }) {
  const back = element("a", { class: "icon-button", href: `${root}/`, "data-action": "back", "aria-label": "Library", title: "Library" }, icon("back"));
  const heading = element("h1", { "data-part": "title", dir: "auto" }, title || "Untitled");
  const position = element("p", { class: "viewer-position" });
  const actions = actionTable.filter((action) => canEdit || !action.isEdit);
  const tools = element("div", { class: "viewer-tools", role: "group", "aria-label": "Page" });
  for (const action of actions) {
    const button = iconButton({ icon: action.icon, label: action.label, action: action.name, keys: action.keys });
    button.dataset.place = action.place;
    tools.append(button);
  }
  const more = iconButton({ icon: "more", label: "More", action: "more" });
  more.setAttribute("aria-haspopup", "menu");
  more.setAttribute("aria-expanded", "false");
  tools.append(more);
  const header = element("header", { class: "viewer-bar" }, back, element("div", { class: "viewer-title" }, heading, position), tools);
  const preview = element("div", { class: "preview", id: "preview", "data-surface": "preview", "data-home": true, role: "tabpanel", tabindex: "0" });
  const empty = element("div", { class: "viewer-empty", hidden: true }, icon("pages"), element("p", {}, "No pages"),
    ...(canEdit ? [textButton({ label: "Add pages", action: "add", kind: "primary" })] : []));
  const paused = element("p", { class: "viewer-paused", role: "status", hidden: true, "data-part": "live" }, icon("offline"), "Live updates paused");
  const main = element("main", { class: "viewer-stage" }, preview, empty, paused);
  // At the ends of the strip they cover no paper, also where a page is as wide as the window.
  const previous = iconButton({ icon: "previous", label: "Previous page", action: "previous", keys: "ArrowLeft" });
  const next = iconButton({ icon: "next", label: "Next page", action: "next", keys: "ArrowRight" });
  const strip = element("div", { class: "strip", "data-surface": "strip", role: "tablist", "aria-label": "Pages", "aria-orientation": "horizontal" });
  const footer = element("nav", { class: "viewer-strip", "aria-label": "Pages of the document" }, previous, strip, next);
  const announcer = element("p", { class: "visually-hidden", role: "status", "aria-live": "polite", "data-part": "announcer" });
  const viewer = element("div", { class: "viewer" }, header, main, footer, announcer);
  return { viewer, header, back, heading, position, tools, more, main, preview, previous, next, empty, connection: new ConnectionNote(paused), strip, announcer, actions };
}
