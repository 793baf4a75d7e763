// SPDX-License-Identifier: Apache-2.0
/** Numbers and titles in words. */

/** @param {number} count */
export const pagesText = (count) => (count === 1 ? "1 page" : `${count.toLocaleString()} pages`);

/** @param {number} count */
export const filesText = (count) => (count === 1 ? "1 file" : `${count.toLocaleString()} files`);

/** @param {string} title */
export const titleText = (title) => title || "Untitled";
