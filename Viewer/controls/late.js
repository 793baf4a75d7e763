// SPDX-License-Identifier: Apache-2.0
/** Parts of a page that its first screen does not need: they are loaded when they are used, or before, when nothing else is to do. */

/** Tells people that a part is missing. The module of messages is loaded right after the first screen. */
const tell = async () => (await import("./toasts.js")).toast("This part of the viewer was not loaded. Check the connection, and load the page again.");

/** The time for which a use waits for a network, in milliseconds. */
const patience = 30_000;

/** @typedef {{load(): Promise<unknown>}} Loading */

/** The styles that were loaded here, by name. @type {Map<string, Promise<void>>} */
const styles = new Map();

/** Loads a style, once. @param {string} name @returns {Promise<void>} */
export function loadStyle(name) {
  const known = styles.get(name);
  if (known) return known;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(`../styles/${name}`, import.meta.url).href });
  const loading = /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      styles.delete(name);
      link.remove();
      reject(new Error(`The style ${name} was not loaded.`));
    };
  }));
  styles.set(name, loading);
  document.head.append(link);
  return loading;
}

/** A part that is loaded when it is first used. @template T */
export class Late {
  #make;
  /** @type {Promise<T> | null} */
  #loading = null;

  /** The part, `null` until it has arrived. @type {T | null} */
  value = null;

  /** Called when the part has arrived, before its first use. @type {(part: T) => void} */
  onLoad = () => {};

  /** @param {() => Promise<T>} make loads its module and makes the part */
  constructor(make) {
    this.#make = make;
  }

  /** Loads the part, once. After a failure, the next call tries again. @returns {Promise<T>} */
  load() {
    this.#loading ??= this.#make().then((value) => {
      this.value = value;
      this.onLoad(value);
      return value;
    }, (error) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Uses the part: at once if it is there. Without a network it waits, as edits do. Several uses keep their order. @param {(part: T) => unknown} run */
  use(run) {
    if (this.value !== null) return void run(this.value);
    this.#loadPatiently(performance.now() + patience).then(run, () => tell().catch(() => {}));
  }

  /** @returns {Promise<T>} */
  async #loadPatiently(/** @type {number} */ end) {
    try {
      return await this.load();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => { setTimeout(resolve, 1000); });
      return this.#loadPatiently(end);
    }
  }
}

/** Loads parts one after the other when the page is idle, so that they are there also without a network. @param {Loading[]} parts */
export function loadWhenIdle(parts) {
  const next = () => {
    const part = parts.shift();
    // A part that fails is tried again when it is used.
    if (part) part.load().catch(() => {}).then(wait);
  };
  // WebKit has no idle callbacks.
  const wait = () => void (globalThis.requestIdleCallback?.(next, { timeout: 1000 }) ?? setTimeout(next, 50));
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}
