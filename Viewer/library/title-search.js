// SPDX-License-Identifier: Apache-2.0
/** The search in titles, as on the server: without case and accents. */

/** Letters that no decomposition reduces to others. @type {Record<string, string>} */
const letters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ħ: "h", ı: "i" };

/** Text as a search compares it: in lower case and without accents. @param {string} text */
export const foldedText = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036fßæœøđðþłħı]/g, (letter) => letters[letter] ?? "");

/** Whether a title contains all words of a query, in any order. @param {string} title @param {string} query */
export const matches = (title, query) => foldedText(query).split(/\s+/).every((word) => foldedText(title).includes(word));
