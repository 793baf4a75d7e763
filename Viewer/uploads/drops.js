// SPDX-License-Identifier: Apache-2.0

/** Returns whether something that is dragged contains files. @param {DataTransfer | null} transfer */
export function hasFiles(transfer) {
  return transfer?.types.includes("Files") ?? false;
}
