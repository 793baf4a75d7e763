// SPDX-License-Identifier: Apache-2.0
/** The keys of the library: one tab stop, from which arrows lead to all covers. */

/**
 * @param {HTMLElement} list The covers.
 * @param {{rename(cover: HTMLElement): void, trash(cover: HTMLElement): void} | null} actions `null` for readers.
 */
export function enableKeys(list, actions) {
  list.addEventListener("focusin", (event) => {
    const cover = coverOf(event.target);
    if (cover) setTabStop(list, cover);
  });
  list.addEventListener("keydown", (event) => {
    const cover = coverOf(event.target);
    if (!cover || event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    const target = neighbor(list, cover, event.key);
    if (target) target.querySelector("a")?.focus();
    else if (event.key === "F2" && actions) actions.rename(cover);
    else if (event.key === "Delete" && actions) actions.trash(cover);
    else return;
    event.preventDefault();
  });
}

/** Makes one cover the tab stop of the list, the first one by default. @param {HTMLElement} list @param {Element | null} [cover] */
export function setTabStop(list, cover) {
  const stop = cover ?? list.querySelector("[data-current]") ?? list.firstElementChild;
  for (const child of list.children) {
    const isStop = child === stop;
    child.toggleAttribute("data-current", isStop);
    for (const part of child.querySelectorAll("a, button")) {
      if (isStop) part.removeAttribute("tabindex");
      else part.setAttribute("tabindex", "-1");
    }
  }
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
function coverOf(target) {
  return target instanceof Element ? target.closest("[data-document]") : null;
}

/** Returns the cover to which a key leads. @param {HTMLElement} list @param {HTMLElement} cover @param {string} key */
function neighbor(list, cover, key) {
  const covers = /** @type {HTMLElement[]} */ (Array.from(list.children));
  const index = covers.indexOf(cover);
  const forward = getComputedStyle(list).direction === "rtl" ? -1 : 1;
  const step = {
    ArrowRight: forward, ArrowLeft: -forward, ArrowDown: columnCount(covers), ArrowUp: -columnCount(covers),
    Home: -index, End: covers.length - 1 - index,
  }[key];
  return step === undefined ? undefined : covers[index + step];
}

/** @param {HTMLElement[]} covers */
function columnCount(covers) {
  const count = covers.findIndex((cover) => cover.offsetTop > covers[0].offsetTop);
  return count < 0 ? covers.length : count;
}
