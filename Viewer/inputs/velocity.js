// SPDX-License-Identifier: Apache-2.0

/** The time over which a velocity is measured, in milliseconds. */
const measuredTime = 50;
/** The age of the last sample from which on a pointer rests, in milliseconds. */
const restTime = 100;
/** The least time between samples, in milliseconds: over less, the rounding of places looks like a velocity. */
const leastTime = 1;
/** The number of samples that are kept: 50 ms of a pointer with 1,000 samples per second. */
const capacity = 64;

/**
 * The velocity of a pointer, from its samples in the last 50 ms. It allocates nothing.
 *
 * A finger becomes faster until it is lifted: in a short fling its mean velocity is about half of the one that it has
 * then, and the pages would stop early. The velocity is the slope, at the last sample, of the parabola that fits best (the
 * method of least squares, as in Android's VelocityTracker), within those between samples.
 */
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
   * Adds a sample. A sample at the time of the last one replaces it, and so does one after a last one that is too close
   * to the one before; an older one does not count: the event that combines others can be that of an earlier time.
   * @param {number} time milliseconds
   * @param {number} x
   * @param {number} y
   */
  add(time, x, y) {
    const last = this.#count === 0 ? -Infinity : this.#times[(this.#count - 1) % capacity];
    if (time < last) return;
    if (time === last || this.#isLastClose) this.#count -= 1;
    const slot = this.#count % capacity;
    this.#times[slot] = time;
    this.#xs[slot] = x;
    this.#ys[slot] = y;
    this.#count += 1;
  }

  get #isLastClose() {
    const last = this.#count - 1;
    return last > 0 && this.#times[last % capacity] - this.#times[(last - 1) % capacity] < leastTime;
  }

  /** Merges a last sample that is too close to the one before: it takes its place, except that of the first one. */
  #settle() {
    if (!this.#isLastClose) return;
    this.#count -= 1;
    if (this.#count === 1) return;
    const slot = (this.#count - 1) % capacity;
    const last = this.#count % capacity;
    this.#times[slot] = this.#times[last];
    this.#xs[slot] = this.#xs[last];
    this.#ys[slot] = this.#ys[last];
  }

  /**
   * Measures the velocity into `x` and `y`: zero after a pause.
   * @param {number} time the time of the release, in milliseconds
   */
  measure(time) {
    this.x = 0;
    this.y = 0;
    this.#settle();
    const last = this.#count - 1;
    if (last < 1 || time - this.#times[last % capacity] >= restTime) return;
    const end = this.#times[last % capacity];
    let first = last;
    const oldest = Math.max(0, this.#count - capacity);
    while (first > oldest && end - this.#times[(first - 1) % capacity] <= measuredTime) first -= 1;
    // Samples that are further apart: the last two.
    if (first === last && end - this.#times[(last - 1) % capacity] < restTime) first = last - 1;
    if (first === last) return;
    this.x = 1000 * this.#slope(this.#xs, first, last);
    this.y = 1000 * this.#slope(this.#ys, first, last);
  }

  /** The slope at the last sample, per millisecond. */
  #slope(/** @type {Float64Array} */ values, /** @type {number} */ first, /** @type {number} */ last) {
    const times = this.#times;
    const [end, lastValue] = [times[last % capacity], values[last % capacity]];
    let [slowest, fastest] = [Infinity, -Infinity];
    // Sums of powers of the times, and of their products with the values.
    let [t1, t2, t3, t4, v, tv, t2v] = [0, 0, 0, 0, 0, 0, 0];
    for (let number = first; number <= last; number += 1) {
      const [time, value] = [times[number % capacity] - end, values[number % capacity] - lastValue];
      const square = time * time;
      t1 += time;
      t2 += square;
      t3 += square * time;
      t4 += square * square;
      v += value;
      tv += time * value;
      t2v += square * value;
      if (number === last) break;
      const following = (number + 1) % capacity;
      const slope = (values[following] - values[number % capacity]) / (times[following] - times[number % capacity]);
      slowest = Math.min(slowest, slope);
      fastest = Math.max(fastest, slope);
    }
    const count = last - first + 1;
    const [tt, tq, qq] = [t2 - t1 * t1 / count, t3 - t1 * t2 / count, t4 - t2 * t2 / count];
    const fitted = ((tv - t1 * v / count) * qq - (t2v - t2 * v / count) * tq) / (tt * qq - tq * tq);
    // Two samples determine no parabola.
    return count > 2 ? Math.min(Math.max(fitted, slowest), fastest) : slowest;
  }
}
