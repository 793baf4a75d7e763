// SPDX-License-Identifier: Apache-2.0

import { keyTable } from "../inputs/keys.js";

/** What the actions of keys do, for people. @type {Record<string, string>} */
const texts = {
  next: "Next page",
  previous: "Previous page",
  forward: "Ten pages forward",
  backward: "Ten pages back",
  first: "First page",
  last: "Last page",
  "zoom-in": "Zoom in",
  "zoom-out": "Zoom out",
  "zoom-reset": "Show the whole page",
  delete: "Delete the page",
  "rotate-right": "Rotate to the right",
  "rotate-left": "Rotate to the left",
  "move-earlier": "Move the page earlier",
  "move-later": "Move the page later",
  undo: "Undo the last edit",
  print: "Print the document",
  grid: "All pages",
  details: "Details",
  "full-screen": "Full screen",
  escape: "Back one level",
  keys: "This list",
};

/** The names of keys that are not their signs. @type {Record<string, string>} */
const names = {
  ArrowRight: "\u2192", ArrowLeft: "\u2190", "Control+z": "Ctrl Z", "Control+p": "Ctrl P", r: "R", R: "Shift R", i: "I", f: "F", g: "G", Escape: "Esc",
  PageDown: "Page Down", PageUp: "Page Up", "-": "\u2212",
};

/**
 * The list of keys that `?` shows: each as people know it, with what it does.
 * @param {boolean} canEdit @param {boolean} [isMirrored] whether pages are read from right to left
 * @returns {[key: string, text: string][]}
 */
export function keyTexts(canEdit, isMirrored = false) {
  const shown = keyTable.filter(([, action]) => canEdit || !/^(delete|rotate|move|undo)/.test(action));
  const [right, left] = isMirrored ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  const keyOf = (/** @type {string} */ key, /** @type {string} */ action) => ({ next: right, previous: left })[action] ?? key;
  return shown.map(([[key], action]) => [names[keyOf(key, action)] ?? key, texts[action]]);
}
