// SPDX-License-Identifier: Apache-2.0
/** What is known of a page, for people. */

import { momentText } from "../words/dates.js";

const inch = 25.4;
const numbers = new Intl.NumberFormat();
const decimals = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** Returns a number of bytes for people. @param {number} count */
export function byteText(count) {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), 3);
  return power === 0 ? `${numbers.format(count)} bytes` : `${decimals.format(count / 1000 ** power)} ${units[power]}`;
}

/**
 * Returns the facts of a page for people.
 * @param {any} page as the server describes it @param {string} place @param {boolean} [isUnreadable] whether its pictures do not arrive
 * @returns {[string, string][]}
 */
export function factsOf(page, place, isUnreadable = false) {
  const { width, height, density } = page;
  /** @type {[string, string][]} */
  const facts = [["Page", place]];
  if (page.fileName) facts.push(["Name", page.fileName]);
  if (width) facts.push(["Pixels", `${numbers.format(width)} \u00d7 ${numbers.format(height)}`]);
  if (width && density) {
    const [x, y] = density;
    facts.push(["Size", `${Math.round(width / x * inch)} \u00d7 ${Math.round(height / y * inch)} mm`]);
    facts.push(["Density", x === y ? `${decimals.format(x)} dpi` : `${decimals.format(x)} \u00d7 ${decimals.format(y)} dpi`]);
  }
  if (page.rotation) facts.push(["Rotation", `${page.rotation}\u00b0`]);
  facts.push(["File", [page.format?.toUpperCase(), byteText(page.byteCount)].filter(Boolean).join(", ")]);
  if (page.created) facts.push(["Added", momentText(page.created)]);
  const damage = page.damage ?? (isUnreadable && "The stored file cannot be read.");
  if (damage) facts.push(["Damage", damage]);
  facts.push(["SHA-256", page.digest]);
  return facts;
}
