// SPDX-License-Identifier: Apache-2.0
/** The position in the library, restored when the user comes back from a document, or reloads. */

import { root } from "../requests/api.js";

/** @typedef {import("./document-list.js").DocumentList} DocumentList */
/** @typedef {{query: string, count: number, top: number, document?: string}} Position */

const key = "library-position";

/** Restores the position, and keeps it when the page is left. @param {HTMLElement} list @param {DocumentList} documents */
export function keepPosition(list, documents) {
  addEventListener("pagehide", () => write({
    query: documents.query, count: documents.covers.length, top: scrollY,
    document: list.querySelector("[data-current]")?.getAttribute("data-document") ?? undefined,
  }));
  list.addEventListener("click", (event) => {
    const cover = event.target instanceof Element ? event.target.closest("[data-document]") : null;
    if (cover) for (const child of list.children) child.toggleAttribute("data-current", child === cover);
  });
  if (isReturn()) restore(list, documents);
}

/** Whether the user comes back, instead of opening the library anew. */
function isReturn() {
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return ["back_forward", "reload"].includes(entry?.type) ||
    document.referrer.startsWith(`${location.origin}${root}/d/`);
}

/** @param {HTMLElement} list @param {DocumentList} documents */
async function restore(list, documents) {
  const position = read();
  if (!position || position.query !== documents.query) return;
  if (position.count > documents.covers.length && documents.next) {
    await documents.search(position.query, position.count).catch(() => {});
  }
  scrollTo({ top: position.top, behavior: "instant" });
  const cover = list.querySelector(`[data-document="${CSS.escape(position.document ?? "")}"]`);
  cover?.querySelector("a")?.focus({ preventScroll: true });
}

/** @returns {Position | null} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Position} position */
function write(position) {
  try {
    sessionStorage.setItem(key, JSON.stringify(position));
  } catch {
    // Without storage, the library begins at its top.
  }
}
