// SPDX-License-Identifier: Apache-2.0

import Crypto
import GallerySystem

/// The originals in the folder of a store.
///
/// Each operation makes its system calls on a thread for short work. Bytes get their path and are
/// removed under the write lock of the catalog, like those of a ``Publication``.
struct FolderBlobs: BlobStore {
  let folder: StoreFolder
  /// The catalog whose write lock excludes that bytes are stored and removed at the same time; `nil` where a
  /// catalog on a server does.
  let catalog: Catalog?
  /// Returns the slot that receives new bytes.
  let slot: @Sendable () throws(PageStoreError) -> Slot

  func place() async throws(PageStoreError) -> String {
    let identity = try await BlockingWork.run { () throws(PageStoreError) in
      try SystemCalls.status(of: folder.blobs.descriptor).identity
    }
    return "\(identity)"
  }

  func open(_ digest: ContentDigest) async throws(PageStoreError) -> (any OpenBlob)? {
    try await BlockingWork.run { () throws(PageStoreError) in
      try folder.open(digest).map { OpenFile($0.descriptor, byteCount: $0.byteCount) }
    }
  }

  func bytes(of digest: ContentDigest, limit: Int) async throws(PageStoreError) -> [UInt8] {
    try await BlockingWork.run { () throws(PageStoreError) in
      try folder.verifiedBytes(digest, limit: limit)
    }
  }

  /// Does not wait for a backup, which needs the originals in its snapshot, as opposed to
  /// ``OriginalRemoval``.
  func remove(_ digests: Set<ContentDigest>) async throws(PageStoreError) {
    try await BlockingWork.run { () throws(PageStoreError) in
      // The slot proves that this process may write.
      _ = try slot()
      try exclusively { () throws(PageStoreError) in try folder.remove(digests) }
    }
  }

  func digests(
    from prefix: String, after last: ContentDigest?, limit: Int
  ) async throws(PageStoreError) -> [ContentDigest] {
    precondition(limit >= 0, "a negative number of digests")
    return try await BlockingWork.run { () throws(PageStoreError) in
      try folder.digests(from: prefix, after: last, limit: limit)
    }
  }

  private func exclusively<Value>(
    _ body: () throws(PageStoreError) -> Value
  ) throws(PageStoreError) -> Value {
    guard let catalog else { return try body() }
    return try catalog.write { _ in try body() }
  }
}

// MARK: - Putting

extension FolderBlobs {
  private static let pieceByteCount = 1 << 20

  /// Writes the bytes into the slot, and links them to their path once they are complete.
  ///
  /// They have no record, as opposed to those of a ``Publication``: until a commit refers to them,
  /// a verification reports them as unreferenced. A full disk has no room for the slot, and may have the bytes: a change
  /// that is tried again there has put some of its pages.
  func put(_ source: any OpenBlob, as digest: ContentDigest) async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      return try await write(source, as: digest)
    } catch {
      guard error.isFull, try await synchronize(digest) else { throw error }
      return false
    }
  }

  /// Makes bytes durable that are there.
  ///
  /// - Returns: Whether there is a file.
  /// - Throws: `PageStoreError.corrupted(.original)` if there is something else.
  private func synchronize(_ digest: ContentDigest) async throws(PageStoreError) -> Bool {
    try await BlockingWork.run { () throws(PageStoreError) in
      let kind = try folder.status(of: digest)?.kind
      guard kind == nil || kind == .file else { throw .corrupted(.original(digest)) }
      guard let (descriptor, _) = try folder.open(digest) else { return false }
      defer { SystemCalls.closeFile(descriptor) }
      try SystemCalls.synchronize(descriptor)
      try folder.blobFolder(of: digest).0.synchronize()
      return true
    }
  }

  private func write(
    _ source: any OpenBlob, as digest: ContentDigest
  ) async throws(PageStoreError) -> Bool {
    let file = try await BlockingWork.run { () throws(PageStoreError) in
      try BlobDraft(in: slot())
    }
    var hash = SHA256()
    var offset = 0
    while offset < source.byteCount {
      let end = min(source.byteCount, offset + Self.pieceByteCount)
      let piece = try await source.bytes(in: offset..<end)
      guard !piece.isEmpty else { break }
      hash.update(data: piece)
      try await BlockingWork.run { () throws(PageStoreError) in try file.write(piece) }
      offset += piece.count
    }
    let found = ContentDigest(hash.finalize())
    guard found == digest else { throw .otherDigest(expected: digest, found: found) }
    return try await BlockingWork.run { () throws(PageStoreError) in
      try folder.checkOriginalsAreInPlace()
      return try exclusively { () throws(PageStoreError) in
        try file.publish(as: digest, in: folder)
      }
    }
  }
}
