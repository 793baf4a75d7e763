// SPDX-License-Identifier: Apache-2.0

/** @param {string} text */
const show = async (text) => void (await import("../controls/toasts.js")).toast(text);

/**
 * Tells that the page of the address is not in the document.
 * @param {import("./navigation.js").Place | null} place @param {Pick<import("../kernel/gallery.js").Gallery, "indexOf">} gallery
 * @param {(text: string) => Promise<void>} [tell]
 */
export function tellMissingPage(place, gallery, tell = show) {
  if (place && gallery.indexOf(place.page) === null) tell("That page is not in this document.").catch(() => {});
}
