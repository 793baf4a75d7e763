// SPDX-License-Identifier: Apache-2.0

extension PageStore {
  /// Verifies that changes can be stored now.
  ///
  /// A file system becomes read-only after an error of its disk, and a store can be moved away, while it
  /// is open. Every change then fails; a service learns it with this call before anyone loses time.
  /// The check changes nothing and does not wait for the write lock; a disk may become full right after
  /// it.
  ///
  /// - Throws: `PageStoreError.readOnly` if the store was opened for reading, or if its file system
  ///   or its database takes no changes; `.moved`, `.full`, `.unreachable`, `.io`, `.closed`.
  /// - Complexity: O(1), a few calls of the operating system or a question to the database.
  public func checkIsWritable() async throws(PageStoreError) {
    guard configuration.access == .readWrite else { throw .readOnly }
    switch engine {
    case .folder(let catalog):
      try await BlockingWork.run { () throws(PageStoreError) in
        try catalog.checkIsInPlace()
        try self.folder.checkOriginalsAreInPlace()
        try self.folder.incoming.checkTakesFiles()
      }
    case .served(let store): try await store.checkIsWritable()
    }
  }

  /// Requires that the store takes changes, as far as that is certain before one has arrived.
  ///
  /// A full disk takes some. On servers, a change waits for a database that takes none at the moment, because another
  /// one may take its place.
  ///
  /// - Throws: `PageStoreError.readOnly`, `.moved`, `.unreachable`, `.closed`.
  package func requireChangeable() async throws(PageStoreError) {
    guard configuration.access == .readWrite else { throw .readOnly }
    guard case .folder = engine else { return }
    do throws(PageStoreError) {
      try await checkIsWritable()
    } catch {
      switch error {
      case .readOnly, .moved, .unreachable, .closed: throw error
      default: break
      }
    }
  }

  /// Returns whether a standby answers those who read, because the database that takes changes could not be reached the
  /// last time: changes fail.
  package func readsFromStandby() async -> Bool {
    guard case .served(let store) = engine else { return false }
    return await store.readsFromStandby()
  }

  /// Whether the originals are on servers or in a folder that servers share, so that asking for them may take long.
  package var hasSharedOriginals: Bool {
    if case .served = engine { true } else { false }
  }

  /// Verifies that the originals can be asked for now, and that they are those of this store.
  ///
  /// The originals of a store on servers may be in a file system that is not mounted, or in an object store that is
  /// away, while everything else works. The check changes nothing.
  ///
  /// - Throws: `PageStoreError.unfitLocation` if they are not those of this store; `.unreachable`, `.moved`, `.io`,
  ///   `.closed`.
  /// - Complexity: O(1), one request to each server; those to an object store are repeated for some seconds.
  public func checkOriginals() async throws(PageStoreError) {
    switch engine {
    case .folder(let catalog):
      try await BlockingWork.run { () throws(PageStoreError) in
        // A store that is only read has no file open for writing, by which it knows its place.
        if !catalog.isReadOnly { try catalog.checkIsInPlace() }
        try self.folder.checkOriginalsAreInPlace()
      }
    case .served(let store):
      let identity = try await read { db in try db.counter(.identity) }
      if let identity { try await OriginalsMark(identity: identity).look(in: store.blobs) }
    }
  }
}
