// SPDX-License-Identifier: Apache-2.0

import { newKey } from "../requests/new-key.js";

/** The maximum size of an image that is kept, and of all that are kept together, in bytes. */
const [imageLimit, keptLimit] = [64 * 1024 * 1024, 256 * 1024 * 1024];
/** For how long an image is sent again after losses of the connection, in milliseconds. */
const patience = 30_000;

/** @typedef {import("../sharing/commits.js").Replacement} Replacement */
/** @typedef {import("../uploads/uploads.js").Upload} Upload */
/** @typedef {{ratio: number | null, byteCount: number, replacement: Replacement}} FormerImage the image of a page that is replaced */
/**
 * @typedef {object} FormerImageParts
 * @property {(method: string, path: string, options?: import("../requests/client.js").RequestOptions) => Promise<{data: any}>} request
 * @property {typeof import("../uploads/transfer.js").putUpload} put
 * @property {() => number} [now] in milliseconds
 * @property {(milliseconds: number) => Promise<void>} [sleep]
 */

const wait = (/** @type {number} */ milliseconds) => /** @type {Promise<void>} */ (new Promise((resolve) => { setTimeout(resolve, milliseconds); }));

/**
 * Reads the image that a page has, to give it back to the page later: its bytes and its rotation.
 * @param {number} page
 * @param {number} keptBytes those of images that are kept already
 * @param {FormerImageParts} parts
 * @returns {Promise<FormerImage>}
 * @throws {Error} if it is too large, or was not read
 */
export async function readFormerImage(page, keptBytes, parts) {
  const { data } = await parts.request("GET", `/api/v1/pages/${page}`, { patience });
  const { byteCount = 0, digest, rotation = 0, key, aspectRatio = null, fileName = "" } = data;
  if (byteCount > imageLimit || keptBytes + byteCount > keptLimit) throw new Error("The present image is too large to be kept.");
  const { data: bytes } = await parts.request("GET", `/api/v1/pages/${page}/original`, {
    headers: { accept: "*/*" }, ifMatch: `"sha256:${digest}"`, patience, read: (/** @type {ArrayBuffer} */ bytes) => bytes });
  if (bytes.byteLength !== byteCount) throw new Error("The present image was not read completely.");
  const file = new File([bytes], fileName);
  const again = async () => ({ upload: await send(file, parts), key });
  return { ratio: aspectRatio, byteCount, replacement: { upload: null, key, turns: rotation / 90, again } };
}

/** Sends an image, for as long as people wait for an edit, and returns the ID of its upload. */
async function send(/** @type {File} */ file, /** @type {FormerImageParts} */ { put, now = () => performance.now(), sleep = wait }) {
  const end = now() + patience;
  for (;;) {
    // An image that cannot be read returns as it was.
    const upload = /** @type {Upload} */ ({ id: newKey(), file, name: file.name, state: "sending", sent: 0, reason: "", keepsUnreadable: true });
    try {
      await put(upload, () => {}, new AbortController().signal);
      return upload.id;
    } catch (/** @type {any} */ error) {
      if (!error?.isTemporary || now() > end) throw error;
    }
    await sleep(1000);
  }
}
