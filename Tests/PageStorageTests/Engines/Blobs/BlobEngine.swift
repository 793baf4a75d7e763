// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import PageStorage

/// An engine for the bytes of originals.
enum BlobEngine: Sendable {
  case folder, memory
  /// A cache before the originals in memory.
  case cached
  #if ObjectStorage
    case objects
  #endif

  /// The engines that are there: an object store is started by `Scripts/engines.sh`.
  static var allCases: [Self] {
    #if ObjectStorage
      if TestBucket.isAvailable { return [.folder, .memory, .cached, .objects] }
    #endif
    return [.folder, .memory, .cached]
  }

  /// Whether bytes that are open can be read after they were removed.
  ///
  /// In an object store they cannot; the store removes nothing that a page has, and nothing young.
  var keepsOpenBytes: Bool { self == .folder || self == .memory || self == .cached }

  /// Creates an empty store, and calls `body` with it and with a function that damages bytes.
  func use<Result>(
    _ body: (any BlobStore, (ContentDigest) async throws -> Void) async throws -> Result
  ) async throws -> Result {
    switch self {
    case .memory:
      let blobs = MemoryBlobs()
      return try await body(blobs, blobs.damage)
    case .cached:
      let (blobs, folder) = (MemoryBlobs(), try CacheFolder())
      return try await body(CachedBlobs(blobs, cache: folder.cache(32 << 20))) {
        blobs.damage($0)
        try folder.damage($0)
      }
    case .folder:
      let folder = try TestFolder()
      let store = try await folder.open()
      let result = try await body(store.blobs) { try folder.damage($0) }
      await store.close()
      return result
    #if ObjectStorage
      case .objects:
        let bucket = try await TestBucket()
        return try await body(bucket.blobs) { try await bucket.damage($0) }
    #endif
    }
  }
}

extension TestFolder {
  /// Flips a bit of an original.
  func damage(_ digest: ContentDigest) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: original(digest)))
    guard var byte = try file.read(upToCount: 1) else { return }
    byte[0] ^= 1
    try file.seek(toOffset: 0)
    try file.write(contentsOf: byte)
    try file.close()
  }
}
