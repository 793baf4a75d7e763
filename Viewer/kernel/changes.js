// SPDX-License-Identifier: Apache-2.0

/**
 * @typedef {{ id: number, aspectRatio: number | null, contentVersion?: number }} ChangedPage
 * @typedef {{ at: number, page: ChangedPage }} Arrival
 * @typedef {{ from: number, to: number }} Move
 */

/**
 * A change of the pages, as the kernel passes it.
 *
 * @typedef {object} PagesChange
 * @property {number} revision The revision that the change is based on, 0 if it has none.
 * @property {number[]} deletions
 * @property {Arrival[]} insertions
 * @property {Move[]} moves
 * @property {Arrival[]} replacements The ID is -1 except in requests to apply a change.
 */

/**
 * A change of the pages, as the server sends it.
 *
 * @typedef {object} ReceivedChange
 * @property {number} revision The revision after the change.
 * @property {boolean} [isReset] Whether the pages have to be read again.
 * @property {number[]} [deletions]
 * @property {Arrival[]} [insertions]
 * @property {Move[]} [moves]
 * @property {{ at: number, page?: { aspectRatio?: number | null } }[]} [replacements]
 */

/**
 * Returns a list that has an entry for each page after a change. Insertions and moves name the indexes that pages have then.
 *
 * @template Entry @template {{ at: number }} Insertion
 * @param {readonly Entry[]} entries
 * @param {{ deletions?: readonly number[], insertions?: readonly Insertion[], moves?: readonly Move[] }} change
 * @param {(insertion: Insertion) => Entry} entryOf Returns the entry of a page that is inserted.
 * @returns {Entry[]}
 */
export function entriesAfter(entries, { deletions = [], insertions = [], moves = [] }, entryOf) {
  const leaving = new Set([...deletions, ...moves.map(({ from }) => from)]);
  const arrivals = [...insertions.map((insertion) => ({ at: insertion.at, entry: entryOf(insertion) })), ...moves.map(({ from, to }) => ({ at: to, entry: entries[from] }))];
  const staying = leaving.size === 0 ? entries : entries.filter((_, index) => !leaving.has(index));
  /** @type {Entry[]} */
  const result = [];
  let next = 0;
  for (const { at, entry } of arrivals.sort((one, other) => one.at - other.at)) {
    while (result.length < at && next < staying.length) result.push(staying[next++]);
    result.push(entry);
  }
  while (next < staying.length) result.push(staying[next++]);
  return result;
}

/**
 * Returns a ratio as the kernel reads it.
 *
 * @param {number | null | undefined} ratio
 * @returns {number}
 */
export function ratioNumber(ratio) {
  return ratio ?? NaN;
}

/**
 * Returns a ratio as scripts use it.
 *
 * @param {number} number
 * @returns {number | null}
 */
export function ratioValue(number) {
  return Number.isNaN(number) ? null : number;
}

/**
 * Returns the numbers of changes, one after the other.
 *
 * @param {readonly ReceivedChange[]} changes
 * @returns {number[]}
 */
export function changeNumbers(changes) {
  return changes.flatMap(numbers);
}

/**
 * @param {ReceivedChange} change
 * @returns {number[]}
 */
function numbers(change) {
  if (change.isReset) return [change.revision, 0, 0, 0, 0, 0];
  const { deletions = [], insertions = [], moves = [], replacements = [] } = change;
  return [
    change.revision, 1, deletions.length, insertions.length, moves.length, replacements.length,
    ...deletions,
    ...insertions.flatMap(({ at, page }) => [
      at, page.id, ratioNumber(page.aspectRatio), page.contentVersion ?? 0,
    ]),
    ...moves.flatMap(({ from, to }) => [from, to]),
    ...replacements.flatMap(({ at, page }) => [at, ratioNumber(page?.aspectRatio), -1]),
  ];
}

/**
 * Reads a change.
 *
 * @param {Float64Array} list
 * @returns {PagesChange}
 */
export function readChange(list) {
  const [revision, , deletionCount, insertionCount, moveCount, replacementCount] = list;
  let place = 6;
  const deletions = Array.from(list.subarray(place, (place += deletionCount)));
  const insertions = Array.from({ length: insertionCount }, () => {
    const [at, id, ratio, contentVersion] = list.subarray(place, (place += 4));
    return { at, page: { id, aspectRatio: ratioValue(ratio), contentVersion } };
  });
  const moves = Array.from({ length: moveCount }, () => {
    const [from, to] = list.subarray(place, (place += 2));
    return { from, to };
  });
  const replacements = Array.from({ length: replacementCount }, () => {
    const [at, ratio, id] = list.subarray(place, (place += 3));
    return { at, page: { id, aspectRatio: ratioValue(ratio) } };
  });
  return { revision, deletions, insertions, moves, replacements };
}
