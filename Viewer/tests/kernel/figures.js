// SPDX-License-Identifier: Apache-2.0
// Measures the kernel in this engine: node figures.js

import { readFileSync } from "node:fs";
import { Kernel } from "../../kernel/kernel.js";

const bytes = readFileSync(new URL("../../kernel/kernel.wasm", import.meta.url));
const rounds = 50_000;

for (const width of [375, 1920]) {
  for (const count of [1e3, 1e4, 1e5, 1e6]) {
    const kernel = await Kernel.load(bytes);
    const pages = {
      ids: Float64Array.from({ length: count }, (_, place) => place + 1),
      ratios: Float64Array.from({ length: count }, (_, place) => 0.5 + (place % 7) / 7),
    };
    const before = kernel.byteLength;
    const opening = performance.now();
    const gallery = kernel.openGallery({
      ...pages, preview: { width, height: 600 }, strip: { width, height: 88 },
    });
    const opened = performance.now() - opening;
    const memory = (kernel.byteLength - before) / 2 ** 20;
    gallery.goTo(count / 2, false, 0);
    gallery.beginDrag("strip", 0);
    let time = 0;
    let cells = 0;
    const drag = () => {
      for (let round = 0; round < rounds; round++) {
        time += 8_000_000;
        gallery.drag(-(3 * round) % 2000, time);
        gallery.advance(time);
        const frame = gallery.frame(time);
        cells = frame.preview.length + frame.strip.length;
      }
    };
    drag();
    const start = performance.now();
    drag();
    const each = ((performance.now() - start) / rounds) * 1000;
    console.log(
      `${width} points, ${count} pages: open ${opened.toFixed(1)} ms and ${memory.toFixed(1)} MiB; `
        + `drag, advance and frame ${each.toFixed(1)} us with ${cells} cells`,
    );
  }
}
