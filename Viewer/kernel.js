// SPDX-License-Identifier: Apache-2.0

import { Drawer } from "./kernel-drawer.js";
import { Gallery } from "./kernel-gallery.js";
import { KernelMemory, checked } from "./kernel-memory.js";
import { Tracker } from "./kernel-tracker.js";
import { Zoom } from "./kernel-zoom.js";

export { KernelError } from "./kernel-memory.js";

/** @typedef {import("./kernel-frame.js").GalleryFrame} GalleryFrame */
/** @typedef {import("./kernel-records.js").KernelRecord} KernelRecord */

/**
 * The gallery's model, compiled to WebAssembly. Only the modules whose names begin with `kernel`
 * know its memory; the interface is documented in `Sources/ViewerKernel`.
 */
export class Kernel {
  #memory;

  /** @param {WebAssembly.Exports} exports The exports of an instance. */
  constructor(exports) {
    this.#memory = new KernelMemory(exports);
  }

  /**
   * Compiles the kernel.
   *
   * @param {Response | BufferSource | Promise<Response | BufferSource>} source A response, or the
   *   bytes of the module.
   * @returns {Promise<Kernel>}
   */
  static async load(source) {
    const found = await source;
    if (!(found instanceof Response)) return Kernel.#instantiate(found);
    const isStreamed = found.headers.get("Content-Type") === "application/wasm";
    if (!isStreamed) return Kernel.#instantiate(await found.arrayBuffer());
    const { instance } = await WebAssembly.instantiateStreaming(found);
    return new Kernel(instance.exports);
  }

  /** @param {BufferSource} bytes */
  static async #instantiate(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Kernel(instance.exports);
  }

  /** @param {ConstructorParameters<typeof Gallery>[1]} settings */
  openGallery(settings) {
    return new Gallery(this.#memory, settings);
  }

  /** @param {ConstructorParameters<typeof Zoom>[1]} settings @param {number} time */
  openZoom(settings, time) {
    return new Zoom(this.#memory, settings, time);
  }

  /** @param {ConstructorParameters<typeof Drawer>[1]} settings @param {number} time */
  openDrawer(settings, time) {
    return new Drawer(this.#memory, settings, time);
  }

  /** @param {ConstructorParameters<typeof Tracker>[1]} settings @param {number} time */
  openTracker(settings, time) {
    return new Tracker(this.#memory, settings, time);
  }

  /** The count of bytes of the kernel's memory. */
  get byteLength() {
    return this.#memory.byteLength;
  }

  /** Begins a new checksum. */
  resetChecksum() {
    checked(this.#memory.functions.checksumReset());
  }

  /** Adds every bit of the last records to the checksum. */
  addRecordsToChecksum() {
    checked(this.#memory.functions.checksumAddRecords());
  }

  /** The checksum as 16 hexadecimal digits. */
  get checksum() {
    const { checksumHigh, checksumLow } = this.#memory.functions;
    return [checksumHigh(), checksumLow()]
      .map((half) => half.toString(16).padStart(8, "0"))
      .join("");
  }
}
