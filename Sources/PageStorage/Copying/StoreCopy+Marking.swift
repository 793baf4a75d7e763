// SPDX-License-Identifier: Apache-2.0

extension StoreCopy {
  /// Checks, before anything is written, that the copy is new, or as an earlier copy has left it.
  ///
  /// - Throws: `PageStoreError.unfitLocation`.
  func requireUnchangedCopy() async throws(PageStoreError) {
    _ = try await readCopy { db in try Self.requireUnchanged(db) }
  }

  /// Marks a new copy as unfinished, until it has all of the store.
  func markAsUnfinished() async throws(PageStoreError) {
    guard try await readCopy({ db in try db.isMissing(.copy) }) else { return }
    try await change { publication in
      guard try publication.db.isMissing(.copy) else { return }
      try publication.db.set(.unfinishedCopy, to: 1)
    }
  }

  /// Removes the mark of a new store that is not going to be a copy; without its database, it stays marked.
  func unmarkIfNew() async {
    try? await target.publish { publication in
      let db = publication.db
      guard try db.counter(.unfinishedCopy) == 1, try db.isMissing(.copy) else { return }
      try db.set(.unfinishedCopy, to: 0)
    }
  }

  /// Notes that a copy has all of the store.
  func markAsFinished() async throws(PageStoreError) {
    guard try await target.isUnfinishedCopy() else { return }
    try await change { publication in try publication.db.set(.unfinishedCopy, to: 0) }
  }

  /// Notes up to which change of the store the copy may have anything, before it gets it.
  func note(_ last: Int64) async throws(PageStoreError) {
    let known = try await readCopy { db in try db.counter(.copiedChange) }
    guard known.map({ $0 < last }) ?? true else { return }
    try await change { publication in
      let known = try publication.db.counter(.copiedChange) ?? 0
      try publication.db.set(.copiedChange, to: max(known, last))
    }
  }

  /// Checks that the store has what it had when it was copied last: after it was restored from a backup, the copy may be
  /// all that is left of newer pages.
  ///
  /// - Parameter last: The number of the last change of the store.
  /// - Throws: `PageStoreError.unfitLocation`.
  func requireLaterStore(_ last: Int64) async throws(PageStoreError) {
    guard let known = try await readCopy({ db in try db.counter(.copiedChange) }), known > last
    else { return }
    throw .unfitLocation(
      reason:
        "the store is older than the copy, which would lose what is newer; copy to a new store")
  }

  /// Checks that the copy does not put its originals where the store has them: each would remove those that only
  /// the other one needs.
  ///
  /// - Throws: `PageStoreError.unfitLocation`.
  func requireOwnOriginals() async throws(PageStoreError) {
    guard try await source.blobs.place() == target.blobs.place() else { return }
    throw .unfitLocation(
      reason: "its originals are in the same place as those of the store; choose another place")
  }

  /// Makes a change of the copy, after which it is still known as an unchanged one.
  ///
  /// - Parameters:
  ///   - staged: The originals that it adds.
  ///   - body: The change.
  /// - Throws: `PageStoreError.unfitLocation` if others have changed the copy, what the change throws.
  func change(
    _ staged: [StagedPage] = [], _ body: @escaping @Sendable (Publication) throws -> Void
  ) async throws(PageStoreError) {
    try await Self.ofCopy { () async throws(PageStoreError) in
      try await target.publish(staged) { publication in
        let db = publication.db
        let last = try Self.requireUnchanged(db)
        try body(publication)
        let new = try ChangeLog.lastNumber(db)
        // A change that has no number is given the next one.
        try db.set(.copy, to: new == last ? last + 1 : new)
      }
    }
  }

  /// Reads the copy in a transaction.
  func readCopy<Result: Sendable>(
    _ body: @escaping @Sendable (any CatalogTransaction) throws -> Result
  ) async throws(PageStoreError) -> Result {
    try await Self.ofCopy { () async throws(PageStoreError) in try await target.read(body) }
  }

  /// Tells damage of the copy from that of the store.
  ///
  /// - Throws: `PageStoreError.unfitLocation` instead of `.corrupted`.
  static func ofCopy<Result>(
    _ body: () async throws(PageStoreError) -> Result
  ) async throws(PageStoreError) -> Result {
    do throws(PageStoreError) {
      return try await body()
    } catch .corrupted(let damage) {
      throw .unfitLocation(reason: "the copy is damaged: \(damage); copy to a new store")
    } catch {
      throw error
    }
  }

  /// Requires that only copies have changed a store.
  ///
  /// - Returns: The number of its last change.
  @discardableResult
  private static func requireUnchanged(_ db: any CatalogTransaction) throws -> Int64 {
    let last = try ChangeLog.lastNumber(db)
    if let mark = try db.counter(.copy) {
      guard mark == last else {
        throw PageStoreError.unfitLocation(
          reason: "the copy was changed since it was made, and would lose that; copy to a new store"
        )
      }
    } else if try db.lastDocumentNumber() > 0 {
      throw PageStoreError.unfitLocation(
        reason: "it is no copy of the store: it has documents of its own; copy to a new store")
    }
    return last
  }
}

extension PageStore {
  /// Whether the store is a copy of another one that was interrupted before it was complete.
  ///
  /// A damaged catalog is left to what is read of it.
  ///
  /// - Throws: `PageStoreError.unreachable`.
  func isUnfinishedCopy() async throws(PageStoreError) -> Bool {
    do throws(PageStoreError) {
      return try await lookUp { db in try db.counter(.unfinishedCopy) } == 1
    } catch {
      if case .unreachable = error { throw error }
      return false
    }
  }
}

extension PageStoreError {
  static let unfinishedCopy = PageStoreError.unfitLocation(
    reason:
      "it is an unfinished copy of another store; copy that again to complete it, or remove it")
}
