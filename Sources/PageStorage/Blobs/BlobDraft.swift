// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// Bytes that are written into a slot before they get their path.
///
/// Its name in the slot is removed with its last reference.
final class BlobDraft: Sendable {
  private let descriptor: Int32
  private let file: StagedFile

  init(in slot: Slot) throws(PageStoreError) {
    let (descriptor, name) = try slot.makeFile(isDirect: false)
    self.descriptor = descriptor
    file = StagedFile(name: name, slot: slot)
  }

  deinit { SystemCalls.closeFile(descriptor) }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(PageStoreError) {
    try SystemCalls.write(bytes, to: descriptor)
  }

  /// Syncs the bytes, and links them to their path unless it is taken.
  ///
  /// - Returns: Whether the path was free.
  func publish(as digest: ContentDigest, in store: StoreFolder) throws(PageStoreError) -> Bool {
    try SystemCalls.synchronize(descriptor)
    let (folder, name) = try store.blobFolder(for: digest)
    let isNew = try link(to: folder, as: name)
    // Also for bytes that another process has linked and not yet synced.
    try folder.synchronize()
    return isNew
  }

  private func link(to folder: Folder, as name: String) throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      try file.link(to: folder, as: name)
      return true
    } catch {
      guard error.isExistingFile else { throw error }
      return false
    }
  }
}
