// SPDX-License-Identifier: Apache-2.0
/** Changes of a list in motion: its elements move to their new places instead of jumping there. */

const reducedMotion = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** @param {DOMRect} box */
const isNear = (box) => box.bottom > -innerHeight && box.top < 2 * innerHeight;

/**
 * Changes the children of an element, and moves those that were shown before to their new places.
 * @param {HTMLElement} parent @param {() => void} change
 */
export function moving(parent, change) {
  if (!parent.animate || reducedMotion?.matches) return change();
  const before = new Map();
  for (const child of parent.children) {
    const box = child.getBoundingClientRect();
    if (isNear(box)) before.set(child, box);
  }
  change();
  for (const child of parent.children) {
    const [old, box] = [before.get(child), child.getBoundingClientRect()];
    if (!isNear(box)) continue;
    if (!old) appear(child);
    else if (old.left !== box.left || old.top !== box.top) move(child, old.left - box.left, old.top - box.top);
  }
}

const timing = { duration: 260, easing: "cubic-bezier(0.2, 0, 0, 1)" };

/** @param {Element} element */
function appear(element) {
  element.animate([{ opacity: 0, transform: "scale(0.9)" }, { opacity: 1, transform: "none" }], timing);
}

/** @param {Element} element @param {number} x @param {number} y */
function move(element, x, y) {
  element.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], timing);
}
