// SPDX-License-Identifier: Apache-2.0
/** Requests that arrive also when the window has gone elsewhere. */

import { root } from "../requests/api.js";
import { Client } from "../requests/client.js";

/** Browsers keep requests with at most 64 KiB of bodies. */
const largestBody = 60_000;

/** Returns a request that outlives its page, unless it is too large for that. @param {RequestInit} init @returns {RequestInit} */
export function lasting(init) {
  return typeof init.body === "string" && init.body.length <= largestBody ? { ...init, keepalive: true } : init;
}

const client = new Client(root, {
  fetch: (url, init) => fetch(url, lasting(init)),
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); }),
  random: Math.random,
});

/**
 * Sends a request of an edit to the server of this page: see `Client.request`.
 * @param {string} method @param {string} path @param {import("../requests/client.js").RequestOptions} [options]
 */
export const lastingRequest = (method, path, options) => client.request(method, path, options);
