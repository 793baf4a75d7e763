// SPDX-License-Identifier: Apache-2.0

import { newKey } from "./api.js";
import { chosen, dropped } from "./files.js";
import { element } from "./icons.js";
import { toast, toastFailure } from "./toasts.js";
import { putUpload } from "./transfer.js";
import { UploadPanel } from "./upload-panel.js";
import { rejection, UploadQueue } from "./uploads.js";
import { UndoHistory } from "./undo.js";

/** @typedef {import("./kernel-gallery.js").Gallery} Gallery */
/** @typedef {import("./undo.js").Reversal} Reversal */
/** @typedef {import("./uploads.js").Upload} Upload */

/** The past of each edit, for people; the number is that of the page. @type {Record<string, string>} */
const done = { delete: "deleted", move: "moved", rotate: "rotated", replace: "replaced", insert: "added" };

/** The same after an edit was undone. @type {Record<string, string>} */
const undone = { delete: "restored", move: "moved back", rotate: "rotated back", insert: "removed" };

/** Describes an edit of pages. @param {number[]} numbers @param {string} text */
export function editText(numbers, text) {
  return numbers.length === 1 ? `Page ${numbers[0]} ${text}` : `${numbers.length} pages ${text}`;
}

/** The edits of this user: each is shown at once, sent to the server, and can be undone. */
export class Editing {
  #parts;
  /** The edits that have not ended, for messages. @type {Map<number, {kind: string, pages: number[], numbers: number[], undone?: string, fulfill?: (error: Error | null) => void}>} */
  #open = new Map();
  /** @type {Map<number, any>} */
  #errors = new Map();
  /** Removes the message about the last deletion. */
  #removeToast = () => {};
  /** @type {{queue: UploadQueue, panel: UploadPanel, before: number | null} | null} */
  #uploads = null;

  /**
   * @param {{gallery: Gallery, sharing: import("./sharing.js").Sharing, commits: import("./commits.js").Commits, pictures: import("./pictures.js").Pictures,
   *   announcer: import("./announcer.js").Announcer, now: () => number, changed: () => void, title: () => string}} parts
   */
  constructor(parts) {
    this.#parts = parts;
    this.history = new UndoHistory(parts.gallery, parts.now);
    this.history.onUndo = (reversal, ticket) => {
      const pages = "page" in reversal ? [reversal.page] : reversal.pages.map((page) => (typeof page === "number" ? page : page.id));
      this.#open.set(ticket, { kind: "undo", pages, numbers: this.#numbers(pages), undone: reversal.kind });
      parts.changed();
    };
  }

