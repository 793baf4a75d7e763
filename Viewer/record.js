// SPDX-License-Identifier: Apache-2.0

/** Records the calls of a gallery as a script for `thumbnail-strip replay`, for bug reports and tests. */

/** Times in a script are decimal seconds. @param {number} time nanoseconds */
const seconds = (time) => Number((time / 1e9).toFixed(9));

/**
 * Returns the smallest whole numbers with exactly this ratio, by its continued fraction.
 * @param {number} ratio
 */
export function sizeOf(ratio) {
  let [width, height, lastWidth, lastHeight, rest] = [1, 0, 0, 1, ratio];
  for (let term = 0; term < 40; term += 1) {
    const whole = Math.floor(rest);
    [width, height, lastWidth, lastHeight] = [whole * width + lastWidth, whole * height + lastHeight, width, height];
    if (width / height === ratio) return { width, height };
    rest = 1 / (rest - whole);
  }
  return { width: Math.max(1, Math.round(ratio * 2 ** 20)), height: 2 ** 20 };
}

/** @param {number} id @param {number | null} ratio */
const pageOf = (id, ratio) => (ratio === null || Number.isNaN(ratio) ? { id } : { id, ...sizeOf(ratio) });

/** Indexes count pages that are shown, or those after all edits before. @param {boolean} [isLogical] */
const spaceOf = (isLogical) => (isLogical ? { space: "logical" } : {});

/** The edit of a batch, in the words of a script. @param {any} edit */
function editOf(edit) {
  switch (edit.kind) {
    case "delete": return { call: "delete", page: edit.id };
    case "insert": return { call: "insert", gap: edit.index, page: pageOf(edit.id, edit.ratio), ...(edit.isActivated ? { focus: "inserted" } : {}), ...spaceOf(edit.isLogical) };
    case "move": return { call: "move", page: edit.id, to: edit.index, ...spaceOf(edit.isLogical) };
    default: return { call: "replace", page: edit.id, ...(edit.ratio ? sizeOf(edit.ratio) : {}) };
  }
}

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
    this.gallery = new Proxy(gallery, { get: (target, name) => this.#get(target, String(name)) });
  }

  #get(/** @type {any} */ target, /** @type {string} */ name) {
    const value = target[name];
    if (typeof value !== "function") return value;
    return (/** @type {any[]} */ ...values) => {
      const call = calls[name]?.(target, values) ?? (name === "tap" ? { call: "goTo" } : null);
      const result = value.apply(target, values);
      if (name === "advance") for (const record of result) this.#note(record);
      if (name === "change") this.#takeOver(values[1], values[2]);
      if (!call || name === "tap" && result === null) return result;
      const line = { at: seconds(values.findLast((each) => typeof each === "number") ?? 0), ...call, ...(name === "tap" ? { page: result } : {}) };
      this.#lines.push(line);
      if (typeof result === "number" && "call" in line && ["delete", "deleteActive", "insert", "move", "replace", "batch"].includes(String(line.call))) this.#open.set(result, line);
      return result;
    };
  }

  /** An answer of the server is a delay of the edit in a script. */
  #note(/** @type {any} */ record) {
    if (record.type === "commitRequested") this.#committingAt = record.time;
    if (record.type === "committed" && !record.isForeign) this.#answeredAfter = seconds(record.time - this.#committingAt);
    if (record.type !== "completed") return;
    const line = this.#open.get(record.ticket);
    this.#open.delete(record.ticket);
    if (!line) return;
    if (record.outcome === "success" && this.#answeredAfter > 0) line.asyncFor = this.#answeredAfter;
    if (record.outcome === "failed") line.fails = true;
  }

  #answeredAfter = 0;

  /** A change of others is a comment: a script knows no other users. */
  #takeOver(/** @type {any} */ change, /** @type {number} */ time) {
    this.#lines.push({ at: seconds(time), call: "takeOver", change });
  }

  /** The script so far. */
  text() {
    const lines = this.#lines.map((line) => `${line.call === "takeOver" ? "# " : ""}${JSON.stringify(line)}`);
    return `${[JSON.stringify(this.#header), ...lines].join("\n")}\n`;
  }
}
