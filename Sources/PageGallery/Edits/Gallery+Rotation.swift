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
    guard let ticket = state.rotate(page, by: turns, at: timeline.now) else { throw .closed }
    return try await end(of: ticket)
  }
}
