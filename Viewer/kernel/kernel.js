// SPDX-License-Identifier: Apache-2.0

import { Gallery } from "./gallery.js";
import { KernelMemory, checked } from "./memory.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./frame.js").GalleryFrame} GalleryFrame */
/** @typedef {import("./records.js").KernelRecord} KernelRecord */

/**
 * The gallery's model, compiled to WebAssembly. Only the modules whose names begin with `kernel`
 * know its memory; the interface is documented in `Sources/ViewerKernel`.
 */
export class Kernel {
  #memory;

  /** @param {KernelMemory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  /** Compiles the kernel. @param {Parameters<typeof KernelMemory.load>[0]} source */
  static async load(source) {
    return new Kernel(await KernelMemory.load(source));
  }

  /** The memory, for the models that are loaded when they are needed. */
  get memory() { return this.#memory; }

  /** @param {ConstructorParameters<typeof Gallery>[1]} settings */
  openGallery(settings) {
    return new Gallery(this.#memory, settings);
  }

  /** @param {ConstructorParameters<typeof Zoom>[1]} settings @param {number} time */
  openZoom(settings, time) {
    return new Zoom(this.#memory, settings, time);
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
