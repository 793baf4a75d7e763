// SPDX-License-Identifier: Apache-2.0

/**
 * The keys of the viewer, in the order of the list that `?` shows. Left and right follow the reading
 * direction, so that the key that points to the next page shows it.
 * @type {[keys: string[], action: string, text: string][]}
 */
export const keyTable = [
  [["ArrowRight"], "next", "Next page"],
  [["ArrowLeft"], "previous", "Previous page"],
  [["PageDown"], "forward", "Ten pages forward"],
  [["PageUp"], "backward", "Ten pages back"],
  [["Home"], "first", "First page"],
  [["End"], "last", "Last page"],
  [["+", "="], "zoom-in", "Zoom in"],
  [["-"], "zoom-out", "Zoom out"],
  [["0"], "zoom-reset", "Show the whole page"],
  [["Delete", "Backspace"], "delete", "Delete the page"],
  [["r"], "rotate-right", "Rotate to the right"],
  [["R"], "rotate-left", "Rotate to the left"],
  [["["], "move-earlier", "Move the page earlier"],
  [["]"], "move-later", "Move the page later"],
  [["Control+z"], "undo", "Undo the last edit"],
  [["Control+p"], "print", "Print the document"],
  [["g"], "grid", "All pages"],
  [["i"], "details", "Details"],
  [["f"], "full-screen", "Full screen"],
  [["Escape"], "escape", "Back one level"],
  [["?"], "keys", "This list"],
];

/** The actions of keys that turn pages: a held key repeats them. */
const turning = new Set(["next", "previous", "forward", "backward"]);
const mirrored = new Map([["ArrowRight", "ArrowLeft"], ["ArrowLeft", "ArrowRight"]]);
/** @type {Map<string, string>} */
const actions = new Map(keyTable.flatMap(([keys, action]) => keys.map((key) => /** @type {[string, string]} */ ([key, action]))));

/**
 * Returns the action of a key, `null` if it has none.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean}} event
 * @param {boolean} isMirrored whether pages are read from right to left
 */
export function actionOf(event, isMirrored) {
  if (event.altKey) return null;
  const key = event.key.length === 1 && event.key >= "A" && event.key <= "Z" && !event.shiftKey ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return event.shiftKey ? null : actions.get(`Control+${key.toLowerCase()}`) ?? null;
  // Shift belongs to letters and signs; with other keys it means something else.
  if (event.shiftKey && key.length > 1) return null;
  return actions.get(isMirrored ? mirrored.get(key) ?? key : key) ?? null;
}

/** Whether keys belong to an element that the user writes in, or to something in front. @param {EventTarget | null} target */
function takesKeys(target) {
  const isFront = globalThis.document?.querySelector("dialog[open], [role=menu]") ?? null;
  return isFront !== null || target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

/** Passes keys to actions. A held key waits until what it shows can be seen: nothing is queued. */
export class Keys {
  /**
   * @param {EventTarget} target
   * @param {{run(action: string, event: KeyboardEvent): boolean, canRepeat(): boolean, isMirrored(): boolean}} actions
   */
  constructor(target, { run, canRepeat, isMirrored }) {
    target.addEventListener("keydown", (event) => {
      const key = /** @type {KeyboardEvent} */ (event);
      if (key.defaultPrevented || key.isComposing || takesKeys(key.target)) return;
      const action = actionOf(key, isMirrored());
      if (action === null) return;
      const isHeld = key.repeat;
      if (isHeld && (!turning.has(action) || !canRepeat())) return key.preventDefault();
      if (run(action, key)) key.preventDefault();
    });
  }
}

/** Returns a key as people know it. @param {string} key */
export function keyName(key) {
  /** @type {Record<string, string>} */
  const names = { ArrowRight: "\u2192", ArrowLeft: "\u2190", "Control+z": "Ctrl Z", "Control+p": "Ctrl P", r: "R", R: "Shift R", i: "I", f: "F", g: "G", Escape: "Esc", PageDown: "Page Down", PageUp: "Page Up", "-": "\u2212" };
  return names[key] ?? key;
}
