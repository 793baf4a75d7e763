// SPDX-License-Identifier: Apache-2.0
/** Requests to the server of this page. */

import { Client } from "./client.js";

/** The path below which the server is mounted. */
export const root = globalThis.document?.body?.dataset.root ?? "";

const client = new Client(root);

/**
 * Sends a request to the server of this page: see `Client.request`.
 * @param {string} method @param {string} path @param {import("./client.js").RequestOptions} [options]
 */
export const request = (method, path, options) => client.request(method, path, options);
