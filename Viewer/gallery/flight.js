// SPDX-License-Identifier: Apache-2.0

/** The speeds, in pages per nanosecond, from which on nobody sees a page before it has passed, and below which one does. */
const [flyingSpeed, landingSpeed] = [12e-9, 6e-9];

/** Whether pages fly past: large pictures of them would arrive too late, so that they show their thumbnails. */
export class Flight {
  #position = 0;
  #speed = 0;
  #measuredAt = 0;

  /** Whether pages fly past. */
  isFlying = false;

  /** Measures a frame, and returns whether pages have begun or ceased to fly past. */
  measure(/** @type {number} */ position, /** @type {number} */ time, /** @type {boolean} */ isResting) {
    // A mean of the last frames: a finger moves unevenly.
    if (isResting) this.#speed = 0;
    else if (time > this.#measuredAt) this.#speed += (Math.abs(position - this.#position) / (time - this.#measuredAt) - this.#speed) / 4;
    this.#position = position;
    this.#measuredAt = time;
    const isFlying = this.#speed > (this.isFlying ? landingSpeed : flyingSpeed);
    if (isFlying === this.isFlying) return false;
    this.isFlying = isFlying;
    return true;
  }
}
