// SPDX-License-Identifier: Apache-2.0

/// The committed changes of a store's documents as they occur, including those by other processes.
///
/// Changes are read on demand: a slow observer costs no memory, and one that falls far behind
/// receives a change that requires rereading the list. The sequence ends when its task is
/// cancelled.
public struct StoreChanges: AsyncSequence, Sendable {
  /// The element of the sequence.
  public typealias Element = StoreChange

  let store: PageStore
  let version: Int

  /// Starts reading the changes.
  ///
  /// - Returns: The changes after the version that the sequence was made with.
  public func makeAsyncIterator() -> Iterator { Iterator(store: store, version: version) }

  /// An iterator over the changes.
  public struct Iterator: AsyncIteratorProtocol {
    private let store: PageStore
    private var version: Int
    private var fetched: ArraySlice<StoreChange> = []

    init(store: PageStore, version: Int) {
      self.store = store
      self.version = version
    }

    /// Waits for the next change.
    ///
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
    public mutating func next() async throws(PageStoreError) -> StoreChange? {
      try await nextChange()
    }

    /// Waits for the next change.
    ///
    /// - Parameter actor: The caller's actor.
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PageStoreError) -> StoreChange? {
      try await nextChange()
    }

    private mutating func nextChange() async throws(PageStoreError) -> StoreChange? {
      while true {
        if let change = fetched.popFirst() { return change }
        if Task.isCancelled { return nil }
        let generation = store.watch.generation
        let known = version
        let (changes, reached) = try await store.loggedChanges(after: known)
        (fetched, version) = (changes[...], reached)
        guard fetched.isEmpty, reached == known else { continue }
        await store.watch.wait(after: generation, for: nil)
      }
    }
  }
}

extension PageStore {
  /// Returns the version of the store: the number of the last change.
  ///
  /// - Returns: The version, zero if the store was never changed.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  public func version() async throws(PageStoreError) -> Int {
    try await lookUp { db in Int(try ChangeLog.lastNumber(db)) }
  }

  /// Returns all documents outside the trash, oldest first, with the store's version, from one
  /// snapshot.
  ///
  /// ```swift
  /// func follow(_ store: PageStore) async throws {
  ///   let (documents, version) = try await store.versionedDocuments()
  ///   print("the documents are \(documents)")
  ///   for try await change in store.changes(after: version) { print("then \(change)") }
  /// }
  /// ```
  ///
  /// - Returns: The documents and the version.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  public func versionedDocuments() async throws(PageStoreError) -> (
    documents: [Document], version: Int
  ) {
    try await readAtLength { db in
      let listing = try DocumentListing(db, isTrashed: false)
      if let damaged = listing.damaged.first {
        throw PageStoreError.corrupted(.document(damaged))
      }
      return (listing.documents, Int(try ChangeLog.lastNumber(db)))
    }
  }

  /// Observes all documents of a store.
  ///
  /// To show a list of documents and follow it, read ``versionedDocuments()`` then observe the
  /// changes after that version: none is missed or repeated.
  ///
  /// - Parameter version: The version that the caller knows.
  /// - Returns: The changes after that version, without end.
  public func changes(after version: Int) -> StoreChanges {
    StoreChanges(store: self, version: version)
  }

  /// Returns the next changes of all documents, at most 256, without waiting for more.
  ///
  /// - Parameter version: The version that the caller knows.
  /// - Returns: The changes as in ``changes(after:)``, and the version after them: the known one if
  ///   there are no more.
  /// - Throws: `PageStoreError.corrupted`, `.io`, `.closed`.
  package func loggedChanges(
    after version: Int
  ) async throws(PageStoreError) -> (changes: [StoreChange], version: Int) {
    try await read { db in try ChangeLog.storeChanges(after: version, in: db) }
  }
}
