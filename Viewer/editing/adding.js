// SPDX-License-Identifier: Apache-2.0

import { chosen, dropped } from "../uploads/files.js";
import { element } from "../controls/icons.js";
import { Replacing } from "./replacing.js";
import { putUpload } from "../uploads/transfer.js";
import { UploadPanel } from "../uploads/upload-panel.js";
import { UploadQueue } from "../uploads/uploads.js";

/** @typedef {import("./edit-notes.js").EditNotes} EditNotes */
/** @typedef {import("./editing.js").EditingParts} EditingParts */
/** @typedef {import("../uploads/files.js").NamedFile} NamedFile */
/** @typedef {import("../uploads/uploads.js").Upload} Upload */

/** Files of this user that become pages of the document. */
export class Adding {
  #parts;
  #editing;
  #replacing;
  /** @type {{queue: UploadQueue, panel: UploadPanel} | null} */
  #uploads = null;

  /** @param {EditingParts} parts @param {Pick<EditNotes, "noteInsertion" | "noteReplacement" | "open" | "history">} editing */
  constructor(parts, editing) {
    this.#parts = parts;
    this.#editing = editing;
    this.#replacing = new Replacing(parts, editing);
  }

  /** Lets the user choose files. @returns {Promise<NamedFile[]>} */
  #choose(/** @type {boolean} */ isMultiple) {
    const input = element("input", { type: "file", accept: "image/jpeg,image/png", multiple: isMultiple });
    return new Promise((resolve) => {
      input.addEventListener("change", () => resolve(chosen(input.files ?? [])));
      input.click();
    });
  }

  /** Adds files that the user chooses. @param {number | null} before the page that follows, `null` for the end */
  async choose(before) {
    this.add(await this.#choose(true), before);
  }

  /** Adds files at the end that the user drops. @param {DataTransfer} transfer of an event that is being handled */
  async drop(transfer) {
    this.add(await dropped(transfer), null);
  }

  /** Replaces a page by a file that the user chooses. @param {number} page */
  async chooseReplacement(page) {
    const [chosen] = await this.#choose(false);
    if (chosen) this.#replacing.replace(page, chosen.file);
  }

  /**
   * Uploads files, and inserts each as soon as it has arrived.
   * @param {NamedFile[]} files
   * @param {number | null} before the page that follows, `null` for the end
   */
  add(files, before) {
    if (files.length === 0) return;
    if (!this.#uploads || this.#uploads.queue.summary.active === 0) this.#uploads = this.#makeUploads();
    this.#uploads.queue.add(files, before);
  }

  #makeUploads() {
    this.#uploads?.panel.remove();
    const { gallery } = this.#parts;
    const queue = new UploadQueue({
      put: putUpload, onChange: () => panel.update(), commit: (uploads) => this.insert(uploads), isHere: (page) => gallery.indexOf(page) !== null });
    const panel = new UploadPanel(queue, this.#parts.title() || "this document");
    return { queue, panel };
  }

  /** Inserts pages that have arrived, in order and at the same place, and waits until they are in the document. @param {Upload[]} all */
  insert(all) {
    const { gallery, commits, pictures, now } = this.#parts;
    const isMissing = (/** @type {{id: number}} */ { id }) => gallery.indexOf(id) === null;
    // Others were added by an attempt whose answer was lost.
    const uploads = all.filter(({ result }) => isMissing(result));
    if (uploads.length === 0) return Promise.resolve();
    const [{ before = null }] = uploads;
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
      this.#editing.noteInsertion(ticket, ids, numbers, (error) => (error && pages.some(isMissing) ? reject(error) : resolve()));
    }));
  }
}
