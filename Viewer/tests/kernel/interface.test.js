// SPDX-License-Identifier: Apache-2.0
// The sources of the scripts against the module: names that are short in the compact scripts count here.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const bytes = readFileSync(new URL("../../kernel/kernel.wasm", import.meta.url));

test("the scripts call exactly the exports of the kernel", () => {
  const module = new WebAssembly.Module(bytes);
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const exported = WebAssembly.Module.exports(module)
    .filter(({ kind }) => kind === "function").map(({ name }) => name).sort();
  const folder = new URL("../../kernel/", import.meta.url);
  const called = new Set();
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".js"))) {
    const code = readFileSync(new URL(name, folder), "utf8");
    for (const [, call] of code.matchAll(/functions\.(\w+)\(/g)) called.add(call);
    for (const [, names] of code.matchAll(/const \{ ([\w, ]+) \} = this\.#memory\.functions/g)) {
      names.split(", ").forEach((part) => called.add(part));
    }
  }
  called.add("checksumAddNumber");
  assert.deepEqual([...called].sort(), exported);
});

test("the interface documents exactly the exports of the kernel", () => {
  const file = new URL("../../../Sources/ViewerKernel/ViewerKernel.docc/Interface.md", import.meta.url);
  const rows = readFileSync(file, "utf8").matchAll(/^\| `([a-z]\w+)` \| [^|]*\|/gm);
  const documented = [...rows].map(([, name]) => name).sort();
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(bytes))
    .filter(({ kind }) => kind === "function").map(({ name }) => name).sort();
  assert.deepEqual(documented, exported);
});
