// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension StoreFolder {
  /// Removes originals, if they exist, and syncs their folders.
  func remove(_ digests: Set<ContentDigest>) throws(PageStoreError) {
    var folders: [String: Folder] = [:]
    for digest in digests {
      // Anything but a regular file is not ours.
      guard try status(of: digest)?.kind == .file else { continue }
      let (blobs, name) = try blobFolder(of: digest)
      try blobs.remove(name)
      folders[blobs.path] = blobs
    }
    try Self.synchronize(Array(folders.values))
  }

  /// Returns the digests of originals in their order, see ``BlobStore``.
  ///
  /// - Complexity: O(n log n) for n originals in each folder that is read.
  func digests(
    from prefix: String, after last: ContentDigest?, limit: Int
  ) throws(PageStoreError) -> [ContentDigest] {
    let first = last?.description ?? ""
    var found: [ContentDigest] = []
    for byte in UInt8.min...UInt8.max where found.count < limit {
      let name = Self.prefix(byte)
      guard name.hasPrefix(prefix) || prefix.hasPrefix(name), name >= first.prefix(2),
        let folder = try blobs.folderIfPresent(name)
      else { continue }
      let texts = try folder.names().map { name + $0 }
        .filter { $0.hasPrefix(prefix) && $0 > first }
      for text in texts.sorted() where found.count < limit {
        guard let digest = ContentDigest(text: text), digest.description == text,
          try status(of: digest)?.kind == .file
        else { continue }
        found.append(digest)
      }
    }
    return found
  }

  /// Verifies that the folder of the originals is still the one at its path.
  ///
  /// Bytes in a folder that was moved away would be acknowledged, and missing in the store that everyone finds.
  ///
  /// - Throws: `PageStoreError.moved`, `.io`.
  func checkOriginalsAreInPlace() throws(PageStoreError) {
    let identity = try SystemCalls.status(of: blobs.descriptor).identity
    guard try root.status(of: Self.blobsName)?.identity == identity else {
      throw .moved(path: path)
    }
  }

  /// Syncs folders.
  static func synchronize(_ folders: [Folder]) throws(PageStoreError) {
    if folders.count == 1, let folder = folders.first { return try folder.synchronize() }
    let syncs = DiskSyncs()
    for folder in folders {
      syncs.start(0) { () throws(PageStoreError) in try folder.synchronize() }
    }
    if let failure = syncs.finish()[0] { throw failure }
  }
}
