// SPDX-License-Identifier: Apache-2.0
/** What the viewer needs beside its modules. This one runs before they have arrived: then the rest is ready when they are. */

import { request } from "./requests/api.js";
import { KernelMemory } from "./kernel/memory.js";
import { columnsType, readColumns } from "./requests/page-columns.js";

const { dataset } = document.body;

/** The compiled kernel. */
export const memory = KernelMemory.load(fetch(`${dataset.assets}kernel/kernel.wasm`));

/** The pages of the document. @type {Promise<import("./requests/page-columns.js").PageColumns>} */
export const pages = request("GET", `/api/v1/documents/${dataset.document}/columns`, {
  headers: { accept: columnsType }, read: readColumns, patience: 4_000,
}).then(({ data }) => data);

// Who waits for them handles the failure.
for (const arrival of [memory, pages]) arrival.catch(() => {});
