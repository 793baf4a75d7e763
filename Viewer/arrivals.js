// SPDX-License-Identifier: Apache-2.0
/** What the viewer needs beside its modules: it is on its way while the others begin. */

import { request } from "./requests/api.js";
import { KernelMemory } from "./kernel/memory.js";
import { columnsType, readColumns } from "./requests/page-columns.js";

const { dataset } = document.body;

/** The compiled kernel. */
export const arrivingMemory = KernelMemory.load(fetch(`${dataset.assets}kernel/kernel.wasm`));

/** The pages of the document. @type {Promise<import("./requests/page-columns.js").PageColumns>} */
export const arrivingPages = request("GET", `/api/v1/documents/${dataset.document}/columns`, {
  headers: { accept: columnsType }, read: readColumns, patience: 4_000,
}).then(({ data }) => data);

// Who waits for them handles the failure.
for (const arrival of [arrivingMemory, arrivingPages]) arrival.catch(() => {});
