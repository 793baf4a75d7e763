// SPDX-License-Identifier: Apache-2.0

import { KernelMemory } from "../../kernel/memory.js";
import { TwinProgram } from "./twin-program.js";

/**
 * Makes random calls of the kernel, and returns the checksum over every bit of all results, records
 * and frames. `Tests/ViewerKernelTests/Twin` makes the same calls natively.
 *
 * @param {{ wasm: BufferSource, calls?: number, seed?: number }} options The module, the count of
 *   calls, and the seed of the random numbers.
 * @returns {Promise<string>} 16 hexadecimal digits.
 */
export async function checksum({ wasm, calls = 100_000, seed = 1 }) {
  const { instance } = await WebAssembly.instantiate(wasm);
  const program = new TwinProgram(new KernelMemory(instance.exports), seed);
  for (let call = 0; call < calls; call++) program.step();
  return program.checksum;
}
