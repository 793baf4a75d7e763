// SPDX-License-Identifier: Apache-2.0
/** Dates in the words of the reader. */

/** Makes a format when it is first used: it takes longer than most modules. */
function formatting(/** @type {Intl.DateTimeFormatOptions} */ options) {
  /** @type {Intl.DateTimeFormat | undefined} */
  let format;
  return (/** @type {string | Date} */ timestamp) => (format ??= new Intl.DateTimeFormat(undefined, options)).format(new Date(timestamp));
}

/** Returns the day of a time. */
export const dayText = formatting({ dateStyle: "medium" });

/** Returns the day of a time, its hour and its minute. */
export const momentText = formatting({ dateStyle: "medium", timeStyle: "short" });

/** Writes all dates below an element in the words of the reader. @param {ParentNode} parent */
export function localizeDates(parent) {
  for (const time of parent.querySelectorAll("time")) {
    if (!time.dateTime) continue;
    time.textContent = dayText(time.dateTime);
    time.title = momentText(time.dateTime);
  }
}
