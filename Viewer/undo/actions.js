// SPDX-License-Identifier: Apache-2.0

/** @typedef {import("./action.js").Action} Action */

/** The number of actions that are kept. */
const capacity = 100;

/** The actions that can be reverted, or are being reverted, in the order in which they were made. */
export class Actions {
  /** @type {Action[]} */
  #all = [];

  /** Adds the last action. @param {Action} action */
  add(action) {
    this.#all.push(action);
    if (this.#all.length > capacity) this.#all.shift();
  }

  /** @param {Action} action */
  remove(action) { this.#all = this.#all.filter((other) => other !== action); }

  /** The actions, the last one first, as they are now. */
  get latestFirst() { return [...this.#all].reverse(); }

  /** The last action for which something holds. @param {(action: Action) => boolean} holds */
  find(holds) { return this.#all.findLast(holds); }

  /** The bytes of the images that are kept for replaced pages. */
  get keptBytes() {
    const pages = this.#all.flatMap(({ reversal }) => (reversal.kind === "replace" ? reversal.pages : []));
    return pages.reduce((sum, { former }) => sum + (former?.byteCount ?? 0), 0);
  }

  /** Others have moved pages. @param {number[]} pages */
  moved(pages) {
    for (const action of this.#all) {
      // An edit that has not ended is made after theirs.
      if (action.reversal.kind === "move" && action.open.length === 0) for (const page of pages) action.moved.add(page);
    }
  }

  /** Whether later actions on the same images are being reverted: only then the images tell whether others have changed them. @param {Action} action */
  isChanging(action) { return this.laterOfImages(action).some(({ isReverting }) => isReverting); }

  /** The later actions on images of the same pages. @param {Action} action @returns {Action[]} */
  laterOfImages(action) { return this.#all.slice(this.#all.indexOf(action) + 1).filter((other) => other.sharesImages(action)); }
}
