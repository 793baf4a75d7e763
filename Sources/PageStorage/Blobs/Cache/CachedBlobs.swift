// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Originals of a slow engine behind a cache on the disk of this machine.
///
/// Bytes that are read as a whole are kept. Bytes that are put are not: what many scanners send is seldom what
/// somebody reads next.
final class CachedBlobs: BlobStore {
  private let blobs: any BlobStore
  private let cache: OriginalCache
  private let hitCount = Atomic(0)
  private let missCount = Atomic(0)

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - blobs: The engine that has all originals.
  ///   - cache: The cache.
  init(_ blobs: any BlobStore, cache: OriginalCache) {
    (self.blobs, self.cache) = (blobs, cache)
  }

  var withoutCache: any BlobStore { blobs }

  func place() async throws(PageStoreError) -> String { try await blobs.place() }

  func put(_ source: any OpenBlob, as digest: ContentDigest) async throws(PageStoreError) -> Bool {
    try await blobs.put(source, as: digest)
  }

  func open(_ digest: ContentDigest) async throws(PageStoreError) -> (any OpenBlob)? {
    let cache = cache
    let file = try await BlockingWork.run { () throws(PageStoreError) in cache.open(digest) }
    count(isHit: file != nil)
    if let file { return CachedOriginal(file, of: digest, in: blobs) }
    let removalCount = cache.removalCount
    guard let original = try await blobs.open(digest) else { return nil }
    return OriginalBeingKept(original, as: digest, in: cache, since: removalCount)
  }

  func bytes(of digest: ContentDigest, limit: Int) async throws(PageStoreError) -> [UInt8] {
    let cache = cache
    let known = try await BlockingWork.run { () throws(PageStoreError) in
      cache.bytes(of: digest, limit: limit)
    }
    count(isHit: known != nil)
    if let known { return known }
    let removalCount = cache.removalCount
    let bytes = try await blobs.bytes(of: digest, limit: limit)
    try await BlockingWork.run { () throws(PageStoreError) in
      cache.keep(bytes, as: digest, since: removalCount)
    }
    return bytes
  }

  func byteCount(of digest: ContentDigest) async throws(PageStoreError) -> Int? {
    try await blobs.byteCount(of: digest)
  }

  func isSound(_ digest: ContentDigest) async throws(PageStoreError) -> Bool {
    try await blobs.isSound(digest)
  }

  func remove(_ digests: Set<ContentDigest>) async throws(PageStoreError) {
    try await blobs.remove(digests)
    let cache = cache
    try await BlockingWork.run { () throws(PageStoreError) in cache.remove(digests) }
  }

  func digests(
    from prefix: String, after last: ContentDigest?, limit: Int
  ) async throws(PageStoreError) -> [ContentDigest] {
    try await blobs.digests(from: prefix, after: last, limit: limit)
  }
}

// MARK: - Counters

extension CachedBlobs {
  private func count(isHit: Bool) {
    if isHit {
      hitCount.wrappingAdd(1, ordering: .relaxed)
    } else {
      missCount.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// Adds the counts to statistics.
  func add(to statistics: inout StoreStatistics) {
    statistics.originalsFromCache = hitCount.load(ordering: .relaxed)
    statistics.originalsFromServer = missCount.load(ordering: .relaxed)
  }
}
