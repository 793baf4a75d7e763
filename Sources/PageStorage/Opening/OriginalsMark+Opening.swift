// SPDX-License-Identifier: Apache-2.0

import GallerySystem

extension OriginalsMark {
  /// Returns the mark that a catalog knows, `nil` without one.
  static func known(
    to catalog: any CatalogServer
  ) async throws(PageStoreError) -> OriginalsMark? {
    try await catalog.reading(isBrief: true) { db in
      try db.counter(.identity).map { OriginalsMark(identity: $0) }
    }
  }

  /// Requires that a folder of originals has the mark, before anything is made in it: it may not be mounted.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Throws: `PageStoreError.unfitLocation` without the mark.
  func require(inFolder folder: String) throws(PageStoreError) {
    do throws(PageStoreError) {
      _ = try SystemCalls.status(of: "\(folder)/\(path)")
    } catch {
      if error.isMissingFile { throw missing }
    }
  }

  /// Requires that originals are those of a catalog, and marks those of a catalog that has no identity yet.
  ///
  /// Originals that cannot be asked now are taken for the right ones, unless the store is new.
  ///
  /// - Parameters:
  ///   - known: The mark that the catalog knew before.
  ///   - blobs: The originals.
  ///   - catalog: The catalog.
  ///   - access: Whether a mark may be made.
  /// - Throws: `PageStoreError.unfitLocation` without the mark, or if a new store has originals of another one; the
  ///   errors of the catalog; `.unreachable`, `.io` for a new store.
  static func require(
    _ known: OriginalsMark?, in blobs: any BlobStore, of catalog: any CatalogServer,
    _ access: PageStoreConfiguration.Access
  ) async throws(PageStoreError) {
    if let known { return try await known.require(in: blobs) }
    guard access == .readWrite else { return }
    let isNew = try await isNew(catalog)
    if !isNew { try await requireOriginals(of: catalog, in: blobs) }
    let mark = try await intended(for: catalog)
    if isNew, try await !mark.isAlone(in: blobs) {
      // Another process has finished this meanwhile, or they are those of another store.
      guard let known = try await Self.known(to: catalog) else { throw foreign }
      return try await known.require(in: blobs)
    }
    // First the object: a catalog that knows a mark requires it.
    guard await mark.put(in: blobs) else { return }
    try await catalog.writing { db in
      if try db.counter(.identity) == nil { try db.set(.identity, to: mark.identity) }
    }
  }

  /// The number of originals of which one has to be in its place.
  private static let sampleCount = 64

  /// Requires that a place has originals of a catalog that has lost its identity: they may be those of another store.
  ///
  /// - Throws: `PageStoreError.unfitLocation`; the errors of the catalog; `.io`.
  private static func requireOriginals(
    of catalog: any CatalogServer, in blobs: any BlobStore
  ) async throws(PageStoreError) {
    let digests = try await catalog.reading(isBrief: true) { db in
      try (db as? any ServedTransaction)?.uncheckedOriginals(after: .min, limit: sampleCount)
        .compactMap { $0.original?.row.digest } ?? []
    }
    for digest in digests {
      do throws(PageStoreError) {
        if try await blobs.withoutCache.byteCount(of: digest) != nil { return }
      } catch {
        switch error {
        case .irregularFile: continue
        case .unreachable: return
        default: throw error
        }
      }
    }
    if !digests.isEmpty { throw elsewhere }
  }

  private static let elsewhere = PageStoreError.unfitLocation(
    reason: """
      the originals of this store are not where it says: mount their folder or correct objects= (none of the first ones \
      is there, and the database has lost the identity that their mark tells)
      """)

  /// Returns whether a catalog has never had a page, so that its place for originals must have none.
  private static func isNew(_ catalog: any CatalogServer) async throws(PageStoreError) -> Bool {
    try await catalog.reading(isBrief: true) { db in
      try db.lastOriginalNumber() == 0 && (db.counter(.page) ?? 1) <= 1
    }
  }

  /// Returns the mark that all processes make that open a catalog without one, also after one that was killed.
  private static func intended(
    for catalog: any CatalogServer
  ) async throws(PageStoreError) -> OriginalsMark {
    let number = Int64.random(in: 1...DocumentRow.maximumID)
    return try await catalog.writing { db in
      for counter in [CounterRow.identity, .intendedIdentity] {
        if let known = try db.counter(counter) { return OriginalsMark(identity: known) }
      }
      try db.set(.intendedIdentity, to: number)
      return OriginalsMark(identity: number)
    }
  }

  /// Returns whether a place has no other originals: a store that is new would remove some of another one.
  private func isAlone(in blobs: any BlobStore) async throws(PageStoreError) -> Bool {
    try await blobs.digests(from: "", after: nil, limit: 2).allSatisfy { $0 == digest }
  }

  private static let foreign = PageStoreError.unfitLocation(
    reason: "the store is new, and objects= has the originals of another one; name an empty place")

  private func put(in blobs: any BlobStore) async -> Bool {
    (try? await blobs.put(text, as: digest)) != nil
  }

  private func require(in blobs: any BlobStore) async throws(PageStoreError) {
    do throws(PageStoreError) {
      try await look(in: blobs)
    } catch {
      // Servers start while others are away.
      guard case .unreachable = error else { throw error }
    }
  }
}
