// SPDX-License-Identifier: Apache-2.0

/** Records the calls of a gallery as a script for `thumbnail-strip replay`, for bug reports and tests. */

import { editOf, editsOf, lengthOf, pageOf, sizeOf } from "./recorded-edits.js";

/** Times in a script are decimal seconds. @param {number} time nanoseconds */
const seconds = (time) => Number((time / 1e9).toFixed(9));

/** The calls that are recorded, by the name of the method. @type {Record<string, (gallery: any, values: any[]) => object | null>} */
const calls = {
  beginDrag: (_, [surface]) => ({ call: "beginDrag", surface }),
  drag: (_, [translation]) => ({ call: "drag", translation }),
  endDrag: (_, [velocity]) => ({ call: "endDrag", velocity }),
  cancelDrag: () => ({ call: "cancelDrag" }),
  goTo: (_, [page, animated]) => ({ call: "goTo", page, animated }),
  setViewport: (_, [preview, strip]) => ({ call: "setViewport", preview: [preview.width, preview.height], strip: [strip.width, strip.height] }),
  setRatio: (_, [page, ratio]) => (ratio ? { call: "setSize", page, ...sizeOf(ratio) } : null),
  delete: (_, [id]) => editOf({ kind: "delete", id }),
  deleteActive: () => ({ call: "deleteActive" }),
  insert: (_, [page]) => editOf({ kind: "insert", ...page }),
  move: (_, [id, index, , options]) => editOf({ kind: "move", id, index, ...options }),
  replace: (_, [id, ratio]) => editOf({ kind: "replace", id, ratio }),
  rotate: (gallery, [id, turns]) => {
    const ratio = gallery.ratioOf(id);
    return editOf({ kind: "replace", id, ratio: ratio && turns % 2 !== 0 ? 1 / ratio : ratio });
  },
  enqueue: (_, [edits]) => ({ call: "batch", requests: edits.map(editOf) }),
};

/** Records a gallery: calls pass through `gallery`. */
export class Recorder {
  /** @type {{at: number, [name: string]: any}[]} */
  #lines = [];
  #header;
  /** The edits whose answer is open, by ticket. @type {Map<number, any>} */
  #open = new Map();
  #committingAt = -1;
  #answeredAfter = 0;
  /** The edits of pages that were already removed, since the last change of others. @type {any[]} */
  #lost = [];
  /** The pages that the gallery shows. @type {number[]} */
  #ids;

  /**
   * @param {any} gallery
   * @param {any} pages as the server describes them
   * @param {{preview: HTMLElement, strip: HTMLElement}} layout
   * @param {number} parallaxFactor
   */
  constructor(gallery, pages, layout, parallaxFactor) {
    const [large, small] = [layout.preview.getBoundingClientRect(), layout.strip.getBoundingClientRect()];
    this.#header = { gallery: {
      pages: pages.ids.map((/** @type {number} */ id, /** @type {number} */ index) => pageOf(id, pages.aspectRatios[index])),
      viewport: { preview: [large.width, large.height], strip: [small.width, small.height] },
      active: Math.max(0, gallery.frame(0).activeIndex), direction: document.documentElement.dir === "rtl" ? "rtl" : "ltr",
      configuration: { parallaxFactor, reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches },
    } };
    this.#ids = [...pages.ids];
    this.gallery = new Proxy(gallery, { get: (target, name) => this.#get(target, String(name)) });
  }

  #get(/** @type {any} */ target, /** @type {string} */ name) {
    const value = target[name];
    if (typeof value !== "function") return value;
    return (/** @type {any[]} */ ...values) => {
      const call = calls[name]?.(target, values) ?? (name === "tap" ? { call: "goTo" } : null);
      const result = value.apply(target, values);
      if (name === "advance") for (const record of result) this.#note(record);
      if (!call || name === "tap" && result === null) return result;
      const line = { at: seconds(values.findLast((each) => typeof each === "number") ?? 0), ...call, ...(name === "tap" ? { page: result } : {}) };
      this.#lines.push(line);
      if (typeof result === "number" && "call" in line && ["delete", "deleteActive", "insert", "move", "replace", "batch"].includes(String(line.call))) this.#open.set(result, line);
      return result;
    };
  }

  #note(/** @type {any} */ record) {
    switch (record.type) {
      case "commitRequested": this.#committingAt = record.time; break;
      case "committed": this.#commit(record); break;
      case "pagesReset": this.#ids = [...this.gallery.pages().ids]; break;
      case "completed": this.#complete(record); break;
    }
  }

  /** An answer of the server is a delay of the edit in a script. */
  #commit(/** @type {any} */ { change, time, isForeign }) {
    const { edits, order } = editsOf(change, this.#ids);
    if (isForeign) this.#takeOver(edits, time - this.#lengthOf(change));
    else this.#answeredAfter = seconds(time - this.#committingAt);
    this.#ids = order;
  }

  #lengthOf(/** @type {any} */ change) {
    return this.#header.gallery.configuration.reducedMotion ? 0 : lengthOf(change, this.#ids.length);
  }

  /** Changes of others began at a time, before all edits that were still waiting, or came too late because of them. */
  #takeOver(/** @type {any[]} */ requests, /** @type {number} */ time) {
    const start = seconds(time);
    const isRemoved = (/** @type {any} */ line) => requests.some(({ call, page }) => call === "delete" && page === line.page);
    const waiting = new Set([...this.#open.values(), ...this.#lost.filter(isRemoved)]);
    this.#lost = [];
    const found = this.#lines.findIndex((line) => line.at > start || waiting.has(line));
    const place = found < 0 ? this.#lines.length : found;
    const at = Math.min(start, this.#lines[place]?.at ?? start);
    this.#lines.splice(place, 0, { at, call: "takeOver", requests });
  }

  #complete(/** @type {any} */ { ticket, outcome }) {
    const line = this.#open.get(ticket);
    this.#open.delete(ticket);
    if (!line) return;
    if (outcome === "success" && this.#answeredAfter > 0) line.asyncFor = this.#answeredAfter;
    if (outcome === "failed") line.fails = true;
    if (outcome === "alreadyRemoved") this.#lost.push(line);
  }

  /** The script so far. */
  text() {
    return `${[this.#header, ...this.#lines].map((line) => JSON.stringify(line)).join("\n")}\n`;
  }
}
