// SPDX-License-Identifier: Apache-2.0

import { original, smallest, styleSize } from "./ladder.js";

/**
 * One image of one page.
 * @typedef {object} Picture
 * @property {number} page
 * @property {string} key the content of the page
 * @property {string} style
 * @property {number} size approximately its height or long edge in pixels
 * @property {string} url
 * @property {HTMLImageElement | null} image decoded
 * @property {HTMLImageElement | null} twin a second element for the same image, if two frames have shown it
 * @property {number} turns the quarter turns that are missing in the image
 * @property {number} cost the bytes of the decoded image
 * @property {number} userCount the elements that show it
 * @property {"idle" | "loading" | "pausing" | "ready" | "failed"} state
 * @property {number} attempts
 * @property {boolean} [isDamaged] whether the server cannot read the original
 * @property {boolean} [isUnreadable] whether that is so for as long as the page has this content
 * @property {AbortController | null} abort
 */

/**
 * The pictures of one page.
 * @typedef {object} PagePictures
 * @property {string} key
 * @property {Map<string, Picture>} styles
 * @property {Picture | null} stale a picture of the content before a rotation, turned
 * @property {boolean} [isUnreadable] whether no further picture can be made of this content
 */

/** Whether a picture is more than a thumbnail. */
export const isLarge = (/** @type {Picture} */ { style }) => style[0] !== "h";

/**
 * Returns the picture to show in place of another one: a page does not become blurred again.
 * @param {Picture | null} last what is shown
 * @param {Picture | null} next
 */
export function sharper(last, next) {
  if (!last || !next || last.page !== next.page || last.key !== next.key) return next;
  return last.size > next.size ? last : next;
}

/** Returns a picture that has not been loaded. @param {string} root @param {number} page @param {string} key @param {string} style @returns {Picture} */
export function makePicture(root, page, key, style) {
  const url = style === original
    ? `${root}/api/v1/pages/${page}/original?inline`
    : `${root}/t/${page}/${key}/${style}.jpg`;
  const size = styleSize(style);
  return { page, key, style, size, url, image: null, twin: null, turns: 0, cost: 0, userCount: 0, state: "idle", attempts: 0, abort: null };
}

/**
 * Returns the largest picture of a page that is ready. A thumbnail of a damaged page would stay blurred: `null`.
 * @param {PagePictures} pictures
 * @param {boolean} isDamaged
 * @returns {Picture | null}
 */
export function bestOf({ styles, stale }, isDamaged) {
  let best = null;
  for (const picture of styles.values()) {
    if (picture.state === "ready" && (!best || picture.size > best.size)) best = picture;
  }
  // A turned picture of before is better than a thumbnail of now.
  if (best && isLarge(best)) return best;
  return stale ?? (isDamaged ? null : best);
}

/**
 * Returns the smallest ready picture of a page that is large enough for a thumbnail, or the largest one.
 * @param {PagePictures} pictures
 * @param {string} style
 * @param {boolean} isDamaged
 * @returns {Picture | null}
 */
export function thumbnailOf(pictures, style, isDamaged) {
  const exact = pictures.styles.get(style);
  if (exact?.state === "ready") return exact;
  const small = pictures.styles.get(smallest);
  return small?.state === "ready" ? small : bestOf(pictures, isDamaged);
}
