// SPDX-License-Identifier: Apache-2.0
/** Printing a document: the server's list of pages is what is printed, with all pages as they are now. */

import { root } from "../requests/api.js";
import { toastFailure } from "../controls/failures.js";
import { toast } from "../controls/toasts.js";
import { pagesText } from "../words/words.js";

/** Removes the message that the document was not printed. */
let removeFailure = () => {};

/** Prints all pages of a document. @param {number | string} id */
export async function printPages(id) {
  const list = document.querySelector(".plain .pages");
  if (!list) return print();
  removeFailure();
  try {
    list.replaceChildren(...await currentPages(`${root}/d/${id}?from=0`));
    const images = Array.from(list.querySelectorAll("img"));
    const removeMessage = toast(`${pagesText(images.length)} are being prepared for printing`);
    await Promise.all(images.map(loaded));
    removeMessage();
    print();
  } catch (error) {
    removeFailure = toastFailure("The document was not printed", error);
  }
}

/** Returns the entries of all pages, part by part. @param {string} url @returns {Promise<Element[]>} */
async function currentPages(url) {
  const entries = [];
  for (let next = /** @type {string | null} */ (url); next;) {
    const response = await fetch(next, { headers: { accept: "text/html" } });
    if (!response.ok) throw new Error(`The server answered with status ${response.status}.`);
    const part = new DOMParser().parseFromString(await response.text(), "text/html");
    entries.push(...part.querySelectorAll(".pages > li"));
    next = part.querySelector("a[rel=next]")?.getAttribute("href") ?? null;
  }
  return entries;
}

/** Loads an image that is not displayed. A page that cannot be shown stays blank. @param {HTMLImageElement} image */
function loaded(image) {
  image.loading = "eager";
  return image.decode().catch(() => {});
}
