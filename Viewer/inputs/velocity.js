// SPDX-License-Identifier: Apache-2.0

/** The time over which a velocity is measured, in milliseconds. */
const measuredTime = 50;
/** The age of the last sample from which on a pointer rests, in milliseconds. */
const restTime = 100;
/** The number of samples that are kept: 50 ms of a pointer with 1,000 samples per second. */
const capacity = 64;

/** The velocity of a pointer, from its samples in the last 50 ms. It allocates nothing. */
export class VelocityTracker {
  #times = new Float64Array(capacity);
  #xs = new Float64Array(capacity);
  #ys = new Float64Array(capacity);
  #count = 0;

  /** The velocity of the last measurement, in points per second. */
  x = 0;
  y = 0;

  /** Forgets all samples. */
  reset() {
    this.#count = 0;
  }

  /**
   * Adds a sample. A sample at the time of the last one replaces it.
   * @param {number} time milliseconds
   * @param {number} x
   * @param {number} y
   */
  add(time, x, y) {
    if (this.#count > 0 && time <= this.#times[(this.#count - 1) % capacity]) this.#count -= 1;
    const slot = this.#count % capacity;
    this.#times[slot] = time;
    this.#xs[slot] = x;
    this.#ys[slot] = y;
    this.#count += 1;
  }

  /**
   * Measures the velocity into `x` and `y`: zero after a pause.
   * @param {number} time the time of the release, in milliseconds
   */
  measure(time) {
    this.x = 0;
    this.y = 0;
    const last = this.#count - 1;
    if (last < 1 || time - this.#times[last % capacity] >= restTime) return;
    const end = this.#times[last % capacity];
    let first = last;
    const oldest = Math.max(0, this.#count - capacity);
    while (first > oldest && end - this.#times[(first - 1) % capacity] <= measuredTime) first -= 1;
    // Samples that are further apart: the last two.
    if (first === last && end - this.#times[(last - 1) % capacity] < restTime) first = last - 1;
    const seconds = (end - this.#times[first % capacity]) / 1000;
    if (seconds <= 0) return;
    this.x = (this.#xs[last % capacity] - this.#xs[first % capacity]) / seconds;
    this.y = (this.#ys[last % capacity] - this.#ys[first % capacity]) / seconds;
  }
}
