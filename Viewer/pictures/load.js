// SPDX-License-Identifier: Apache-2.0

import { original } from "./ladder.js";
import { budget } from "./memory.js";

/** @typedef {import("./picture.js").Picture} Picture */

/**
 * Loads the image of a picture, and decodes it.
 * @param {Picture} picture
 * @param {AbortSignal} signal
 * @param {(page: number) => Promise<{turns: number, byteCount: number}>} turnsOf how an original is turned, and the
 *   bytes of its decoded image
 */
export async function loadPicture(picture, signal, turnsOf) {
  if (picture.style === original) {
    const { turns, byteCount } = await turnsOf(picture.page);
    picture.turns = turns;
    // It would displace everything else: the last step of the ladder has to do.
    if (byteCount > budget / 2) picture.attempts = Infinity;
    if (byteCount > budget / 2 || signal.aborted) throw new Error("not loaded");
  }
  const image = new Image();
  image.alt = "";
  image.draggable = false;
  // Decoded below: swapping it in is then a matter of the same frame.
  image.decoding = "sync";
  signal.addEventListener("abort", () => image.removeAttribute("src"), { once: true });
  image.src = picture.url;
  await image.decode().catch(async (error) => {
    // A second failure is no accident: the answer says why. Few people ever need what reads it.
    if (picture.attempts > 0 && !signal.aborted) await (await import("./failure.js")).explain(picture, signal);
    throw error;
  });
  picture.image = image;
  picture.cost = image.naturalWidth * image.naturalHeight * 4;
}
