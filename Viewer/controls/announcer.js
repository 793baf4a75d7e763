// SPDX-License-Identifier: Apache-2.0

import { ForeignChanges } from "./foreign-changes.js";

/** The time of rest before an announcement, in milliseconds. */
const delay = 500;
const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/** Returns a count of pages with its verb, such as "Two pages were". @param {number} count */
function pagesWere(count) {
  return `${words[count] ?? count} ${count === 1 ? "page was" : "pages were"}`;
}

/**
 * Describes changes of other users.
 * @param {{insertions: number, deletions: number, moves: number, replacements: number}} counts
 */
export function foreignText({ insertions, deletions, moves, replacements }) {
  const texts = [];
  if (insertions > 0) texts.push(`${pagesWere(insertions)} added by another user`);
  if (deletions > 0) texts.push(`${pagesWere(deletions)} deleted by another user`);
  if (moves > 0) texts.push(`${pagesWere(moves)} moved by another user`);
  if (replacements > 0) texts.push(`${pagesWere(replacements)} changed by another user`);
  return texts.join(". ");
}

/** Tells people who do not see the screen what happened, half a second after everything is at rest. */
export class Announcer {
  #region;
  #timer = 0;
  #isResting = false;
  /** The texts to tell, by their topic: of one topic, only the last one counts. @type {Map<string, {text: string, told: () => void}>} */
  #texts = new Map();
  #foreign = new ForeignChanges();
  #setTimer;
  #clearTimer;

  /**
   * @param {{textContent: string | null}} region
   * @param {{setTimer: (callback: () => void, delay: number) => number, clearTimer: (timer: number) => void}} [timers]
   */
  constructor(region, timers = { setTimer: (callback, delay) => setTimeout(callback, delay), clearTimer: (timer) => clearTimeout(timer) }) {
    this.#region = region;
    this.#setTimer = timers.setTimer;
    this.#clearTimer = timers.clearTimer;
  }

  /**
   * Tells a text as soon as everything has been at rest for a while.
   * @param {string} topic @param {string} text @param {() => void} [told] called then, if no other text of the topic came after it
   */
  tell(topic, text, told = () => {}) {
    this.#texts.delete(topic);
    this.#texts.set(topic, { text, told });
    if (this.#isResting) this.rest();
  }

  /** Takes a change of the pages: it tells those of other users, likewise. @param {import("./foreign-changes.js").Change} change @param {boolean} isForeign */
  take(change, isForeign) {
    if (!isForeign && this.#foreign.isEmpty) return;
    this.#foreign.add(change, isForeign);
    if (isForeign) this.tell("foreign", foreignText(this.#foreign.counts));
  }

  /** Something moves: announcements wait. */
  wait() {
    this.#isResting = false;
    if (this.#timer === 0) return;
    this.#clearTimer(this.#timer);
    this.#timer = 0;
  }

  /** Everything is at rest. */
  rest() {
    this.#isResting = true;
    if (this.#timer !== 0 || this.#texts.size === 0) return;
    this.#timer = this.#setTimer(() => {
      this.#timer = 0;
      // That nothing is left to undo follows what was undone, which may be known later.
      const all = [...this.#texts].sort(([one], [other]) => Number(one === "undo") - Number(other === "undo")).map(([, each]) => each);
      this.#texts.clear();
      for (const { told } of all) told();
      const texts = all.map(({ text }) => text).filter((text) => text !== "");
      this.#foreign = new ForeignChanges();
      if (texts.length === 0) return;
      // The same text again is announced only if it differs.
      const text = texts.join(". ");
      this.#region.textContent = text === this.#region.textContent ? `${text}\u00a0` : text;
    }, delay);
  }
}
