// SPDX-License-Identifier: Apache-2.0
// The bytes of scripts and styles that a first screen takes, as the server sends them: with gzip, and without what is loaded later.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import test from "node:test";

const folder = new URL("../compact/", import.meta.url);
const budget = 40_000;
/** What `PageFrame` of the server links beside the modules of a script. */
const styles = { "document.js": ["styles/gallery.css"], "library.js": ["styles/library.css", "styles/panels.css"] };

/** The scripts that a compact script imports when it is loaded. */
const imports = (name) => [...readFileSync(new URL(name, folder), "utf8").matchAll(/\b(?:from|import)"(\.[^"]+)";/g)]
  .map(([, other]) => new URL(other, new URL(name, folder)).href.slice(folder.href.length));

function filesOf(script) {
  const files = [script];
  for (const file of files) for (const name of imports(file)) if (!files.includes(name)) files.push(name);
  return [...files, "appearance.js", "styles/tokens.css", "styles/base.css", ...styles[script]];
}

for (const script of Object.keys(styles)) {
  test(`the first screen of ${script} takes at most ${budget} bytes`, () => {
    const files = filesOf(script);
    assert.ok(files.length > 5 && files.every((file) => existsSync(new URL(`${file}.gz`, folder))), "run Scripts/viewer-assets.sh");
    // Each request takes about two milliseconds before the first frame.
    assert.ok(files.length <= 8, `${files.length} files`);
    const bytes = files.reduce((sum, file) => sum + statSync(new URL(`${file}.gz`, folder)).size, 0);
    assert.ok(bytes <= budget, `${bytes} bytes in ${files.length} files`);
  });
}
