// SPDX-License-Identifier: Apache-2.0

/**
 * Returns the distance and the center of two pointers.
 * @param {Iterable<{x: number, y: number}>} pointers
 * @param {{left: number, top: number}} origin from where the center counts
 */
export function pairOf(pointers, { left, top }) {
  const [a, b] = pointers;
  return { length: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), x: (a.x + b.x) / 2 - left, y: (a.y + b.y) / 2 - top };
}
