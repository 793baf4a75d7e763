// SPDX-License-Identifier: Apache-2.0

/** @typedef {{id: string, event: string, data: string}} StreamEvent */

/** A parser of server-sent events, for text that arrives in any pieces. */
export class EventParser {
  #rest = "";
  #id = "";
  #event = "";
  /** @type {string[]} */
  #data = [];
  /** The pause before a new connection that the server asks for, in milliseconds. @type {number | null} */
  retry = null;

  /** Returns the events that a piece of the stream completes. @param {string} text @returns {StreamEvent[]} */
  feed(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#take(line.endsWith("\r") ? line.slice(0, -1) : line));
  }

  /** @param {string} line @returns {StreamEvent[]} */
  #take(line) {
    if (line === "") return this.#end();
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") this.#data.push(value);
    if (name === "event") this.#event = value;
    if (name === "id" && !value.includes("\0")) this.#id = value;
    if (name === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
    return [];
  }

  #end() {
    const event = { id: this.#id, event: this.#event || "message", data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    [this.#event, this.#data] = ["", []];
    return isEmpty ? [] : [event];
  }
}
