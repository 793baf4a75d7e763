// SPDX-License-Identifier: Apache-2.0

import { ratioNumber } from "./changes.js";
import { setting } from "./memory.js";

/**
 * Columns of pages, in their order. `aspectRatios` or `ratios` may be given: `null` and NaN stand
 * for an unknown one. Content versions are 0 by default.
 *
 * @typedef {object} PageColumns
 * @property {ArrayLike<number>} ids
 * @property {ArrayLike<number | null>} [ratios]
 * @property {ArrayLike<number | null>} [aspectRatios]
 * @property {ArrayLike<number>} [contentVersions]
 */

/**
 * The settings of a gallery, all of them optional.
 *
 * @typedef {object} GallerySettings
 * @property {{ width: number, height: number }} [preview] The area of the large page, in points.
 * @property {{ width: number, height: number }} [strip] The area of the thumbnails, in points.
 * @property {number} [revision] The revision of the pages.
 * @property {number} [activeIndex]
 * @property {boolean} [isVertical]
 * @property {boolean} [rightToLeft]
 * @property {boolean} [reducedMotion]
 * @property {number} [interPageSpacing]
 * @property {number} [parallaxFactor]
 * @property {number} [defaultAspectRatio]
 * @property {number} [interItemSpacing]
 * @property {number} [expandedMargin]
 * @property {number} [minimumAspectRatio]
 * @property {number} [maximumAspectRatio]
 * @property {number} [overscan]
 * @property {number} [hysteresis]
 * @property {number} [prefetchAhead]
 * @property {number} [speed]
 * @property {boolean} [isSerial]
 * @property {number} [softLimit]
 * @property {number} [hardLimit]
 */

/**
 * An edit in a request of several.
 *
 * @typedef {(
 *   { kind: "delete", id: number }
 *   | { kind: "insert", id: number, ratio?: number | null, contentVersion?: number, index: number,
 *       isActivated?: boolean, isLogical?: boolean }
 *   | { kind: "move", id: number, index: number, isLogical?: boolean }
 *   | { kind: "replace", id: number, ratio?: number | null }
 * )} GalleryEdit
 */

/**
 * Returns the columns of pages as lists of numbers.
 *
 * @param {PageColumns} pages
 * @returns {ArrayLike<number>[]}
 */
export function columns({ ids, ratios, aspectRatios, contentVersions }) {
  const [count, given] = [ids.length, ratios ?? aspectRatios];
  const numbers = given instanceof Float64Array
    ? given : Float64Array.from({ length: count }, (_, place) => ratioNumber(given?.[place]));
  return [ids, numbers, contentVersions ?? new Float64Array(count)];
}

/**
 * Returns settings as numbers, NaN for a default.
 *
 * @param {GallerySettings} settings
 * @returns {number[]}
 */
export function settingNumbers(settings) {
  const { preview, strip } = settings;
  return [
    preview?.width, preview?.height, strip?.width, strip?.height,
    settings.revision, settings.activeIndex, settings.isVertical, settings.rightToLeft,
    settings.reducedMotion, settings.interPageSpacing, settings.parallaxFactor,
    settings.defaultAspectRatio, settings.interItemSpacing, settings.expandedMargin,
    settings.minimumAspectRatio, settings.maximumAspectRatio, settings.overscan,
    settings.hysteresis, settings.prefetchAhead, settings.speed, settings.isSerial,
    settings.softLimit, settings.hardLimit, NaN,
  ].map(setting);
}

/** The maximum number of edits that are made together. */
export const editLimit = 262_144;

/**
 * Returns an edit as numbers.
 *
 * @param {GalleryEdit} edit
 * @returns {number[]}
 */
export function editNumbers(edit) {
  switch (edit.kind) {
    case "delete": return [1, edit.id, NaN, 0, 0, 0];
    case "insert": {
      const { id, ratio, contentVersion = 0, index } = edit;
      const options = Number(edit.isActivated ?? false) + 2 * Number(edit.isLogical ?? false);
      return [2, id, ratioNumber(ratio), contentVersion, index, options];
    }
    case "move": return [3, edit.id, NaN, 0, edit.index, 2 * Number(edit.isLogical ?? false)];
    case "replace": return [4, edit.id, ratioNumber(edit.ratio), 0, 0, 0];
  }
}
