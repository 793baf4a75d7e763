// SPDX-License-Identifier: Apache-2.0

import { Late, loadStyle } from "../controls/late.js";
import { Presence } from "../inputs/presence.js";

/** @typedef {import("./viewer.js").Parts} Parts */
/**
 * What opens above the pages, and what helps it. Most of it is loaded later.
 * @typedef {object} Panels
 * @property {Late<typeof import("../panels/menus.js")>} menus
 * @property {Late<import("../panels/details.js").Details>} details
 * @property {Late<import("../grid/grid.js").Grid>} grid
 * @property {Late<import("../editing/reordering.js").Reordering>} reordering
 * @property {Late<import("../panels/print-list.js").PrintList>} printing
 * @property {Presence} presence
 */

/** Waits for a module and for the styles of what opens above the pages. @template T @param {Promise<T>} module */
const styled = async (module) => (await Promise.all([module, loadStyle("panels.css")]))[0];

/** @param {Parts} parts @param {(page: number) => void} goTo shows a page @returns {Panels} */
export const makePanels = (parts, goTo) => ({
  menus: new Late(() => styled(import("../panels/menus.js"))),
  details: new Late(async () => new (await styled(import("../panels/details.js"))).Details(parts)),
  grid: new Late(async () => new (await styled(import("../grid/grid.js"))).Grid(Object.assign(Object.create(parts), { editing: await parts.editing.load(), goTo }))),
  reordering: new Late(async () => new (await import("../editing/reordering.js")).Reordering({ ...parts, editing: await parts.editing.load() })),
  printing: new Late(async () => makePrintList(parts, await import("../panels/print-list.js"))),
  presence: new Presence(parts.layout.viewer),
});

function makePrintList(/** @type {Parts} */ { gallery, pictures, editing, layout }, /** @type {typeof import("../panels/print-list.js")} */ { PrintList }) {
  const parts = { gallery, pictures, leaving: () => editing.value?.leaving ?? [], title: () => layout.heading.textContent ?? "" };
  return new PrintList(parts, /** @type {HTMLElement} */ (document.querySelector(".plain")));
}

/** The panels that are loaded later, those that are needed most first. @param {Panels} panels @param {boolean} canEdit */
export const latePanels = ({ menus, details, grid, reordering, printing }, canEdit) =>
  [menus, details, grid, ...(canEdit ? [reordering] : []), printing];
