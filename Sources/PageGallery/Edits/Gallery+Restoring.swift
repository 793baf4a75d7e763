// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension Gallery {
  /// Appends a page, after all pages whose insertion is pending.
  ///
  /// - Parameters:
  ///   - page: The new page.
  ///   - focus: The active page after the edit. The current one by default.
  /// - Returns: The outcome, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``.
  @discardableResult
  public func append(
    _ page: Page, focus: InsertionFocus = .keep
  ) async throws(GalleryEditError) -> UpdateOutcome {
    pass()
    return try await update(
      .insert(page, at: session.logicalCount, in: .logical, focus: focus))
  }

  /// Restores a deleted page, if the source still has it.
  ///
  /// - Parameters:
  ///   - page: The identifier of the page.
  ///   - index: The index of the page after the edit; `nil` for its previous index, or for the end
  ///     if there are fewer pages now.
  /// - Returns: The outcome, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``; `.source` with the error of the source if it cannot restore
  ///   the page (``PageSourceError/unsupportedRestoration`` if it never can), and `.invalidChange`
  ///   with `UpdateError.unknownPage` if it returns another page.
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
      if error == .gone { perform { state, now in state.noteThatSourceIsGone(at: now) } }
      throw .source(error)
    }
    pass()
    let gap = index ?? max(0, min(deleted.index ?? .max, session.logicalCount))
    return try await update(.insert(deleted.page, at: gap, in: .logical))
  }
}
