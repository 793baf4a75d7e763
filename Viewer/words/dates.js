// SPDX-License-Identifier: Apache-2.0
/** Dates in the words of the reader. */

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** @param {string} timestamp @returns {string} */
export const dayText = (timestamp) => day.format(new Date(timestamp));

/** @param {string | Date} timestamp @returns {string} */
export const momentText = (timestamp) => moment.format(new Date(timestamp));

/** Writes all dates below an element in the words of the reader. @param {ParentNode} parent */
export function localizeDates(parent) {
  for (const time of parent.querySelectorAll("time")) {
    if (!time.dateTime) continue;
    time.textContent = dayText(time.dateTime);
    time.title = momentText(time.dateTime);
  }
}
