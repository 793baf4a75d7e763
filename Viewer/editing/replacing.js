// SPDX-License-Identifier: Apache-2.0

import { request } from "../requests/api.js";
import { newKey } from "../requests/new-key.js";
import { confirmDialog } from "../controls/dialogs.js";
import { toastFailure } from "../controls/failures.js";
import { toast } from "../controls/toasts.js";
import { readFormerImage } from "./former-image.js";
import { rejection } from "../uploads/rejection.js";
import { putUpload } from "../uploads/transfer.js";

/** @typedef {import("./edit-notes.js").EditNotes} EditNotes */
/** @typedef {import("./editing.js").EditingParts} EditingParts */
/** @typedef {import("../uploads/uploads.js").Upload} Upload */
/** @typedef {Pick<import("./former-image.js").FormerImageParts, "request" | "put"> & {confirm: () => Promise<boolean>}} ReplacingCalls what asks the server and people */

/** Asks before a page is replaced whose image cannot be kept. */
const confirmReplacement = () => confirmDialog({
  title: "Replace this page?", text: "Its present image cannot be kept, so that this cannot be undone.", action: "Replace", isDangerous: true });

/** Files of this user that replace the images of pages. */
export class Replacing {
  #parts;
  #editing;
  #calls;

  /** @param {Pick<EditingParts, "gallery" | "commits" | "pictures" | "now">} parts @param {Pick<EditNotes, "noteReplacement" | "open" | "history">} editing @param {ReplacingCalls} [calls] */
  constructor(parts, editing, calls = { request, put: putUpload, confirm: confirmReplacement }) {
    this.#parts = parts;
    this.#editing = editing;
    this.#calls = calls;
  }

  /** Replaces the image of a page. The one that it has is kept, so that this can be undone. @param {number} page @param {File} file */
  async replace(page, file) {
    const [{ gallery, commits, pictures, now }, { put, confirm }] = [this.#parts, this.#calls];
    const upload = /** @type {Upload} */ ({ id: newKey(), file, name: file.name, state: "sending", sent: 0, reason: "" });
    const remove = toast("Replacing the page\u2026", { stays: true });
    // Asks who leaves: what is under way would be lost.
    const ask = (/** @type {Event} */ event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    try {
      const reason = await rejection(file);
      if (reason) throw new Error(reason);
      this.#expect(page);
      const send = () => put(upload, () => {}, new AbortController().signal);
      const content = await send();
      const former = await this.#keep(page);
      this.#expect(page);
      if (!former) {
        remove();
        if (!await confirm()) return;
        this.#expect(page);
      }
      let key = content.key;
      const again = async () => {
        upload.id = newKey();
        key = (await send()).key;
        return { upload: upload.id, key };
      };
      commits.stageReplacement(page, { upload: upload.id, key, again });
      const isReplaced = () => pictures.keyOf(page) === key;
      this.#editing.noteReplacement(page, gallery.replace(page, content.aspectRatio ?? null, now()), former && { ...former, isReplaced });
    } catch (error) {
      toastFailure("The page was not replaced", error);
    } finally {
      removeEventListener("beforeunload", ask);
      remove();
    }
  }

  /** Fails if a page is gone, or is going. */
  #expect(/** @type {number} */ page) {
    if (this.#parts.gallery.indexOf(page) === null || this.#editing.open.leaving.includes(page)) throw new Error("The page is no longer here.");
  }

  /** Reads the image of a page, as it is after all edits that are open. @returns {Promise<Omit<import("../undo/reversals.js").Former, "isReplaced"> | null>} `null` if it cannot be kept */
  async #keep(/** @type {number} */ page) {
    const [{ gallery, commits }, { request, put }] = [this.#parts, this.#calls];
    try {
      for (;;) {
        await this.#editing.open.settled(page);
        const version = gallery.contentVersionOf(page);
        const { ratio, byteCount, replacement } = await readFormerImage(page, this.#editing.history.keptBytes, { request, put });
        // Somebody may have turned the page meanwhile.
        if (!this.#editing.open.concerns(page) && gallery.contentVersionOf(page) === version) return { ratio, byteCount, stage: () => commits.stageReplacement(page, replacement) };
      }
    } catch {
      return null;
    }
  }
}
