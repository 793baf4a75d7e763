// SPDX-License-Identifier: Apache-2.0

/** The number of pictures that are requested at the same time over one connection. */
const sharedLimit = 6;
/**
 * The number of pictures that are requested at the same time over a connection each. Browsers open six to a server: one
 * has the events, and edits must not wait for pictures that take long.
 */
const separateLimit = 3;

/** The number of pictures to request at the same time with a protocol. @param {string | undefined} protocol its name in the list of ALPN */
export const limitFor = (protocol) => (protocol === "h2" || protocol === "h3" ? sharedLimit : separateLimit);
/** The delays before another attempt, in milliseconds. After the last one the picture has failed. */
const delays = [500, 1000, 2000, 4000, 8000];

/**
 * A picture to load.
 * @typedef {object} Loadable
 * @property {"idle" | "loading" | "pausing" | "ready" | "failed"} state
 * @property {number} attempts
 * @property {AbortController | null} abort
 */

/**
 * Loads pictures in the order in which they are wanted, a few at a time.
 *
 * A picture that is no longer wanted is aborted. One that fails is tried again after a pause, during
 * which others use its place.
 * @template {Loadable} P
 */
export class PictureQueue {
  /** @type {P[]} */
  #wanted = [];
  /** @type {Set<P>} */
  #loading = new Set();
  #load;
  #onEnd;
  #limit;
  #pause;

  /**
   * @param {(picture: P, signal: AbortSignal) => Promise<void>} load
   * @param {(picture: P) => void} onEnd called for each picture that is ready or has failed
   * @param {number} limit how many are loaded at the same time
   * @param {(resume: () => void, delay: number) => void} pause
   */
  constructor(load, onEnd, limit, pause = (resume, delay) => void setTimeout(resume, delay)) {
    this.#load = load;
    this.#onEnd = onEnd;
    this.#limit = limit;
    this.#pause = pause;
  }

  /** The number of pictures that are being loaded. */
  get loadingCount() { return this.#loading.size; }

  /**
   * Replaces the wanted pictures.
   * @param {P[]} pictures the most urgent one first
   */
  want(pictures) {
    this.#wanted = pictures;
    if (this.#loading.size > 0) {
      const kept = new Set(pictures);
      for (const picture of this.#loading) if (!kept.has(picture)) this.#cancel(picture);
    }
    this.#start();
  }

  #cancel(/** @type {P} */ picture) {
    picture.abort?.abort();
    picture.abort = null;
    picture.state = "idle";
    this.#loading.delete(picture);
  }

  #start() {
    for (const picture of this.#wanted) {
      if (this.#loading.size >= this.#limit) return;
      if (picture.state === "idle") this.#begin(picture);
    }
  }

  async #begin(/** @type {P} */ picture) {
    const abort = new AbortController();
    picture.state = "loading";
    picture.abort = abort;
    this.#loading.add(picture);
    let isReady = false;
    try {
      await this.#load(picture, abort.signal);
      isReady = true;
    } catch {
      // The state below says so.
    }
    if (picture.abort !== abort) return;
    picture.abort = null;
    this.#loading.delete(picture);
    if (isReady) {
      picture.state = "ready";
      picture.attempts = 0;
      this.#onEnd(picture);
    } else {
      this.#fail(picture);
    }
    this.#start();
  }

  #fail(/** @type {P} */ picture) {
    const delay = delays[picture.attempts];
    picture.attempts += 1;
    picture.state = delay === undefined ? "failed" : "pausing";
    if (delay === undefined) return this.#onEnd(picture);
    this.#pause(() => {
      if (picture.state === "pausing") picture.state = "idle";
      this.#start();
    }, delay);
  }
}
