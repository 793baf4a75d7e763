// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageStorage
import Synchronization

/// A document of a store, as the source of a ``Gallery``.
///
/// Other galleries and other processes can change the same document; their changes arrive in each
/// gallery.
///
/// ```swift
/// func insert(_ scan: String, into id: DocumentID, of store: PageStore) async throws {
///   let viewport = GalleryViewport(
///     preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
///   let document = StoredDocument(id, in: store)
///   let gallery = try await Gallery(showing: document, viewport: viewport)
///   let page = try await document.stage(.file(scan))  // on the disk, not in the document
///   try await gallery.insert(page, at: 0)  // committed when it is seen
/// }
/// ```
///
/// Deleted pages go to the trash of the document. Inserting a page with the identifier of a page in
/// the trash restores that page.
public final class StoredDocument: PageSource {
  /// The identifier of the document.
  public let id: DocumentID

  /// The store that keeps it.
  public let store: PageStore

  /// The bytes that were received and are not in the document yet.
  private struct Staged {
    var pages: [PageID: StagedPage] = [:]
    /// The replacements, by page identifier.
    var replacements: [PageID: StagedPage] = [:]
  }

  /// The name of the source: the identifier of the document.
  public var name: PageSourceName? { .document(id) }

  private let staged = Mutex(Staged())

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - store: The store that keeps it.
  public init(_ id: DocumentID, in store: PageStore) {
    self.id = id
    self.store = store
  }
}

// MARK: - Bytes

