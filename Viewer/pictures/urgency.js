// SPDX-License-Identifier: Apache-2.0

import { smallest } from "./ladder.js";

/**
 * The pages to load pictures of, the most urgent ones first.
 * @typedef {object} PicturePlan
 * @property {Iterable<number>} announced
 * @property {{page: number, style: string}[]} large the pages that are or will be shown large
 * @property {string} thumbnail the style of thumbnails
 */

/**
 * Adds the pictures of a plan in the order in which they are needed: first the page that is shown, then all thumbnails,
 * then the pages beside it.
 * @param {PicturePlan} plan
 * @param {(page: number, style: string) => boolean} isReady
 * @param {(page: number, style: string) => void} add
 */
export function addByUrgency({ announced, large, thumbnail }, isReady, add) {
  const shown = large[0]?.page;
  if (shown !== undefined) add(shown, smallest);
  for (const { page, style } of large) if (page === shown) add(page, style);
  for (const page of announced) if (!isReady(page, thumbnail)) add(page, smallest);
  for (const { page, style } of large) if (page !== shown) add(page, style);
  if (thumbnail !== smallest) for (const page of announced) add(page, thumbnail);
}
