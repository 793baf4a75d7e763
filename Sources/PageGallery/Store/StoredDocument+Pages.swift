// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
import PageStorage

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

  /// Returns ``PageSourceError/gone`` if the error is due to a deleted document, or the error.
  func absence(behind error: PageStoreError) async -> PageSourceError {
    guard error == .notFound(.document(id)) else { return .store(error) }
    do throws(PageStoreError) {
      // The document may have been restored by now; then the caller retries.
      return try await store.isGone(id) ? .gone : .store(error)
    } catch {
      return .store(error)
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
