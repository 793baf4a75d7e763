// SPDX-License-Identifier: Apache-2.0

/** Within this time, in milliseconds, and distance, in points, a second tap makes a double tap. */
const [doubleTapTime, doubleTapDistance] = [300, 32];
/** The time of a long press, in milliseconds. */
export const holdTime = 450;

/** Counts taps that follow each other at one place. */
export class TapCounter {
  #x = 0;
  #y = 0;
  #time = -Infinity;
  #count = 0;

  /** Returns the number of taps at a place. @param {number} x @param {number} y @param {number} time */
  count(x, y, time) {
    const isNext = time - this.#time < doubleTapTime && Math.hypot(x - this.#x, y - this.#y) < doubleTapDistance;
    this.#count = isNext ? this.#count + 1 : 1;
    [this.#x, this.#y, this.#time] = [x, y, time];
    return this.#count;
  }
}

/** Waits for a long press, which a drag or a release prevents. */
export class Hold {
  #timer = 0;

  /** @param {() => void} held */
  start(held) { this.#timer = setTimeout(held, holdTime); }

  end() { clearTimeout(this.#timer); }
}
