// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
public import GalleryModel

extension PageReview {
  /// Pages that were deleted together, and where they were.
  struct Deletion {
    /// A page, and the next one behind it that was not deleted with it.
    struct Place {
      var page: Page
      var follower: PageID?
    }

    /// In the order of the pages.
    var places: [Place]
  }

  /// Deletes the discarded pages, as one edit, and returns when its animation has ended.
  ///
  /// Pages that somebody else has deleted meanwhile are passed over. The review can go on after that.
  ///
  /// - Returns: The pages that were deleted, in their order.
  /// - Throws: ``GalleryEditError`` if none was deleted; all stay discarded.
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

  /// Takes back the last decision, or the last ``finish()`` if nothing was decided since then.
  ///
  /// Pages come back in front of the page that followed them, or at the end if that is gone, and their
  /// cards on top of the stack. A source whose trash holds a page recognizes it by its name.
  ///
  /// - Returns: `false` if there is nothing to take back.
  /// - Throws: ``GalleryEditError`` if the pages could not be brought back. The call can be repeated.
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
  /// Deletes pages as one edit; pages that are gone already are passed over.
  fileprivate func delete(_ pages: [PageID]) async throws(GalleryEditError) {
    let present = pages.filter { session.index(of: $0) != nil }
    guard !present.isEmpty else { return }
    try await update(.batch(present.map { .delete(.id($0)) }))
  }

  /// Returns the pages with names, in their order, and what follows them.
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

  /// Inserts pages where they were, as one edit; pages that are there already are passed over.
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
