// SPDX-License-Identifier: Apache-2.0

/// The committed changes of a document as they occur, including those by other processes.
///
/// Changes are read on demand: a slow observer costs no memory, and one that falls far behind
/// receives a change that requires rereading the document. The sequence ends when its task is
/// cancelled.
public struct DocumentChanges: AsyncSequence, Sendable {
  /// The element of the sequence.
  public typealias Element = DocumentChange

  let store: PageStore
  let document: DocumentID
  let revision: Int

  /// Starts reading the changes.
  ///
  /// - Returns: The changes after the revision that the sequence was made with.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, document: document, revision: revision)
  }

  /// An iterator over the changes.
  public struct Iterator: AsyncIteratorProtocol {
    let store: PageStore
    let document: DocumentID
    var revision: Int
    private var fetched: ArraySlice<DocumentChange> = []

    init(store: PageStore, document: DocumentID, revision: Int) {
      self.store = store
      self.document = document
      self.revision = revision
    }

    /// Waits for the next change.
    ///
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: `PageStoreError.notFound` if the document is trashed or removed, and any error of
    ///   reading.
    public mutating func next() async throws(PageStoreError) -> DocumentChange? {
      try await nextChange()
    }

    /// Waits for the next change.
    ///
    /// - Parameter actor: The caller's actor.
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: `PageStoreError.notFound` if the document is trashed or removed, and any error of
    ///   reading.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PageStoreError) -> DocumentChange? {
      try await nextChange()
    }

    private mutating func nextChange() async throws(PageStoreError) -> DocumentChange? {
      while true {
        if let change = fetched.popFirst() {
          revision = change.revision
          return change
        }
        if Task.isCancelled { return nil }
        let generation = store.watch.generation
        let (document, revision) = (document, revision)
        fetched = try await store.read { db in
          try ChangeLog.changes(of: document, after: revision, in: db)
        }[...]
        guard fetched.isEmpty else { continue }
        await store.watch.wait(after: generation, for: document)
      }
    }
  }
}

extension PageStore {
  /// Returns the next changes of a document's pages, at most 64, without waiting for more.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision that the caller knows.
  ///   - byteLimit: The number of bytes of logged changes that are read; with more, there is one change without a
  ///     changeset.
  /// - Returns: The changes as in ``changes(of:after:)``, none if there are no more.
  /// - Throws: `PageStoreError.notFound` if the document is trashed or removed, `.corrupted`, `.io`, `.closed`.
  package func loggedChanges(
    of document: DocumentID, after revision: Int, byteLimit: Int
  ) async throws(PageStoreError) -> [DocumentChange] {
    try await read { db in
      try ChangeLog.changes(of: document, after: revision, byteLimit: byteLimit, in: db)
    }
  }

  /// Observes the pages of a document.
  ///
  /// To show a document and follow it, read it with its revision, then observe the changes after
  /// that revision: none is missed or repeated.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision that the caller knows.
  /// - Returns: The changes after that revision, without end.
  public func changes(of document: DocumentID, after revision: Int) -> DocumentChanges {
    DocumentChanges(store: self, document: document, revision: revision)
  }
}
