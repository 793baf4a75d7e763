// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
public import GalleryModel

extension PageReview {
  /// The pages that were deleted together, with their positions.
  struct Deletion {
    /// A page, and the next page after it that was not deleted with it.
    struct Place {
      var page: Page
      var follower: PageID?
    }

    /// The positions, in the order of the pages.
    var places: [Place]
  }

  /// Deletes the discarded pages, as one edit, and returns when the animation has ended.
  ///
  /// Pages that were deleted by others in the meantime are skipped. The review can continue
  /// afterwards.
  ///
  /// - Returns: The deleted pages, in order.
  /// - Throws: ``GalleryEditError`` if no page was deleted; all stay discarded.
  @discardableResult
  public func finish() async throws(GalleryEditError) -> [PageID] {
    let discarded = Set(discardedPages)
    guard !discarded.isEmpty else { return [] }
    let places = await gallery.places(of: discarded)
    try await gallery.delete(places.map(\.page.id))
    await followGallery()
    guard !places.isEmpty else { return [] }
    history.append(.deletion(Deletion(places: places)))
    return places.map(\.page.id)
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
    guard case .deletion(let deletion) = history.last else {
      defer { noteEvents() }
      return stack.undo(at: timeline.now)
    }
    history.removeLast()
    do throws(GalleryEditError) {
      try await gallery.restore(deletion.places)
    } catch {
      history.append(.deletion(deletion))
      throw error
    }
    await followGallery()
    bringToTop(deletion.places.map(\.page.id))
    return true
  }

  /// Puts the cards of pages on top of the stack, in their order.
  private func bringToTop(_ pages: [PageID]) {
    let undecided = Set(stack.pages)
    for page in pages.reversed() where undecided.contains(page) {
      try? stack.delete(page, at: timeline.now)
      try? stack.insert(page, at: 0, time: timeline.now)
    }
  }
}

extension Gallery {
  /// Deletes pages as one edit; pages that no longer exist are skipped.
  fileprivate func delete(_ pages: [PageID]) async throws(GalleryEditError) {
    let present = pages.filter { session.index(of: $0) != nil }
    guard !present.isEmpty else { return }
    try await update(.batch(present.map { .delete(.id($0)) }))
  }

  /// Returns the pages with these identifiers, in order, with the pages that follow them.
  fileprivate func places(of ids: Set<PageID>) -> [PageReview.Deletion.Place] {
    var follower: PageID?
    var places: [PageReview.Deletion.Place] = []
    for page in session.snapshot.pages.reversed() {
      if ids.contains(page.id) {
        places.append(PageReview.Deletion.Place(page: page, follower: follower))
      } else {
        follower = page.id
      }
    }
    return places.reversed()
  }

  /// Inserts pages at their previous positions, as one edit; pages that already exist are skipped.
  fileprivate func restore(
    _ places: [PageReview.Deletion.Place]
  ) async throws(GalleryEditError) {
    let missing = places.filter { session.index(of: $0.page.id) == nil }
    guard !missing.isEmpty else { return }
    let edits = missing.map { place in
      let gap = place.follower.flatMap { session.index(of: $0) } ?? session.count
      return PageEdit.insert(place.page, at: gap)
    }
    try await update(.batch(edits))
  }
}
