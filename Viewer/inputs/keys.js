// SPDX-License-Identifier: Apache-2.0

/**
 * The keys of the viewer. Left and right follow the reading direction, so that the key that points to the next
 * page shows it.
 * @type {[keys: string[], action: string][]}
 */
export const keyTable = [
  [["ArrowRight"], "next"],
  [["ArrowLeft"], "previous"],
  [["PageDown"], "forward"],
  [["PageUp"], "backward"],
  [["Home"], "first"],
  [["End"], "last"],
  [["+", "="], "zoom-in"],
  [["-"], "zoom-out"],
  [["0"], "zoom-reset"],
  [["Delete", "Backspace"], "delete"],
  [["r"], "rotate-right"],
  [["R"], "rotate-left"],
  [["["], "move-earlier"],
  [["]"], "move-later"],
  [["Control+z"], "undo"],
  [["Control+p"], "print"],
  [["g"], "grid"],
  [["i"], "details"],
  [["f"], "full-screen"],
  [["Escape"], "escape"],
  [["?"], "keys"],
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
