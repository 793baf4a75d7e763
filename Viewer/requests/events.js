// SPDX-License-Identifier: Apache-2.0
/** The events of a document or of the library, as a stream that resumes where it was interrupted. */

import { EventParser } from "./event-parser.js";
import { noteStatus } from "./session.js";

/** @typedef {import("./event-parser.js").StreamEvent} StreamEvent */
/** @typedef {"live" | "paused" | "ended"} StreamState */

/**
 * @typedef {object} StreamOptions
 * @property {string | number} [after] The revision or version that is known; the present one by default.
 * @property {(event: StreamEvent) => void} onEvent
 * @property {(state: StreamState) => void} [onState] `live` when something has arrived; `paused` while nothing does;
 *   `ended` when the server ends the stream for good, because the document is gone or access has ended.
 * @property {number} [openingLimit] For how long a connection may take to deliver something, in milliseconds; 10 s by default.
 * @property {number} [silenceLimit] For how long it may be silent after that; 22 s by default.
 * @property {number} [hiddenLimit] For how long a hidden tab stays connected, in milliseconds; a minute by default.
 * @property {typeof fetch} [fetch]
 */

const openingLimit = 10_000;
const silenceLimit = 22_000; // The server sends something every 15 s.
const longestPause = 30_000;
const hiddenLimit = 60_000;
const silent = "silent";

/**
 * Waits, and gives a connection up when nothing arrives for long.
 * @template Value
 * @param {AbortController} connection @param {number} limit @param {Promise<Value>} arrival @returns {Promise<Value>}
 */
function unlessSilent(connection, limit, arrival) {
  const silence = setTimeout(() => connection.abort(silent), limit);
  return arrival.finally(() => clearTimeout(silence));
}

/** A stream of events. */
export class EventStream {
  #url;
  #options;
  #last;
  /** @type {AbortController | null} */
  #connection = null;
  #failures = 0;
  /** Whether a connection has delivered its beginning only: the next one has to prove more. */
  #isDoubted = false;
  #timer = 0;
  #leaving = 0;
  #closing = new AbortController();

  /** @param {string} url @param {StreamOptions} options */
  constructor(url, options) {
    this.#url = url;
    this.#options = options;
    this.#last = options.after === undefined ? "" : String(options.after);
    const { signal } = this.#closing;
    // A page in the back-forward cache has no connection; one that returns from there continues.
    globalThis.addEventListener?.("pagehide", () => this.#disconnect(), { signal });
    globalThis.addEventListener?.("pageshow", (event) => event.persisted && this.#connect(), { signal });
    globalThis.document?.addEventListener("visibilitychange", () => this.#changeVisibility(), { signal });
    globalThis.addEventListener?.("offline", () => this.#connection?.abort(), { signal });
    globalThis.addEventListener?.("online", () => this.#connect(), { signal });
    this.#connect();
  }

  /** Ends the stream. */
  close() {
    this.#closing.abort();
    clearTimeout(this.#leaving);
    this.#disconnect();
  }

  /** Browsers have six connections per server for all tabs: one that nobody looks at leaves its own to others. */
  #changeVisibility() {
    clearTimeout(this.#leaving);
    if (document.visibilityState === "visible") this.#connect();
    else this.#leaving = setTimeout(() => this.#disconnect(), this.#options.hiddenLimit ?? hiddenLimit);
  }

  #disconnect() {
    clearTimeout(this.#timer);
    this.#connection?.abort();
    this.#connection = null;
  }

  async #connect() {
    if (this.#connection || this.#closing.signal.aborted) return;
    clearTimeout(this.#timer);
    const connection = new AbortController();
    this.#connection = connection;
    let goesOn = true;
    let wait = 1_000;
    try {
      const parser = new EventParser();
      goesOn = await this.#read(parser, connection);
      wait = parser.retry ?? wait;
    } catch {
      // Any failure is answered by the next connection.
    }
    if (this.#connection !== connection) return;
    this.#disconnect();
    this.#options.onState?.(goesOn ? "paused" : "ended");
    if (goesOn) this.#retry(wait);
    else this.#closing.abort();
  }

  /** @param {number} wait Milliseconds. */
  #retry(wait) {
    const pause = Math.min(longestPause, wait * 2 ** this.#failures) * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  /**
   * Reads the stream until it ends. Returns whether to connect again.
   * @param {EventParser} parser @param {AbortController} connection
   */
  async #read(parser, connection) {
    /** @type {Record<string, string>} */
    const headers = { accept: "text/event-stream" };
    if (this.#last !== "") headers["last-event-id"] = this.#last;
    const send = this.#options.fetch ?? fetch;
    const { openingLimit: opening = openingLimit, silenceLimit: silence = silenceLimit } = this.#options;
    const response = await unlessSilent(connection, opening,
      send(this.#url, { headers, cache: "no-store", signal: connection.signal }));
    noteStatus(response.status);
    if ([204, 401, 403, 404, 410].includes(response.status)) return false;
    if (!response.ok || !response.body) return true;
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    const start = performance.now();
    let [isBegun, isLive, hasBeat] = [false, false, false];
    connection.signal.addEventListener("abort", () => {
      if (connection.signal.reason === silent && isBegun && !hasBeat) this.#isDoubted = true;
    });
    for (;;) {
      const { done, value } = await unlessSilent(connection, isBegun ? silence : opening, reader.read());
      if (done) return true;
      [isBegun, this.#failures] = [true, 0];
      // What comes later than the beginning passes through everything between the server and here.
      if (performance.now() - start > silence / 4) [hasBeat, this.#isDoubted] = [true, false];
      if (!isLive && !this.#isDoubted) {
        isLive = true;
        this.#options.onState?.("live");
      }
      for (const event of parser.feed(decoder.decode(value, { stream: true }))) {
        if (connection.signal.aborted) return true;
        if (event.id !== "") this.#last = event.id;
        this.#options.onEvent(event);
        if (event.event === "gone") return false;
      }
    }
  }
}
