// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The committed changes of a document, as the changes of a ``PageSource``.
public struct StoredDocumentChanges: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = PageSourceChange
  /// The reason why the changes cannot be followed.
  public typealias Failure = PageSourceError

  let document: StoredDocument
  let changes: DocumentChanges

  /// Creates an iterator over the changes.
  ///
  /// - Returns: An iterator that starts after the given version.
  public func makeAsyncIterator() -> Iterator {
    Iterator(document: document, base: changes.makeAsyncIterator())
  }

  /// An iterator over changes.
  public struct Iterator: AsyncIteratorProtocol {
    let document: StoredDocument
    var base: DocumentChanges.Iterator

    /// Waits for the next change.
    ///
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: ``PageSourceError/gone`` if the document is permanently deleted; otherwise
    ///   ``PageSourceError/store(_:)``, with `.notFound` if it is moved to the trash.
    public mutating func next() async throws(PageSourceError) -> PageSourceChange? {
      try await nextChange()
    }

    /// Waits for the next change.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: ``PageSourceError/gone`` if the document is permanently deleted; otherwise
    ///   ``PageSourceError/store(_:)``, with `.notFound` if it is moved to the trash.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PageSourceError) -> PageSourceChange? {
      try await nextChange()
    }

    private mutating func nextChange() async throws(PageSourceError) -> PageSourceChange? {
      do throws(PageStoreError) {
        guard let change = try await base.next() else { return nil }
        return PageSourceChange(version: change.revision, changeset: change.changeset)
      } catch {
        throw await document.absence(behind: error)
      }
    }
  }
}
