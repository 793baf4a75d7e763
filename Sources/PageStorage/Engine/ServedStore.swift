// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import Synchronization

/// The parts of a store whose catalog is on a server.
final class ServedStore: Sendable {
  /// The originals.
  let blobs: any BlobStore
  /// The catalog.
  let catalog: any CatalogServer
  /// The commits so far.
  let counter = CommitCounter()
  private let isClosed = Atomic(false)

  /// The number of originals that are looked up side by side.
  private static let requestCount = 16

  init(catalog: any CatalogServer, blobs: any BlobStore) {
    (self.catalog, self.blobs) = (catalog, blobs)
  }

  /// Runs rules that only read, all in one state of the catalog.
  ///
  /// - Parameters:
  ///   - isBrief: Whether the rules read little; see ``CatalogServer/reading(isBrief:_:)``.
  ///   - rules: The rules, which may run several times.
  /// - Returns: Their last result.
  /// - Throws: `PageStoreError.closed`, and what ``CatalogServer/reading(isBrief:_:)`` can throw.
  func read<Value: Sendable>(
    isBrief: Bool = true, _ rules: @Sendable (any CatalogTransaction) throws -> Value
  ) async throws(PageStoreError) -> Value {
    try checkIsOpen()
    return try await catalog.reading(isBrief: isBrief, rules)
  }

  /// Runs rules that write, in a transaction.
  ///
  /// - Throws: `PageStoreError.closed`, and what ``CatalogServer/writing(_:)`` can throw.
  func write<Value: Sendable>(
    _ rules: @Sendable (any CatalogTransaction) throws -> Value
  ) async throws(PageStoreError) -> Value {
    try checkIsOpen()
    let value = try await counter.counting { () async throws(PageStoreError) in
      try await catalog.writing(rules)
    }
    catalog.noteCommit()
    return value
  }

  /// Listens to commits of other processes, see ``CatalogServer/listen(_:)``.
  func listen(_ heard: @escaping @Sendable () -> Bool) async {
    await catalog.listen { [weak self] in
      self?.isClosed.load(ordering: .acquiring) == false && heard()
    }
  }

  /// Throws `PageStoreError.closed` after ``close()``.
  func checkIsOpen() throws(PageStoreError) {
    if isClosed.load(ordering: .acquiring) { throw .closed }
  }

  /// Removes bytes that no page has had for a day.
  ///
  /// - Throws: `PageStoreError`.
  func removeLooseOriginals() async throws(PageStoreError) {
    try checkIsOpen()
    try await catalog.removeLooseOriginals { digests async throws(PageStoreError) in
      try await blobs.remove(digests)
    }
  }

  /// Returns those of the originals whose bytes belong to no page, and are not going to be removed.
  ///
  /// - Parameter digests: Originals that were stored when the caller listed them.
  /// - Returns: Those that still are, and whose row did not exist meanwhile.
  /// - Throws: `PageStoreError`.
  func orphans(among digests: [ContentDigest]) async throws(PageStoreError) -> [ContentDigest] {
    try checkIsOpen()
    guard !digests.isEmpty else { return [] }
    // One that was removed since it was listed has no row either.
    let unknown = try await catalog.unknownOriginals(among: digests)
    var orphans: [ContentDigest] = []
    for start in stride(from: 0, to: unknown.count, by: Self.requestCount) {
      if Task.isCancelled { throw .cancelled }
      orphans += try await originals(
        among: unknown[start..<min(start + Self.requestCount, unknown.count)])
    }
    return orphans.isEmpty ? [] : try await catalog.unknownOriginals(among: orphans)
  }

  /// Returns those that are stored and no mark, which are looked up side by side.
  private func originals(
    among digests: ArraySlice<ContentDigest>
  ) async throws(PageStoreError) -> [ContentDigest] {
    let blobs = blobs.withoutCache
    let results = await withTaskGroup { group in
      for (index, digest) in digests.enumerated() {
        // The function must not be a part of the closure: an optimized program then loses the index (Swift 6.3.1).
        group.addTask { (index, await Self.isOriginal(digest, in: blobs)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var found: [ContentDigest] = []
    for (index, digest) in digests.enumerated() where try results[index]?.get() == true {
      found.append(digest)
    }
    return found
  }

  private static func isOriginal(
    _ digest: ContentDigest, in blobs: any BlobStore
  ) async -> Result<Bool, PageStoreError> {
    do throws(PageStoreError) {
      return .success(try await OriginalsMark.isOriginal(digest, in: blobs))
    } catch {
      return .failure(error)
    }
  }

  /// Verifies that the catalog takes changes, see ``CatalogServer/checkIsWritable()``.
  func checkIsWritable() async throws(PageStoreError) { try await catalog.checkIsWritable() }

  /// Returns whether a standby answers those who read, see ``CatalogServer/readsFromStandby()``.
  func readsFromStandby() async -> Bool { await catalog.readsFromStandby() }

  /// Ends all connections.
  func close() async {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    await catalog.close()
  }
}

extension PageIDAllocator {
  /// Returns new identifiers in ascending order.
  func take(_ count: Int, from store: ServedStore) async throws(PageStoreError) -> [PageID] {
    if let ids = takeAtOnce(count) { return ids }
    return take(count, of: try await store.write { db in try Self.reserve(count, db) })
  }

  /// Returns reserved identifiers to the counter, so that short sessions leave no large gaps.
  func giveBack(to store: ServedStore) async {
    guard let rest = takeRest() else { return }
    // A failure is harmless. A write would wait for a server that is not there.
    guard let counter = try? await store.read({ db in try db.counter(.page) }),
      counter == Int64(rest.upperBound)
    else { return }
    try? await store.write { db in try Self.giveBack(rest, db) }
  }
}
