// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

extension Gallery {
  /// Rotates a page through its source: a store keeps the bytes and records the rotation.
  ///
  /// The screen shows a new image of the page, in a change of its own. Pending rotations of the
  /// same page are applied one after the other.
  ///
  /// - Parameters:
  ///   - page: The identifier of the page.
  ///   - turns: The turns to add to the rotation of the page. Zero turns have no effect.
  /// - Returns: The outcome, as for ``update(_:)``.
  /// - Throws: ``GalleryEditError``; ``PageSourceError/unsupportedRotation`` inside
  ///   ``GalleryEditError/source(_:)`` if the source cannot rotate pages.
  @discardableResult
  public func rotate(
    _ page: PageID, by turns: QuarterTurns
  ) async throws(GalleryEditError) -> UpdateOutcome {
    guard !isClosed else { throw .closed }
    pass()
    guard turns != .none else {
      guard session.index(of: page) != nil else { throw .rejected(.unknownPage(page)) }
      return .success(commitTime: session.time)
    }
    // A rotation that the source has not applied yet precedes this one.
    let waiting = rotations.values.filter { $0.page == page }.reduce(turns) { $0 + $1.turns }
    let size = session.page(page)?.size?.turned(by: waiting)
    let ticket = session.enqueue(
      .replace(.id(page), with: size), alone: true, at: timeline.now)
    rotations[ticket] = PageRotation(page: page, turns: turns)
    return try await end(of: ticket)
  }

  /// Returns a rotation as a change of the current pages of the source, and their number.
  ///
  /// A page that is already deleted stays deleted.
  func requestToSource(_ rotation: PageRotation) -> (Changeset, pageCount: Int) {
    var found = session.index(of: rotation.page).map { ($0, session.page(rotation.page)?.size) }
    if let pages = shared.order?.pages {
      found = pages.firstIndex { $0.id == rotation.page }.map { ($0, pages[$0].size) }
    }
    let count = shared.order?.pages.count ?? session.count
    guard let (index, size) = found else { return (Changeset(), count) }
    let turned = Changeset.Replacement(index: index, size: size?.turned(by: rotation.turns))
    return (Changeset(replacements: [turned]), count)
  }
}
