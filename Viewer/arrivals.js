// SPDX-License-Identifier: Apache-2.0
/** What the viewer needs beside its modules: it is on its way while the others begin. */

import { request } from "./requests/api.js";
import { KernelMemory } from "./kernel/memory.js";
import { columnsType, readColumns } from "./requests/page-columns.js";

const { dataset } = document.body;

/** The compiled kernel. */
export const arrivingMemory = KernelMemory.load(fetch(`${dataset.assets}kernel/kernel.wasm`));

/** The pages of the document, until they are taken: nobody needs the first list for long. @type {Promise<import("./requests/page-columns.js").PageColumns> | null} */
let pages = request("GET", `/api/v1/documents/${dataset.document}/columns`, {
  headers: { accept: columnsType }, read: readColumns, patience: 4_000,
}).then(({ data }) => data);

/** Returns the pages of the document, once. */
export function takePages() {
  const taken = pages;
  pages = null;
  if (!taken) throw new Error("The pages were taken before.");
  return taken;
}

// Who waits for them handles the failure.
for (const arrival of [arrivingMemory, pages]) arrival.catch(() => {});
