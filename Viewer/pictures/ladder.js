// SPDX-License-Identifier: Apache-2.0

/** The heights of thumbnails, in pixels. */
const heights = [66, 132, 264];
/** The long edges of pages, in pixels. */
const edges = [480, 800, 1280, 1920, 2560];

/** The style of the bytes as received. */
export const original = "original";

/** The style that arrives first, everywhere. */
export const smallest = "h66";

/**
 * Returns the style of a thumbnail: the next step of the ladder.
 * @param {number} height the height on the screen, in points
 * @param {number} density device pixels per point
 */
export function thumbnailStyle(height, density) {
  const pixels = height * density;
  // A hair above a step is not worth four times the pixels.
  return `h${heights.find((step) => step >= pixels - 0.5) ?? heights[heights.length - 1]}`;
}

/**
 * Returns the style of a page: the next step of the ladder, or the original above its last step.
 * @param {number} width the width on the screen, in points
 * @param {number} height the height on the screen, in points
 * @param {number} density device pixels per point
 * @param {boolean} isZoomed whether the original may be used
 */
export function pageStyle(width, height, density, isZoomed = false) {
  const pixels = Math.max(width, height) * density;
  const step = edges.find((edge) => edge >= pixels - 0.5);
  if (step !== undefined) return `e${step}`;
  return isZoomed ? original : `e${edges[edges.length - 1]}`;
}

/**
 * Returns a number by which styles of one page can be compared: its approximate height or long edge
 * in pixels.
 * @param {string} style
 */
export function styleSize(style) {
  return style === original ? Infinity : Number(style.slice(1));
}
