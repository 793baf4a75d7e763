// SPDX-License-Identifier: Apache-2.0

/** The time after which an edit that waits for the answer to one before waits for the connection, in milliseconds. */
const patience = 1000;

/**
 * What people are told about edits that nobody sees yet: one edit is shown at a time, and the next one begins when the
 * server has answered. Those that wait are told when they begin.
 */
export class WaitingTexts {
  /** What tells the edits that wait, by their tickets. @type {Map<number, () => void>} */
  #waiting = new Map();
  #timer = 0;
  #isLong = false;

  /** Called when edits begin to wait for the connection, and when they do not any more. @type {(isWaiting: boolean) => void} */
  onWaiting = () => {};

  /**
   * Tells an edit, as soon as it is shown.
   * @param {number} ticket
   * @param {boolean} isShown whether no other edit is open
   * @param {() => void} tell
   */
  add(ticket, isShown, tell) {
    if (isShown) return tell();
    this.#waiting.set(ticket, tell);
    if (this.#isLong) this.onWaiting(true);
    else if (this.#timer === 0) this.#timer = setTimeout(() => this.#setLong(true), patience);
  }

  /** An edit has ended. After one that was made, those that wait begin. @param {number} ticket @param {boolean} isMade */
  end(ticket, isMade) {
    const tell = this.#waiting.get(ticket);
    this.#waiting.delete(ticket);
    if (isMade) {
      tell?.();
      for (const tell of this.#waiting.values()) tell();
      this.#waiting.clear();
    }
    if (this.#waiting.size > 0) return;
    clearTimeout(this.#timer);
    this.#setLong(false);
  }

  #setLong(/** @type {boolean} */ isLong) {
    this.#timer = 0;
    if (isLong === this.#isLong) return;
    this.#isLong = isLong;
    this.onWaiting(isLong);
  }
}
