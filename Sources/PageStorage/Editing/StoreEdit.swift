// SPDX-License-Identifier: Apache-2.0

/// An atomic edit of a store as a value: performed at once by ``PageStore/perform(_:)``, or at most
/// once under a key by ``PageStore/perform(_:once:response:)``.
///
/// ```swift
/// import GalleryPages
///
/// func turn(_ page: PageID, in store: PageStore) async throws {
///   try await store.perform(.rotate(page, by: .clockwise))
/// }
/// ```
public struct StoreEdit<Result: Sendable>: Sendable {
  enum Work: Sendable {
    /// A change of the catalog.
    case change(@Sendable (any CatalogTransaction) throws -> Result)
    /// A change that may add bytes or records.
    case publication(@Sendable (Publication) throws -> Result)
  }

  let work: Work
  /// Whether the edit frees disk space, so that it may use the reserve.
  let freesRoom: Bool
  /// The pages that the edit adds.
  let staged: [StagedPage]
  /// Whether bytes may become unused by the edit.
  let replacesBytes: Bool
  /// Ask for the rows that the edit needs first.
  let lookUps: [RowLookUp]

  init(
    work: Work, freesRoom: Bool = false, staged: [StagedPage] = [], replacesBytes: Bool = false,
    lookUps: [RowLookUp] = []
  ) {
    (self.work, self.freesRoom) = (work, freesRoom)
    (self.staged, self.replacesBytes) = (staged, replacesBytes)
    self.lookUps = lookUps
  }

  /// Returns the edit with something else done around it, in the same transaction.
  func wrapped<Other: Sendable>(
    lookingUp lookUp: RowLookUp? = nil,
    _ wrap: @escaping @Sendable (any CatalogTransaction, () throws -> Result) throws -> Other
  ) -> StoreEdit<Other> {
    let other: StoreEdit<Other>.Work =
      switch work {
      case .change(let body): .change { db in try wrap(db) { try body(db) } }
      case .publication(let body):
        .publication { publication in try wrap(publication.db) { try body(publication) } }
      }
    return StoreEdit<Other>(
      work: other, freesRoom: freesRoom, staged: staged, replacesBytes: replacesBytes,
      lookUps: lookUps + [lookUp].compactMap(\.self))
  }
}

extension PageStore {
  /// Performs an edit.
  ///
  /// - Parameter edit: The edit.
  /// - Returns: Its result.
  /// - Throws: What the call of the same name can throw, such as ``apply(_:to:expecting:)``.
  @discardableResult
  public func perform<Result>(_ edit: StoreEdit<Result>) async throws(PageStoreError) -> Result {
    try await perform(edit, takesPages: { _ in true })
  }

  /// Performs an edit, and reads the store as the edit leaves it, before others can change it.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - read: Reads; called within the transaction. If it throws, the edit is not applied.
  /// - Returns: The result of `read`.
  /// - Throws: The error of `read`, and what ``perform(_:)`` can throw.
  public func perform<Result, Value: Sendable>(
    _ edit: StoreEdit<Result>,
    reading read: @escaping @Sendable (Result, EditedStore) throws(PageStoreError) -> Value
  ) async throws(PageStoreError) -> Value {
    try await perform(edit.wrapped { db, body in try read(try body(), EditedStore(db)) })
  }

  /// Performs an edit.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - takesPages: Whether a result means that the staged pages were added.
  /// - Returns: The result.
  /// - Throws: `PageStoreError`.
  func perform<Result>(
    _ edit: StoreEdit<Result>, takesPages: @escaping @Sendable (Result) -> Bool
  ) async throws(PageStoreError) -> Result {
    let lookUps = edit.lookUps
    switch edit.work {
    case .change(let body):
      let prepared = { @Sendable (db: any CatalogTransaction) in
        try db.prepare(lookUps)
        return try body(db)
      }
      return try await edit.freesRoom ? changeFreeingRoom(prepared) : change(prepared)
    case .publication(let body):
      let result = try await commit(edit.staged, takesPages: takesPages) { publication in
        try publication.db.prepare(lookUps)
        return try body(publication)
      }
      if edit.replacesBytes { await cleanUp() }
      return result
    }
  }
}
