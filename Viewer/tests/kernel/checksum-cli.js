// SPDX-License-Identifier: Apache-2.0
// Prints the checksum of the kernel in this engine: node checksum-cli.js [CALLS [SEED]]

import { readFileSync } from "node:fs";
import { checksum } from "./checksum.js";

const [calls = 100_000, seed = 1] = process.argv.slice(2).map(Number);
const wasm = readFileSync(new URL("../../kernel/kernel.wasm", import.meta.url));
console.log(await checksum({ wasm, calls, seed }));
