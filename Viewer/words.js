// SPDX-License-Identifier: Apache-2.0
/** Numbers and titles in words. */

/** @param {number} count */
export const pagesText = (count) => (count === 1 ? "1 page" : `${count.toLocaleString()} pages`);

/** @param {number} count */
export const filesText = (count) => (count === 1 ? "1 file" : `${count.toLocaleString()} files`);

/** Text as a search compares it, as on the server: in lower case and without accents. @param {string} text */
export const foldedText = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036fßæœøđðþłħı]/g, (letter) => letters[letter] ?? "");

/** Letters that no decomposition reduces to others. @type {Record<string, string>} */
const letters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i" };

/** @param {string} title */
export const titleText = (title) => title || "Untitled";
