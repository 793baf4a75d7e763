// SPDX-License-Identifier: Apache-2.0
/** The keyboard's focus: it stays on a button that has no effect any more, and returns from what is removed. */

/** Where the focus goes if the element that had it before is gone: the pages, or a cover. */
const homes = "[data-home], [data-current] > a, [data-action=new]";

/** Shows whether a button has an effect. A disabled one would lose the focus. @param {Element} button @param {boolean} isEnabled */
export function setEnabled(button, isEnabled) {
  if (isEnabled) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

/** @param {Element} button */
export const isEnabled = (button) => button.getAttribute("aria-disabled") !== "true";

/** @param {HTMLElement | null} element */
const isReachable = (element) => element?.isConnected && !element.closest("[inert]") && element.checkVisibility({ visibilityProperty: true });

/** Moves the focus to an element, or to where people go on if it is gone. @param {HTMLElement | null} [element] */
export function returnFocus(element = null) {
  /** @type {NodeListOf<HTMLElement>} */
  const others = document.querySelectorAll(homes);
  [element, ...others].find(isReachable)?.focus({ preventScroll: true });
}