extension StoredDocument {
  /// Receives the bytes of a new page, for an insertion by a gallery.
  ///
  /// The bytes are discarded if the page is not inserted during the lifetime of the source.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - policy: The handling of a file that cannot be read as an image.
  /// - Returns: The page to insert.
  /// - Throws: `PageStoreError` as `PageStore.stage(_:unreadable:)` does.
  public func stage(
    _ input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> Page {
    let page = try await store.stage(input, unreadable: policy)
    staged.withLock { $0.pages[page.id] = page }
    return page.page
  }

  /// Receives the bytes with which a gallery replaces a page.
  ///
  /// The page may be one that the same request inserts.
  ///
  /// - Parameters:
  ///   - page: The page to replace.
  ///   - input: The bytes.
  ///   - policy: The handling of a file that cannot be read as an image.
  /// - Returns: The shape to replace with, `nil` if it is unknown.
  /// - Throws: `PageStoreError` as `PageStore.stage(_:unreadable:)` does.
  public func stageReplacement(
    of page: PageID, with input: PageInput, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(PageStoreError) -> PageShape? {
    let content = try await store.stage(input, unreadable: policy)
    staged.withLock { $0.replacements[page] = content }
    return content.size
  }
}

// MARK: - Pages

extension StoredDocument {
  /// Returns the current pages.
  ///
  /// - Returns: The pages, and the revision of the document as their version.
  /// - Throws: ``PageSourceError/gone`` if the document was permanently deleted; otherwise
  ///   ``PageSourceError/store(_:)``.
  public func pages() async throws(PageSourceError) -> VersionedPages {
    do throws(PageStoreError) {
      let (pages, revision) = try await store.galleryPages(of: id)
      return VersionedPages(pages: pages, version: revision)
    } catch {
      throw await absence(behind: error)
    }
  }

  /// Returns the revision of the document.
  ///
  /// - Returns: The revision.
  /// - Throws: ``PageSourceError/gone`` if the document was permanently deleted; otherwise
  ///   ``PageSourceError/store(_:)``, `.notFound` while it is in the trash.
  /// - Complexity: O(log n) for n documents.
  public func version() async throws(PageSourceError) -> Int {
    do throws(PageStoreError) {
      return try await store.document(id).revision
    } catch {
      throw await absence(behind: error)
    }
  }

  /// Applies a change in one commit.
  ///
  /// - Parameters:
  ///   - changeset: The change.
  ///   - version: The revision that the change is based on.
  /// - Returns: The revision after the change.
  /// - Throws: ``PageSourceError/conflict(version:changes:)`` if the document has another revision,
  ///   ``PageSourceError/unstagedPage(_:)`` for an insertion of a page that was not staged here and
  ///   is not in the trash of the document, otherwise ``PageSourceError/store(_:)``, with
  ///   `.notFound` for a replacement whose bytes were not staged.
  public func apply(
    _ changeset: Changeset, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    let pages = staged.withLock { $0.pages }
    do throws(PageStoreError) {
      let contents = try await replacements(changeset)
      let others = try await replacementsOnArrival(changeset, pages)
      let change = try StoreChangeset(
        changeset, pages: pages, replacements: contents.mapValues(\.content),
        replacementsOnArrival: others)
      let result = try await store.apply(change, to: id, expecting: version)
      forget(changeset, contents.values.map(\.page) + others.keys)
      return PageSourceReceipt(version: result.revision)
    } catch {
      throw Self.unstagedPage(in: changeset, behind: await conflict(behind: error, version))
    }
  }

  /// Converts an error to `unstagedPage` if the bytes of an inserted page are missing, or returns
  /// it.
  private static func unstagedPage(
    in changeset: Changeset, behind error: PageSourceError
  ) -> PageSourceError {
    guard case .store(.notFound(let item)) = error else { return error }
    let page = changeset.insertions.lazy.map(\.page.id)
      .first { item == .trashedPage($0) || item == .page($0) }
    return page.map(PageSourceError.unstagedPage) ?? error
  }

  /// Returns a page that is in the trash of the document.
  ///
  /// - Parameter page: The page.
  /// - Returns: The page and its previous index.
  /// - Throws: ``PageSourceError/store(_:)``, with `.notFound` if the page is not in the trash of
  ///   the document.
  public func deletedPage(_ page: PageID) async throws(PageSourceError) -> DeletedPage {
    let stored: StoredPage
    do throws(PageStoreError) {
      stored = try await store.page(page)
    } catch {
      throw .store(error)
    }
    guard stored.document == id, let trash = stored.trash else {
      throw .store(.notFound(.trashedPage(page)))
    }
    return DeletedPage(page: stored.page, index: trash.index)
  }

  /// Rotates a page in one commit; its bytes stay unchanged.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - turns: The turns to add to its rotation.
  ///   - version: The revision that the change is based on.
  /// - Returns: The revision after the change.
  /// - Throws: ``PageSourceError/conflict(version:changes:)`` if the document has another revision;
  ///   otherwise ``PageSourceError/store(_:)``, with `.notFound` if the page is not in the
  ///   document.
  public func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) async throws(PageSourceError) -> PageSourceReceipt {
    do throws(PageStoreError) {
      let (document, index) = try await store.location(of: page)
      guard document == id else { throw PageStoreError.notFound(.page(page)) }
      let change = StoreChangeset(rotations: [.init(index: index, turns: turns)])
      let result = try await store.apply(change, to: id, expecting: version)
      return PageSourceReceipt(version: result.revision)
    } catch {
      throw await conflict(behind: error, version)
    }
  }

  /// Returns the conflict that caused an error, or the error.
  ///
  /// A missing page may have been deleted after the revision that the change is based on.
  private func conflict(
    behind error: PageStoreError, _ version: Int
  ) async -> PageSourceError {
    do throws(PageStoreError) {
      switch error {
      case .conflict(_, _, let found): return .conflict(version: found)
      case .notFound:
        let found = try await store.document(id).revision
        return found == version ? .store(error) : .conflict(version: found)
      default: return .store(error)
      }
    } catch {
      return .store(error)
    }
  }

  /// Returns ``PageSourceError/gone`` if the error is due to a deleted document, or the error.
  fileprivate func absence(behind error: PageStoreError) async -> PageSourceError {
    guard error == .notFound(.document(id)) else { return .store(error) }
    do throws(PageStoreError) {
      // The document may have been restored by now; then the caller retries.
      return try await store.isGone(id) ? .gone : .store(error)
    } catch {
      return .store(error)
    }
  }

  /// Returns the bytes of replaced pages, by index.
  ///
  /// If the document changes in the meantime, the store refuses the indexes.
  private func replacements(
    _ changeset: Changeset
  ) async throws(PageStoreError) -> [Int: (page: PageID, content: StagedPage)] {
    var contents: [Int: (page: PageID, content: StagedPage)] = [:]
    for index in changeset.replacements.map(\.index) {
      let found = try await store.pages(in: index..<index + 1, of: id)
      guard let page = found.first?.id else { continue }
      let content = staged.withLock { $0.replacements[page] }
      contents[index] = content.map { (page, $0) }
    }
    return contents
  }

  /// Returns the bytes of pages that are replaced before they are inserted.
  ///
  /// The gallery counts the replacement; bytes staged for a later replacement are not used.
  private func replacementsOnArrival(
    _ changeset: Changeset, _ pages: [PageID: StagedPage]
  ) async throws(PageStoreError) -> [PageID: StagedPage] {
    var contents: [PageID: StagedPage] = [:]
    for page in changeset.insertions.map(\.page) where page.contentVersion > 0 {
      let version = pages[page.id] == nil ? try await store.page(page.id).contentVersion : 0
      guard page.contentVersion > version else { continue }
      guard let content = staged.withLock({ $0.replacements[page.id] }) else {
        throw PageStoreError.notFound(.stagedPage(page.id))
      }
      contents[page.id] = content
    }
    return contents
  }

  private func forget(_ changeset: Changeset, _ replaced: [PageID]) {
    staged.withLock { staged in
      for insertion in changeset.insertions { staged.pages[insertion.page.id] = nil }
      for page in replaced { staged.replacements[page] = nil }
    }
  }

  /// Returns the changes after a version, also those of other processes.
  ///
  /// - Parameter version: The revision after which changes are returned.
  /// - Returns: The changes in order.
  public func changes(after version: Int) -> StoredDocumentChanges {
    StoredDocumentChanges(document: self, changes: store.changes(of: id, after: version))
  }
}

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
