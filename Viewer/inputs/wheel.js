// SPDX-License-Identifier: Apache-2.0

/** The lengths of a line and a page of a wheel event, in pixels. */
const unitLengths = [1, 16, 400];

/**
 * Returns the distance of a wheel event along its stronger axis, in pixels.
 *
 * Positive values lead to later pages: down, or towards the end of the line.
 * @param {{deltaX: number, deltaY: number, deltaMode: number}} event
 * @param {number} sign -1 in a gallery from right to left, where a finger to the left leads back
 */
export function wheelDistance(event, sign = 1) {
  const isHorizontal = Math.abs(event.deltaX) > Math.abs(event.deltaY);
  return (isHorizontal ? event.deltaX * sign : event.deltaY) * (unitLengths[event.deltaMode] ?? 1);
}

/** The distance that turns a page, in pixels. A notch of a mouse wheel is 100 or more. */
const turnDistance = 40;
/** The pause that separates two turns, in milliseconds. */
const pause = 120;
/** The shortest time between two turns of one movement, in milliseconds. */
const turnInterval = 260;
/** The growth of the distance per event that counts as another swipe during the momentum of the last. */
const growth = 1.6;

/**
 * The wheel above a page: one page at a time.
 *
 * A turn consumes the rest of the movement, including its momentum: the next one needs a pause, the
 * opposite direction, or a distance that grows again.
 */
export class PageWheel {
  #sum = 0;
  #last = -Infinity;
  #turned = -Infinity;
  #isSpent = false;
  #least = 0;

  /**
   * Takes an event.
   * @param {number} distance pixels
   * @param {number} time milliseconds
   * @returns {-1 | 0 | 1} the pages to turn
   */
  take(distance, time) {
    if (distance === 0 || !Number.isFinite(distance)) return 0;
    if (time - this.#last > pause || distance * this.#sum < 0) this.#begin();
    this.#last = time;
    const size = Math.abs(distance);
    if (this.#isSpent) {
      const isStronger = size > growth * this.#least && time - this.#turned > turnInterval;
      this.#least = Math.min(this.#least, size);
      // A notch has no momentum: each one counts, as fast as pages can be told apart.
      const isNotch = size >= 100 && time - this.#turned > 50 && this.#least >= 100;
      if (!isStronger && !isNotch) return 0;
      this.#begin();
    }
    this.#sum += distance;
    if (Math.abs(this.#sum) < turnDistance) return 0;
    this.#isSpent = true;
    this.#turned = time;
    this.#least = size;
    return this.#sum > 0 ? 1 : -1;
  }

  #begin() {
    this.#sum = 0;
    this.#isSpent = false;
  }
}

/**
 * A movement of a wheel that has no end of its own: it ends after a time without events.
 */
export class WheelMovement {
  #timer = 0;
  #isActive = false;
  #actions;
  #delay;

  /**
   * @param {{begin(event: WheelEvent): boolean, move(event: WheelEvent): void, end(): void}} actions
   * @param {number} delay milliseconds
   */
  constructor(actions, delay = 80) {
    this.#actions = actions;
    this.#delay = delay;
  }

  /** Whether a movement is in progress. */
  get isActive() { return this.#isActive; }

  /**
   * Takes an event; the first one begins a movement.
   * @param {WheelEvent} event
   */
  take(event) {
    if (!this.#isActive) this.#isActive = this.#actions.begin(event);
    if (!this.#isActive) return;
    this.#actions.move(event);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), this.#delay);
  }

  /** Ends the movement, if there is one. */
  end() {
    clearTimeout(this.#timer);
    if (!this.#isActive) return;
    this.#isActive = false;
    this.#actions.end();
  }
}
