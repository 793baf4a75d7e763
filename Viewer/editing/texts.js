// SPDX-License-Identifier: Apache-2.0
/** What people are told about edits. */

/** The past of each edit, for people; the number is that of the page. @type {Record<string, string>} */
export const done = { delete: "deleted", move: "moved", rotate: "rotated", replace: "replaced", insert: "added" };

/** The same after an edit was undone. @type {Record<string, string>} */
export const undone = { delete: "restored", move: "moved back", rotate: "rotated back", replace: "changed back", insert: "removed" };

/** @typedef {Pick<import("./open-edits.js").OpenEdit, "kind" | "numbers">} ToldEdit */

/** Describes an edit of pages. @param {number[]} numbers @param {string} text */
export function editText(numbers, text) {
  return numbers.length === 1 ? `Page ${numbers[0]} ${text}` : `${numbers.length} pages ${text}`;
}

/** Says that nobody knows whether an edit was made. @param {ToldEdit} edit */
export function unknownText({ kind, numbers }) {
  const what = numbers.length === 1 ? `page ${numbers[0]} was` : "the pages were";
  return `It is not known yet whether ${kind === "undo" ? "the edit was undone" : `${what} ${done[kind]}`}`;
}

/** Says that an edit was made or not. @param {ToldEdit} edit @param {boolean} isMade */
export function outcomeText({ kind, numbers }, isMade) {
  const not = isMade ? "" : " not";
  const what = kind === "undo" ? `The edit was${not} undone` : `${numbers.length === 1 ? `Page ${numbers[0]} was` : "The pages were"}${not} ${done[kind]}`;
  return isMade ? `${what} after all` : what;
}

/** Says that pages are not reverted. @param {number} refused the number of these pages @param {number} count that of all pages of the edit */
export function refusalText(refused, count) {
  const what = count === 1 ? "this page" : refused === count ? "these pages" : `${refused} of these pages`;
  return `Somebody has changed ${what} since then.`;
}

/** Says that somebody else has deleted pages that were edited. @param {number[]} numbers */
export function vanishedText(numbers) {
  return `Somebody has deleted ${numbers.length === 1 ? `page ${numbers[0]}` : `${numbers.length} of these pages`} meanwhile.`;
}
