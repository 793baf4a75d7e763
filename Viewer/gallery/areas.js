// SPDX-License-Identifier: Apache-2.0

/** @typedef {{width: number, height: number}} Area */
/** @typedef {{preview: Area, strip: Area}} Areas */

/** Measures the areas on the screen. @param {HTMLElement} preview @param {HTMLElement} strip @returns {Areas} */
export function areasOf(preview, strip) {
  const [large, small] = [preview, strip].map((surface) => {
    const { width, height } = surface.getBoundingClientRect();
    return { width, height };
  });
  return { preview: large, strip: small };
}

const areSame = (/** @type {Area} */ first, /** @type {Area} */ second) => first.width === second.width && first.height === second.height;

/** The areas that the gallery knows, and the density for which they were measured. */
export class KnownAreas {
  #areas;
  #density = 0;

  /** @param {Areas} areas those that the gallery was opened with */
  constructor(areas) {
    this.#areas = areas;
  }

  /**
   * Takes what was measured. Returns whether the areas are others, `null` if the density is the same as well: an
   * observer of sizes also calls when it begins, and the gallery computes a frame anew for each area.
   * @param {Areas} areas
   * @param {number} density
   */
  take(areas, density) {
    const isChanged = !areSame(areas.preview, this.#areas.preview) || !areSame(areas.strip, this.#areas.strip);
    if (!isChanged && density === this.#density) return null;
    this.#areas = areas;
    this.#density = density;
    return isChanged;
  }
}
