// SPDX-License-Identifier: Apache-2.0

/**
 * What the clock takes from a browser. Times are milliseconds of one time base.
 * @typedef {object} TimeSource
 * @property {() => number} now
 * @property {(callback: (timestamp: number) => void) => number} requestFrame
 * @property {(frame: number) => void} cancelFrame
 * @property {(callback: () => void, delay: number) => number} setTimer
 * @property {(timer: number) => void} clearTimer
 */

/** @type {TimeSource} */
const browser = {
  now: () => performance.now(),
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (frame) => cancelAnimationFrame(frame),
  setTimer: (callback, delay) => setTimeout(callback, delay),
  clearTimer: (timer) => clearTimeout(timer),
};

/** The longest delay of a timer: 2^31 - 1 milliseconds. */
const longestDelay = 2147483647;

/**
 * The clock of the gallery: whole nanoseconds that never decrease.
 *
 * It requests frames while something moves. At rest it has one timer, for the next boundary.
 */
export class Clock {
  #source;
  #origin;
  #last = 0;
  #frame = 0;
  #timer = 0;
  #isHidden = false;
  /** Whether somebody has asked for the next frame: it is not there only because something moves. */
  #isAsked = false;

  /**
   * Draws a frame, and returns whether something still moves. Set by the host, which learns whether an input or a
   * boundary has asked for it.
   * @type {(time: number, isAsked: boolean) => boolean}
   */
  onFrame = () => false;

  /**
   * Returns the time of the next boundary in nanoseconds, `null` if there is none.
   * @type {() => number | null}
   */
  nextBoundary = () => null;

  /**
   * Returns whether boundaries count in a hidden tab as well, because an edit is in progress.
   * @type {() => boolean}
   */
  isBusy = () => false;

  /** @param {TimeSource} source */
  constructor(source = browser) {
    this.#source = source;
    this.#origin = source.now();
  }

  /**
   * Returns the time of an event or a frame in nanoseconds, at least that of the last call.
   *
   * A frame can have an older timestamp than the events before it. A timestamp in the future is
   * replaced by the present.
   * @param {number} [timestamp] milliseconds; by default, now
   */
  time(timestamp) {
    const now = this.#source.now();
    const milliseconds = timestamp === undefined || timestamp > now ? now : timestamp;
    return this.#pass(milliseconds);
  }

  #pass(/** @type {number} */ milliseconds) {
    const time = Math.round((milliseconds - this.#origin) * 1e6);
    if (time > this.#last) this.#last = time;
    return this.#last;
  }

  /** The time of the last call, in nanoseconds. */
  get last() { return this.#last; }

  /** Requests a frame: something was changed by an input. */
  wake() {
    if (this.#isHidden) return this.#rest();
    this.#isAsked = true;
    this.#request();
  }

  #request() {
    if (this.#frame !== 0) return;
    this.#clearTimer();
    this.#frame = this.#source.requestFrame(this.#tick);
  }

  /**
   * Stops while nobody can see the tab. It continues with a single frame.
   * @param {boolean} isHidden
   */
  setHidden(isHidden) {
    if (isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    if (!isHidden) return this.wake();
    this.#source.cancelFrame(this.#frame);
    this.#frame = 0;
    this.#rest();
  }

  #tick = (/** @type {number} */ timestamp) => {
    this.#frame = 0;
    // The time at which the frame began: it has passed.
    const isAsked = this.#isAsked;
    this.#isAsked = false;
    if (this.onFrame(this.#pass(timestamp), isAsked) && !this.#isHidden) return this.#request();
    if (this.#frame === 0) this.#rest();
  };

  #rest() {
    this.#clearTimer();
    if (this.#isHidden && !this.isBusy()) return;
    const boundary = this.nextBoundary();
    if (boundary === null) return;
    const delay = this.#origin + boundary / 1e6 - this.#source.now();
    this.#timer = this.#source.setTimer(this.#ring, Math.min(Math.max(Math.ceil(delay), 0), longestDelay));
  }

  #ring = () => {
    this.#timer = 0;
    if (!this.#isHidden) return this.wake();
    this.onFrame(this.time(), true);
    this.#rest();
  };

  #clearTimer() {
    if (this.#timer !== 0) this.#source.clearTimer(this.#timer);
    this.#timer = 0;
  }
}
