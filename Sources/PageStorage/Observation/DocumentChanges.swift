// SPDX-License-Identifier: Apache-2.0

/// The committed changes of a document as they come, also those made by other processes.
///
/// Changes are read when they are asked for: a slow observer costs no memory, and one that falls far
/// behind is told to read the document anew. The sequence ends when its task is cancelled.
public struct DocumentChanges: AsyncSequence, Sendable {
  /// The element of the sequence.
  public typealias Element = DocumentChange

  let store: PageStore
  let document: DocumentID
  let revision: Int

  /// Starts to read the changes.
  ///
  /// - Returns: The changes after the revision that the sequence was made with.
  public func makeAsyncIterator() -> Iterator {
    Iterator(store: store, document: document, revision: revision)
  }

  /// Reads one change after the other.
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
    /// - Throws: `PageStoreError.notFound` if the document goes to the trash or is removed, and what
    ///   reading can throw.
    public mutating func next() async throws(PageStoreError) -> DocumentChange? {
      try await nextChange()
    }

    /// Waits for the next change.
    ///
    /// - Parameter actor: Whom the caller runs on.
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: `PageStoreError.notFound` if the document goes to the trash or is removed, and what
    ///   reading can throw.
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
        fetched = try store.catalogue.read { db in
          try ChangeLog.changes(of: document, after: revision, in: db)
        }[...]
        guard fetched.isEmpty else { continue }
        await store.watch.wait(after: generation, for: document)
      }
    }
  }
}

extension PageStore {
  /// Observes the pages of a document.
  ///
  /// To show a document and follow it, read it with its revision and then its changes after that one:
  /// none is missed and none comes twice.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - revision: The revision that the caller knows.
  /// - Returns: The changes after that revision, without end.
  public func changes(of document: DocumentID, after revision: Int) -> DocumentChanges {
    DocumentChanges(store: self, document: document, revision: revision)
  }
}
