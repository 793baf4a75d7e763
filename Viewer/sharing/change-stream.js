// SPDX-License-Identifier: Apache-2.0

/** @typedef {{close(): void}} Closable */
/**
 * @typedef {object} ChangeStreamParts
 * @property {(after: number, actions: {onEvent(event: {id: string, event: string, data: string}): void,
 *   onState(state: "live" | "paused" | "ended"): void}) => Closable} listen
 * @property {(method: string, path: string, options?: object) => Promise<{data: any}>} request
 * @property {string} path the path of the document in the API
 * @property {(number: number, change: any, isNext: boolean) => void} onChange a change, by the number of the gallery's request;
 *   of one that does not follow the last one, only the revision is known
 * @property {(document: any) => void} onDocument
 * @property {(isLive: boolean) => void} onLive
 * @property {(number: number) => void} onEnd the document is gone
 */

/** The changes of others, which a stream of events delivers. While it does not, the server is asked for them. */
export class ChangeStream {
  #parts;
  /** @type {Closable | null} */
  #stream = null;
  /** The number of the request that is answered, -1 for none. */
  #number = 0;
  /** The last revision that was taken. */
  #last = 0;
  /** The request for which the server is asked for changes. */
  #polled = -1;
  /** @type {boolean | null} */
  #told = null;

  /** Whether changes arrive as they are made. */
  isLive = false;

  /** @param {ChangeStreamParts} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** Begins anew. @param {number} number that of the request @param {number} after the last known revision */
  open(number, after) {
    this.#stream?.close();
    this.#number = number;
    this.#last = after;
    this.#stream = this.#parts.listen(after, {
      onEvent: ({ event, data }) => {
        if (number !== this.#number) return;
        if (event === "document") return this.#parts.onDocument(JSON.parse(data));
        if (event === "change" || event === "reset") this.#take(number, event, JSON.parse(data));
      },
      onState: (state) => {
        if (number !== this.#number) return;
        this.#setLive(state === "live");
        if (state === "paused") this.#poll(number);
        if (state !== "ended") return;
        this.close();
        this.#parts.onEnd(number);
      },
    });
  }

  /** Ends what a request has begun; without a number, whatever it is. @param {number} [number] */
  close(number = this.#number) {
    if (number !== this.#number) return;
    this.#stream?.close();
    [this.#stream, this.#number] = [null, -1];
    this.#setLive(false);
  }

  #take(/** @type {number} */ number, /** @type {string} */ kind, /** @type {any} */ change) {
    if (number !== this.#number) return;
    const isNext = kind === "change" && change.revision === this.#last + 1;
    if (kind === "change" && !isNext && change.revision <= this.#last) return;
    this.#last = change.revision;
    this.#parts.onChange(number, change, isNext);
  }

  /** Asks for changes for as long as the stream does not deliver them. */
  async #poll(/** @type {number} */ number) {
    if (this.#polled === number) return;
    this.#polled = number;
    const { request, path } = this.#parts;
    try {
      await (await import("../requests/polling.js")).pollDocument({
        path, take: (kind, change) => this.#take(number, kind, change), read: (path) => request("GET", path, { patience: 0 }),
        last: () => this.#last, isWanted: () => number === this.#number && !this.isLive,
        onDocument: (document) => this.#parts.onDocument(document) });
    } catch {
      // The module did not arrive: the next failure of the stream asks for it again.
    }
    if (this.#polled === number) this.#polled = -1;
  }

  #setLive(/** @type {boolean} */ isLive) {
    this.isLive = isLive;
    // Also that there is no stream from the beginning.
    if (isLive === this.#told) return;
    this.#told = isLive;
    this.#parts.onLive(isLive);
  }
}
