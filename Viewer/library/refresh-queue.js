// SPDX-License-Identifier: Apache-2.0

/** Documents that have changed, which are read one after the other: of many changes of one, only its last state is read. */
export class RefreshQueue {
  #read;
  /** @type {Set<number>} */
  #changed = new Set();
  #isRunning = false;

  /** @param {(id: number) => Promise<void>} read reads and shows a document */
  constructor(read) {
    this.#read = read;
  }

  /** A document has changed. @param {number} id */
  add(id) {
    this.#changed.add(id);
    if (!this.#isRunning) this.#run();
  }

  /** A document need not be read any more. @param {number} id */
  remove(id) { this.#changed.delete(id); }

  async #run() {
    this.#isRunning = true;
    for (const id of this.#changed) {
      this.#changed.delete(id);
      await this.#read(id);
    }
    this.#isRunning = false;
  }
}
