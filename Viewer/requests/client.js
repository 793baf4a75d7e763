// SPDX-License-Identifier: Apache-2.0
/**
 * Requests to the server. A request that changes something has an Idempotency-Key: after a lost response it is
 * repeated under the same key, and the server makes the change once.
 */

import { newKey } from "./new-key.js";
import { ConnectionError, ProblemError, problemOf } from "./problems.js";
import { noteStatus } from "./session.js";

/**
 * @typedef {object} RequestOptions
 * @property {unknown} [json] The body, as JSON.
 * @property {BodyInit} [body] The body, as it is.
 * @property {Record<string, string>} [headers] Further fields.
 * @property {string} [key] The key of the request, which a caller keeps to repeat it later. By default, a new
 *   one for requests that change something.
 * @property {string} [ifMatch] The entity tag that the change is for.
 * @property {AbortSignal} [signal] Abandons the request.
 * @property {(bytes: ArrayBuffer) => any} [read] Reads the answer; by default it is JSON.
 * @property {number} [patience] For how long failures are repeated, in milliseconds; 30,000 by default.
 */

/** @typedef {{status: number, data: any, etag: string | null, headers: Headers}} Answer */

/**
 * @typedef {object} Surroundings What a client needs of the browser; tests supply their own.
 * @property {(url: string, init: RequestInit) => Promise<Response>} fetch
 * @property {() => number} now Milliseconds.
 * @property {(milliseconds: number, signal?: AbortSignal) => Promise<void>} sleep
 * @property {() => number} random In 0..<1.
 */

const defaultPatience = 30_000;
const firstPause = 250;
const longestAttempt = 10_000; // Until the answer begins: a dead connection may stay silent for minutes.
const longestPause = 4_000;

/** @param {number} milliseconds @param {AbortSignal} [signal] @returns {Promise<void>} */
function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}

/** @type {Surroundings} */
const browser = {
  fetch: (url, init) => fetch(url, init),
  now: () => performance.now(),
  sleep,
  random: Math.random,
};

/**
 * Returns the pause before a repetition: growing, with jitter, and at least what the server asks for.
 * @param {number} attempt 0 for the first repetition. @param {number} asked Milliseconds. @param {number} random
 */
export function pause(attempt, asked, random) {
  const pause = Math.min(longestPause, firstPause * 2 ** attempt) * (0.5 + random / 2);
  return Math.max(pause, asked);
}

/** Returns the value of an answer in JSON. @param {Response} response @param {string} text @throws {ProblemError} */
function valueOf(response, text) {
  if (!response.ok) throw problemOf(response.status, response.headers, text);
  return text === "" ? null : JSON.parse(text);
}

/** A client of the server. */
export class Client {
  #root;
  #surroundings;

  /** @param {string} root The path below which the server is mounted. @param {Surroundings} [surroundings] */
  constructor(root, surroundings = browser) {
    this.#root = root;
    this.#surroundings = surroundings;
  }

  /**
   * Sends a request, and repeats it while it fails for a reason that passes.
   * @param {string} method
   * @param {string} path A path below the root, or a URL that the server returned.
   * @param {RequestOptions} [options]
   * @returns {Promise<Answer>}
   * @throws {ProblemError | ConnectionError} And the reason of the signal.
   */
  async request(method, path, options = {}) {
    const { now, sleep, random } = this.#surroundings;
    const end = now() + (options.patience ?? defaultPatience);
    const init = this.#init(method, options);
    let isLost = false;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(path, init, options.read);
      } catch (error) {
        options.signal?.throwIfAborted();
        const failure = error instanceof ProblemError ? error : new ConnectionError(error);
        const { status = 500, code = "" } = /** @type {{status?: number, code?: string}} */ (failure);
        // These come from the server itself, before it has done anything.
        failure.isLost = isLost ||= status >= 500 && status !== 503 && code !== "full";
        const delay = pause(attempt, failure.retryAfter, random());
        if (!failure.isTemporary || now() + delay > end) throw failure;
        await sleep(delay, options.signal);
      }
    }
  }

  /** @param {string} method @param {RequestOptions} options @returns {RequestInit} */
  #init(method, options) {
    const headers = new Headers({ accept: "application/json", ...options.headers });
    if (method !== "GET") headers.set("idempotency-key", options.key ?? newKey());
    if (options.ifMatch) headers.set("if-match", options.ifMatch);
    if (options.json !== undefined) headers.set("content-type", "application/json");
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    return { method, headers, body, signal: options.signal };
  }

  /** @param {string} path @param {RequestInit} init @param {RequestOptions["read"]} read @returns {Promise<Answer>} */
  async #attempt(path, init, read) {
    const url = this.#root && path.startsWith(`${this.#root}/`) ? path : this.#root + path;
    const response = await this.#response(url, init);
    noteStatus(response.status);
    const data = read && response.ok ? read(await response.arrayBuffer()) : valueOf(response, await response.text());
    return { status: response.status, data, etag: response.headers.get("etag"), headers: response.headers };
  }

  /** Returns the beginning of an answer, or fails when it takes too long. @param {string} url @param {RequestInit} init */
  async #response(url, init) {
    const attempt = new AbortController();
    const abandon = () => attempt.abort(init.signal?.reason);
    const timer = setTimeout(() => attempt.abort(new DOMException("No answer.", "TimeoutError")), longestAttempt);
    // It stays after the beginning of the answer: the rest may be abandoned too.
    init.signal?.addEventListener("abort", abandon, { once: true });
    if (init.signal?.aborted) abandon();
    try {
      return await this.#surroundings.fetch(url, { ...init, signal: attempt.signal });
    } finally {
      clearTimeout(timer);
    }
  }
}
