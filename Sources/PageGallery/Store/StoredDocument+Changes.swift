// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
import PageStorage
import Synchronization

extension StoredDocument {
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
}

// MARK: - Staged bytes

extension StoredDocument {
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
}
