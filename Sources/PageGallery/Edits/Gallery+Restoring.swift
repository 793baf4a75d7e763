// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension Gallery {
  /// Adds a page at the end, behind all pages that are still to be inserted.
  ///
  /// - Parameters:
  ///   - page: The new page.
  ///   - focus: The page that is active afterwards: the one that was by default.
  /// - Returns: How it ended, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func append(
    _ page: Page, focus: InsertionFocus = .keep
  ) async throws(GalleryEditError) -> UpdateOutcome {
    pass()
    return try await update(
      .insert(page, at: session.logicalCount, in: .logical, focus: focus))
  }

  /// Brings a deleted page back, if the source still has it.
  ///
  /// - Parameters:
  ///   - page: The name of the page.
  ///   - index: The index that it has afterwards; `nil` for the one that it had, or the end if there
  ///     are fewer pages now.
  /// - Returns: How it ended, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``; `.source` with the error of the source if it cannot bring the page
  ///   back, ``PageSourceError/unsupportedRestoration`` for one that never does, and `.invalidChange` with
  ///   `UpdateError.unknownPage` if it gives another page.
  @discardableResult
  public func restore(
    _ page: PageID, at index: Int? = nil
  ) async throws(GalleryEditError) -> UpdateOutcome {
    guard !isClosed else { throw .closed }
    let deleted: DeletedPage
    do throws(PageSourceError) {
      deleted = try await source.deletedPage(page)
      guard deleted.page.id == page else { throw .invalidChange(.unknownPage(page)) }
    } catch {
      if error == .gone { loseSource(.gone) }
      throw .source(error)
    }
    pass()
    let gap = index ?? max(0, min(deleted.index ?? .max, session.logicalCount))
    return try await update(.insert(deleted.page, at: gap, in: .logical))
  }
}
