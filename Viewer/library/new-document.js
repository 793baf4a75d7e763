// SPDX-License-Identifier: Apache-2.0
/** New documents: from a dialog, or from files and folders that are dropped anywhere. */

import { request, root } from "../requests/api.js";
import { momentText } from "../words/dates.js";
import { openDialog } from "../controls/dialogs.js";
import { hasFiles } from "../uploads/drops.js";
import { toastFailure } from "../controls/failures.js";
import { chosen, dropped, grouped } from "../uploads/files.js";
import { element, textButton } from "../controls/icons.js";
import { toast } from "../controls/toasts.js";
import { NewDocument } from "../uploads/growing-document.js";
import { putUpload } from "../uploads/transfer.js";
import { UploadPanel } from "../uploads/upload-panel.js";
import { UploadQueue } from "../uploads/uploads.js";
import { titleText } from "../words/words.js";

/** @typedef {import("../uploads/files.js").NamedFile} NamedFile */

/** @param {string} title @param {string} [key] @returns {Promise<{id: number, title: string}>} */
async function createDocument(title, key) {
  const { data } = await request("POST", "/api/v1/documents", { json: { title }, key });
  return data;
}

/** Makes a document of files, with a panel that shows the progress. @param {string} title @param {NamedFile[]} files */
function uploadFiles(title, files) {
  const document = new NewDocument((key) => createDocument(title, key));
  /** @type {UploadPanel | null} */
  let panel = null;
  const commit = async (/** @type {import("../uploads/uploads.js").Upload[]} */ uploads) => {
    try {
      await document.add(uploads);
    } finally {
      if (panel && document.id !== null) panel.href = `${root}/d/${document.id}`;
    }
  };
  const queue = new UploadQueue({ put: putUpload, commit, onChange: () => panel?.update() });
  panel = new UploadPanel(queue, titleText(title), { isNew: true });
  queue.add(files);
}

/**
 * Makes documents of files: one per folder, and one of the files beside folders.
 * @param {NamedFile[]} files @param {string} [title] The title that the user chose.
 */
export function createFromFiles(files, title = "") {
  if (files.length === 0) return void toast("There are no files in what was chosen.");
  const groups = title ? [{ title, files }] : grouped(files, `Scan of ${momentText(new Date())}`);
  for (const group of groups) uploadFiles(group.title, group.files);
}

/** Returns an input for files, which a button opens. @param {Record<string, string | boolean>} attributes */
const fileInput = (attributes) =>
  element("input", { type: "file", hidden: true, multiple: true, accept: "image/jpeg,image/png", ...attributes });

/** @type {{label: string, icon: string, action: string, attributes: Record<string, string | boolean>, media: string}[]} */
const sources = [
  { label: "Take photos", icon: "camera", action: "camera", attributes: { capture: "environment", multiple: false }, media: "(pointer: coarse)" },
  { label: "Choose files", icon: "upload", action: "files", attributes: {}, media: "all" },
  { label: "Choose a folder", icon: "pages", action: "folder", attributes: { webkitdirectory: true }, media: "not all and (pointer: coarse)" },
];

/** Opens the dialog for a new document. */
export async function showNewDocument() {
  const title = element("input", { name: "title", autocomplete: "off", maxlength: "500", placeholder: "From the files, if empty" });
  const choices = element("div", { class: "choices" });
  const create = textButton({ label: "Without pages", type: "submit", action: "create" });
  create.value = "create";
  const cancel = textButton({ label: "Cancel", action: "cancel", run: () => dialog.close("") });
  const { dialog, result } = openDialog({
    title: "New document", content: [element("label", {}, "Title", title), choices], buttons: [cancel, create],
  });
  for (const { label, icon, action, attributes, media } of sources) {
    if (!matchMedia(media).matches) continue;
    const input = fileInput(attributes);
    const button = textButton({ label, icon, action, kind: choices.childElementCount ? "" : "primary", run: () => input.click() });
    input.addEventListener("change", () => {
      dialog.close("files");
      createFromFiles(chosen(input.files ?? []), title.value.trim());
    });
    choices.append(button, input);
  }
  if ((await result) === "create") await openEmpty(title.value.trim());
}

/** @param {string} title */
async function openEmpty(title) {
  try {
    const { id } = await createDocument(title);
    location.assign(`${root}/d/${id}`);
  } catch (error) {
    toastFailure("The document was not created", error);
  }
}

/** Takes files that are dropped anywhere in the window. */
export function enableDrop() {
  const target = element("div", { class: "drop-target", hidden: true }, "Drop scans or folders to add them as documents");
  document.body.append(target);
  let depth = 0;
  const show = (/** @type {number} */ change) => {
    depth = Math.max(0, depth + change);
    target.hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => hasFiles(event.dataTransfer) && show(1));
  addEventListener("dragleave", (event) => hasFiles(event.dataTransfer) && show(-1));
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", async (event) => {
    if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    show(-depth);
    createFromFiles(await dropped(event.dataTransfer));
  });
}
