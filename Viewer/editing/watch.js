// SPDX-License-Identifier: Apache-2.0

/** Conditions that others wait for. They are looked at when what they depend on has changed. */
export class Watch {
  /** @type {(() => void)[]} */
  #waiting = [];

  /** Waits until a condition holds. @param {() => boolean} holds */
  async until(holds) {
    while (!holds()) await /** @type {Promise<void>} */ (new Promise((resolve) => { this.#waiting.push(resolve); }));
  }

  /** Something has changed that conditions depend on. */
  changed() {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
