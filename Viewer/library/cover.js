// SPDX-License-Identifier: Apache-2.0
/** The cover of a document, as an element of the library. The server makes the same elements. */

import { root } from "../requests/api.js";
import { dayText, momentText } from "../words/dates.js";
import { element, icon } from "../controls/icons.js";
import { pagesText, titleText } from "../words/words.js";

/**
 * @typedef {object} LibraryDocument A document, as the server describes it.
 * @property {number} id
 * @property {string} title
 * @property {number} pageCount
 * @property {number} revision
 * @property {{page: number, key: string, aspectRatio?: number, damage?: string}} [cover]
 * @property {string} created
 * @property {string} modified
 * @property {string} [trashed]
 */

/** The largest size of a cover in CSS pixels, as on the server. */
const place = { width: 260, height: 340 };

/** Returns the cover of a document. @param {LibraryDocument} document @param {boolean} canEdit @returns {HTMLLIElement} */
export function makeCover(document, canEdit) {
  const cover = element("li", { class: "cover", "data-document": String(document.id) },
    element("a", { href: `${root}/d/${document.id}` },
      element("span", { class: "cover-paper" }),
      element("span", { class: "cover-text" },
        element("span", { class: "cover-title", "data-part": "title" }),
        element("span", { class: "cover-details" }))));
  if (canEdit) {
    cover.append(element("button", {
      type: "button", class: "icon-button", "data-action": "more", "aria-haspopup": "menu",
    }, icon("more")));
  }
  updateCover(cover, document);
  return cover;
}

/** Shows what a document has become. @param {Element} cover @param {LibraryDocument} document */
export function updateCover(cover, document) {
  const title = titleText(document.title);
  cover.setAttribute("data-revision", String(document.revision));
  part(cover, ".cover-title").textContent = title;
  cover.querySelector("[data-action=more]")?.setAttribute("aria-label", `Actions for ${title}`);
  const time = element("time", { datetime: document.created, title: momentText(document.created) },
    dayText(document.created));
  part(cover, ".cover-details").replaceChildren(pagesText(document.pageCount), element("span", { class: "cover-comma" }, ", "), time);
  updatePaper(part(cover, ".cover-paper"), document.cover);
}

const damageMark = () => element("span", {
  class: "cover-mark", role: "img", "aria-label": "damaged", title: "The first page is damaged",
}, icon("warning"));

/** @param {{damage?: string}} cover */
const marks = (cover) => (cover.damage ? [damageMark()] : []);

/** @param {Element} paper @param {LibraryDocument["cover"]} cover */
function updatePaper(paper, cover) {
  const ratio = cover?.aspectRatio;
  if (!cover || !ratio) return paper.replaceChildren(element("span", { class: "blank" }));
  const base = `${root}/t/${cover.page}/${cover.key}/`;
  const old = paper.querySelector("img");
  if (old?.getAttribute("src") === `${base}e480.jpg`) return paper.replaceChildren(old, ...marks(cover));
  const width = Math.max(1, Math.min(place.width, place.height * ratio));
  const image = element("img", {
    srcset: `${base}e800.jpg 2x`, src: `${base}e480.jpg`, alt: "", decoding: "async",
    width: String(Math.round(width)), height: String(Math.round(Math.max(1, width / ratio))),
  });
  const parts = [image, ...marks(cover)];
  // The former cover stays until the new one can be drawn.
  if (!paper.firstElementChild) return paper.replaceChildren(...parts);
  image.decode().catch(() => {}).then(() => paper.replaceChildren(...parts));
}

/** @param {Element} cover @param {string} selector @returns {Element} */
function part(cover, selector) {
  const found = cover.querySelector(selector);
  if (!found) throw new Error(`A cover has no ${selector}.`);
  return found;
}
