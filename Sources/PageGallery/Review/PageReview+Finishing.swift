// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
public import GalleryModel

extension PageReview {
  /// The pages that were deleted together, with their positions.
  struct Deletion {
    /// The number of the ``PageReview/finish()`` that deletes or has deleted them.
    var number: Int

    /// A page, and the next page after it that was not deleted with it.
    struct Position {
      var page: Page
      var follower: PageID?
    }

    /// The positions, in the order of the pages.
    ///
    /// Empty until the pages have been deleted.
    var positions: [Position] = []
  }

  /// Deletes the discarded pages, as one edit, and returns when the animation has ended.
  ///
  /// Pages that were deleted by others in the meantime are skipped. The review can continue
  /// meanwhile and afterwards. Calls of `finish` and ``undo()`` run one after another.
  ///
  /// - Returns: The deleted pages, in order.
  /// - Throws: ``GalleryEditError`` if no page was deleted; all stay discarded.
  @discardableResult
  public func finish() async throws(GalleryEditError) -> [PageID] {
    await beginEdit()
    defer { endEdit() }
    noteEvents()
    let discarded = Set(discardedPages)
    guard !discarded.isEmpty else { return [] }
    // Later decisions follow the deletion in the history.
    let number = beginDeletion()
    do throws(GalleryEditError) {
      let positions = try await gallery.delete(discarded)
      await followGallery()
      endDeletion(number, positions)
      return positions.map(\.page.id)
    } catch {
      endDeletion(number, [])
      throw error
    }
  }

  /// Undoes the last decision, or the last ``finish()`` if there was no decision since then.
  ///
  /// Restored pages are inserted before the page that followed them, or at the end if that no
  /// longer exists, and their cards on top of the stack. A source whose trash contains a page
  /// recognizes it by its identifier.
  ///
  /// - Returns: `false` if there is nothing to undo.
  /// - Throws: ``GalleryEditError`` if the pages could not be restored. The call can be repeated.
  @discardableResult
  public func undo() async throws(GalleryEditError) -> Bool {
    noteEvents()
    guard case .deletion = history.last else { return undoDecision() }
    await beginEdit()
    defer { endEdit() }
    noteEvents()
    // A finish that was running may have failed.
    guard case .deletion(let deletion) = history.last else { return undoDecision() }
    try await gallery.restore(deletion.positions)
    endDeletion(deletion.number, [])
    await followGallery()
    bringToTop(deletion.positions.map(\.page.id))
    return true
  }

  private func undoDecision() -> Bool {
    defer { noteEvents() }
    return stack.undo(at: timeline.now)
  }

  /// Adds a deletion to the history.
  ///
  /// - Returns: Its number.
  private func beginDeletion() -> Int {
    deletionCount += 1
    history.append(.deletion(Deletion(number: deletionCount)))
    return deletionCount
  }

  /// Completes a deletion of the history, or removes it if there are no pages.
  private func endDeletion(_ number: Int, _ positions: [Deletion.Position]) {
    let index = history.lastIndex { step in
      if case .deletion(let deletion) = step { deletion.number == number } else { false }
    }
    guard let index else { return }
    if positions.isEmpty {
      history.remove(at: index)
    } else {
      history[index] = .deletion(Deletion(number: number, positions: positions))
    }
  }

  /// Puts the cards of pages on top of the stack, in their order.
  private func bringToTop(_ pages: [PageID]) {
    let undecided = Set(stack.pages)
    for page in pages.reversed() where undecided.contains(page) {
      try? stack.delete(page, at: timeline.now)
      try? stack.insert(page, index: 0, at: timeline.now)
    }
  }
}

extension Gallery {
  /// Deletes pages as one edit; pages that no longer exist are skipped.
  ///
  /// - Returns: The positions of the deleted pages, in order.
  fileprivate func delete(
    _ ids: Set<PageID>
  ) async throws(GalleryEditError) -> [PageReview.Deletion.Position] {
    let positions = positions(of: ids)
    guard !positions.isEmpty else { return [] }
    try await update(.batch(positions.map { .delete(.id($0.page.id)) }))
    return positions
  }

  /// Returns the pages with these identifiers, in order, with the pages that follow them.
  private func positions(of ids: Set<PageID>) -> [PageReview.Deletion.Position] {
    var follower: PageID?
    var positions: [PageReview.Deletion.Position] = []
    for page in session.snapshot.pages.reversed() {
      if ids.contains(page.id) {
        positions.append(PageReview.Deletion.Position(page: page, follower: follower))
      } else {
        follower = page.id
      }
    }
    return positions.reversed()
  }

  /// Inserts pages at their previous positions, as one edit; pages that already exist are skipped.
  fileprivate func restore(
    _ positions: [PageReview.Deletion.Position]
  ) async throws(GalleryEditError) {
    let missing = positions.filter { session.index(of: $0.page.id) == nil }
    guard !missing.isEmpty else { return }
    let edits = missing.map { position in
      let gap = position.follower.flatMap { session.index(of: $0) } ?? session.count
      return PageEdit.insert(position.page, at: gap)
    }
    try await update(.batch(edits))
  }
}
