// SPDX-License-Identifier: Apache-2.0

/** Edits and changes in the words of a script for `thumbnail-strip replay`. */

/**
 * Returns the smallest whole numbers with exactly this ratio, by its continued fraction.
 * @param {number} ratio
 */
export function sizeOf(ratio) {
  let [width, height, lastWidth, lastHeight, rest] = [1, 0, 0, 1, ratio];
  for (let term = 0; term < 40; term += 1) {
    const whole = Math.floor(rest);
    [width, height, lastWidth, lastHeight] = [whole * width + lastWidth, whole * height + lastHeight, width, height];
    if (width / height === ratio) return { width, height };
    rest = 1 / (rest - whole);
  }
  return { width: Math.max(1, Math.round(ratio * 2 ** 20)), height: 2 ** 20 };
}

/** @param {number} id @param {number | null} ratio */
export const pageOf = (id, ratio) => (ratio === null || Number.isNaN(ratio) ? { id } : { id, ...sizeOf(ratio) });

/** Indexes count pages that are shown, or those after all edits before. @param {boolean} [isLogical] */
const spaceOf = (isLogical) => (isLogical ? { space: "logical" } : {});

/** The edit of a batch, in the words of a script. @param {any} edit */
export function editOf(edit) {
  switch (edit.kind) {
    case "delete": return { call: "delete", page: edit.id };
    case "insert": return { call: "insert", gap: edit.index, page: pageOf(edit.id, edit.ratio), ...(edit.isActivated ? { focus: "inserted" } : {}), ...spaceOf(edit.isLogical) };
    case "move": return { call: "move", page: edit.id, to: edit.index, ...spaceOf(edit.isLogical) };
    default: return { call: "replace", page: edit.id, ...(edit.ratio ? sizeOf(edit.ratio) : {}) };
  }
}

/** The duration of a change until it is committed, in nanoseconds. @param {any} change @param {number} count of pages before it */
export function lengthOf({ deletions, insertions, moves }, count) {
  const structural = deletions.length + insertions.length + moves.length;
  if (structural === 0 || structural > 64) return 0;
  const isEmptied = insertions.length === 0 && deletions.length === count;
  const closing = count === 0 || isEmptied ? 0 : moves.length > 0 ? 300e6 : 150e6;
  return (deletions.length > 0 ? 150e6 : 0) + closing;
}

/** The new pages and the moved ones, in their new order. @param {any} change @param {number[]} ids @returns {{at: number, id: number, page?: any}[]} */
const placed = ({ insertions, moves }, ids) => [
  ...insertions.map((/** @type {any} */ { at, page }) => ({ at, id: page.id, page })),
  ...moves.map((/** @type {any} */ { from, to }) => ({ at: to, id: ids[from] })),
].sort((one, other) => one.at - other.at);

/**
 * The edits that make a change of a list of pages, one after the other, and the list after them.
 * @param {any} change @param {number[]} ids
 */
export function editsOf(change, ids) {
  const gone = new Set(change.deletions.map((/** @type {number} */ at) => ids[at]));
  const moved = new Set(change.moves.map((/** @type {any} */ { from }) => ids[from]));
  const staying = ids.filter((id) => !gone.has(id) && !moved.has(id));
  let order = ids.filter((id) => !gone.has(id));
  const edits = [...gone].map((id) => editOf({ kind: "delete", id }));
  for (const { at, page } of change.replacements) edits.push(editOf({ kind: "replace", id: ids[at], ratio: page.aspectRatio }));
  placed(change, ids).forEach(({ at, id, page }, number) => {
    order = order.filter((each) => each !== id);
    const follower = order.indexOf(staying[at - number]);
    const index = follower < 0 ? order.length : follower;
    order.splice(index, 0, id);
    edits.push(editOf({ kind: page ? "insert" : "move", id, index, ratio: page?.aspectRatio ?? null, isLogical: true }));
  });
  return { edits, order };
}
