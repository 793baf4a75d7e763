// SPDX-License-Identifier: Apache-2.0

/** Returns why a file cannot be a page, by its first bytes; empty if it can. @param {File} file */
export async function rejection(file) {
  if (file.size === 0) return "The file is empty.";
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const isJPEG = start[0] === 0xff && start[1] === 0xd8;
  const isPNG = start[0] === 0x89 && start[1] === 0x50 && start[2] === 0x4e && start[3] === 0x47;
  return isJPEG || isPNG ? "" : "This is neither a JPEG nor a PNG image.";
}