  /** The number of edits that have not ended. */
  get openCount() { return this.#open.size; }

  // Edits of pages.

  /**
   * Returns the page that an edit of the active page is for: keys that follow each other quickly find it as it
   * will be, without the pages that are being deleted.
   * @param {number} activeIndex
   */
  target(activeIndex) {
    const { gallery } = this.#parts;
    const leaving = new Set([...this.#open.values()].flatMap(({ kind, pages }) => (kind === "delete" ? pages : [])));
    const isStaying = (/** @type {number} */ index) => !leaving.has(gallery.pageAt(index) ?? -1);
    for (let index = activeIndex; index < gallery.count; index += 1) if (isStaying(index)) return gallery.pageAt(index);
    for (let index = activeIndex - 1; index >= 0; index -= 1) if (isStaying(index)) return gallery.pageAt(index);
    return null;
  }

  /** Deletes pages, or the active one. @param {number[]} pages */
  delete(pages) {
    const { gallery, now } = this.#parts;
    const known = pages.filter((page) => gallery.indexOf(page) !== null);
    if (known.length === 0) return;
    const reversal = this.history.ofDeletion(known);
    const ticket = known.length === 1
      ? gallery.delete(known[0], now())
      : gallery.enqueue(known.map((id) => ({ kind: "delete", id })), now());
    this.#note("delete", known, ticket, reversal);
  }

  /** Rotates pages. @param {number[]} pages @param {number} turns */
  rotate(pages, turns) {
    const { gallery, now } = this.#parts;
    for (const page of pages) this.#note("rotate", [page], gallery.rotate(page, turns, now()), { kind: "rotate", page, turns });
  }

  /** Moves a page. @param {number} page @param {number} index its index after the move */
  move(page, index) {
    const { gallery, now } = this.#parts;
    const current = gallery.indexOf(page);
    if (current === null || index === current || index < 0 || index >= gallery.count) return;
    const reversal = this.history.ofMove(page);
    this.#note("move", [page], gallery.move(page, index, now()), reversal);
  }

  /** Moves pages together. @param {number[]} pages in their order @param {number} gap the index before which they go */
  moveAll(pages, gap) {
    const { gallery } = this.#parts;
    const moving = new Set(pages);
    let before = 0;
    for (let index = 0; index < gap; index += 1) if (!moving.has(gallery.pageAt(index) ?? -1)) before += 1;
    const edits = pages.map((id, offset) => /** @type {const} */ ({ kind: "move", id, index: before + offset }));
    for (const { id, index } of edits) this.move(id, index);
  }

  undo() {
    const reversal = this.history.undo();
    if (!reversal) return this.#parts.announcer.tell("edit", "Nothing to undo");
    // What was undone is told when it is; an edit that was not made yet is cancelled.
    this.#parts.announcer.tell("edit", "");
    this.#removeToast();
    this.#parts.changed();
  }

  #numbers(/** @type {number[]} */ pages) {
    return pages.map((page) => (this.#parts.gallery.indexOf(page) ?? 0) + 1);
  }

  #tell(/** @type {number[]} */ numbers, /** @type {string} */ text) {
    this.#parts.announcer.tell("edit", editText(numbers, text));
  }

  #note(/** @type {string} */ kind, /** @type {number[]} */ pages, /** @type {number | null} */ ticket, /** @type {Reversal | null} */ reversal) {
    if (ticket === null) return;
    const numbers = this.#numbers(pages);
    this.#open.set(ticket, { kind, pages, numbers });
    if (reversal) this.history.note(ticket, reversal);
    this.#tell(numbers, done[kind]);
    if (kind === "delete") this.#offerUndo(editText(numbers, done[kind]));
    this.#parts.changed();
  }

  /** A deletion can be undone with one tap; of several, the last message stays. */
  #offerUndo(/** @type {string} */ text) {
    this.#removeToast();
    this.#removeToast = toast(text, { label: "Undo", run: () => this.undo() });
  }

  // Answers.

  /** The source refused edits. @param {any} record */
  refused(record) {
    const error = record.detail > 0 ? this.#parts.sharing.errorOf(record.detail) : null;
    for (const ticket of record.tickets) this.#errors.set(ticket, error);
  }

  /** An edit has ended. @param {any} record */
  completed(record) {
    const edit = this.#open.get(record.ticket);
    const error = this.#errors.get(record.ticket) ?? null;
    this.#open.delete(record.ticket);
    this.#errors.delete(record.ticket);
    this.history.end(record.ticket, record.outcome);
    if (!edit) return;
    const hasFailed = record.outcome === "failed" || record.outcome === "rejected" || record.outcome === "dependencyFailed";
    if (edit.undone && record.outcome === "success") {
      this.#tell(edit.undone === "insert" ? edit.numbers : this.#numbers(edit.pages), undone[edit.undone]);
    }
    edit.fulfill?.(hasFailed ? error ?? new Error("The server did not accept the edit.") : null);
    if (!hasFailed || edit.fulfill) return;
    const what = edit.numbers.length === 1 ? `Page ${edit.numbers[0]} was not` : "The pages were not";
    const text = edit.kind === "undo" ? "The edit was not undone" : `${what} ${done[edit.kind]}`;
    this.#parts.announcer.tell("edit", text);
    toastFailure(text, error ?? new Error("The document has changed."));
  }

  // Pages that are added.

  /** Lets the user choose files. @param {boolean} isMultiple @returns {Promise<import("./files.js").NamedFile[]>} */
  choose(isMultiple) {
    const input = element("input", { type: "file", accept: "image/jpeg,image/png", multiple: isMultiple });
    return new Promise((resolve) => {
      input.addEventListener("change", () => resolve(chosen(input.files ?? [])));
      input.click();
    });
  }

  /** Adds files that the user chooses. @param {number | null} before the page that follows, `null` for the end */
  async addChosen(before) {
    this.add(await this.choose(true), before);
  }

  /** Adds files at the end that the user drops. @param {DataTransfer} transfer of an event that is being handled */
  async addDropped(transfer) {
    this.add(await dropped(transfer), null);
  }

  /** Replaces a page by a file that the user chooses. @param {number} page */
  async replaceByChosen(page) {
    const [chosen] = await this.choose(false);
    if (chosen) this.replace(page, chosen.file);
  }

  /**
   * Uploads files, and inserts each as soon as it has arrived.
   * @param {import("./files.js").NamedFile[]} files
   * @param {number | null} before the page that follows, `null` for the end
   */
  add(files, before) {
    if (files.length === 0) return;
    if (!this.#uploads || this.#uploads.queue.summary.active === 0) this.#uploads = this.#makeUploads();
    this.#uploads.before = before;
    this.#uploads.queue.add(files);
  }

  #makeUploads() {
    this.#uploads?.panel.remove();
    const queue = new UploadQueue({
      put: putUpload, onChange: () => panel.update(),
      commit: (uploads) => this.#insert(uploads, this.#uploads?.before ?? null),
    });
    const panel = new UploadPanel(queue, this.#parts.title() || "this document");
    return { queue, panel, before: /** @type {number | null} */ (null) };
  }

  /** Inserts pages that have arrived, in order, and waits until they are in the document. */
  #insert(/** @type {Upload[]} */ uploads, /** @type {number | null} */ before) {
    const { gallery, commits, pictures, now, changed } = this.#parts;
    const index = before === null ? null : gallery.indexOf(before);
    const pages = uploads.map(({ result }) => result);
    for (const [number, page] of pages.entries()) {
      commits.stage(page.id, uploads[number].id);
      pictures.setKey(page.id, page.key);
    }
    const edits = pages.map(({ id, aspectRatio }) => /** @type {const} */ ({
      kind: "insert", id, ratio: aspectRatio ?? null, contentVersion: 0, index: index ?? gallery.count }));
    const isFirst = gallery.count === 0;
    const ticket = edits.length === 1 ? gallery.insert({ ...edits[0], isActivated: isFirst }, now()) : gallery.enqueue(edits, now());
    return /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
      if (ticket === null) return reject(new Error("The document is closed."));
      const numbers = pages.map((_, offset) => (index ?? gallery.count) + offset + 1);
      const ids = pages.map(({ id }) => id);
      this.#open.set(ticket, { kind: "insert", pages: ids, numbers, fulfill: (error) => (error ? reject(error) : resolve()) });
      this.history.note(ticket, { kind: "insert", pages: ids });
      changed();
    }));
  }

  /** Replaces the image of a page. @param {number} page @param {File} file */
  async replace(page, file) {
    const { gallery, commits, now } = this.#parts;
    const upload = /** @type {Upload} */ ({ id: newKey(), file, name: file.name, state: "sending", sent: 0, reason: "" });
    const remove = toast("Replacing the page\u2026");
    try {
      const reason = await rejection(file);
      if (reason) throw new Error(reason);
      const content = await putUpload(upload, () => {}, new AbortController().signal);
      commits.stageReplacement(page, upload.id, content.key);
      this.#note("replace", [page], gallery.replace(page, content.aspectRatio ?? null, now()), null);
    } catch (error) {
      toastFailure("The page was not replaced", error);
    }
    remove();
  }
}
