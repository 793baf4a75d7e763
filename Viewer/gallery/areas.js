// SPDX-License-Identifier: Apache-2.0

/** @typedef {{preview: {width: number, height: number}, strip: {width: number, height: number}}} Areas */

/** Measures the areas on the screen. @param {HTMLElement} preview @param {HTMLElement} strip @returns {Areas} */
export function areasOf(preview, strip) {
  const [large, small] = [preview, strip].map((surface) => {
    const { width, height } = surface.getBoundingClientRect();
    return { width, height };
  });
  return { preview: large, strip: small };
}

/** Whether two sizes are the same. @param {{width: number, height: number}} first @param {{width: number, height: number}} second */
export const areSame = (first, second) => first.width === second.width && first.height === second.height;
