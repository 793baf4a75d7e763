// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A gallery whose only page is deleted.
struct OnlyPageTests {
  private let example = GalleryExample(aspectRatios: [0.7])

  /// Requests the deletion of the page, by its identifier or as the active one.
  private func delete(_ session: inout GallerySession, asActive: Bool) throws -> UpdateTicket {
    let ticket =
      asActive
      ? session.deleteActive(at: .zero)
      : session.enqueue(.delete(.id(GalleryExample.id(0))), at: .zero)
    return try #require(ticket)
  }

  @Test(arguments: [false, true])
  func galleryIsEmptyWhenThePageHasCollapsed(asActive: Bool) throws {
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    let ticket = try delete(&session, asActive: asActive)

    _ = try session.advance(to: .milliseconds(75), source: &source)
    let half = session.frame(at: .milliseconds(75))
    let events = try session.advance(to: .milliseconds(150), source: &source)
    let end = session.frame(at: .milliseconds(150))

    #expect(half.stage == .collapse)
    #expect(half.strip.map(\.alpha) == [0.5])
    #expect(half.strip.first?.center.x == 187.5)
    // There is no gap to close.
    #expect(
      events.contains(
        .completed(
          ticket, .success(commitTime: .milliseconds(150)),
          at: .milliseconds(150))))
    #expect(session.pageIDs.isEmpty && source.pages.isEmpty)
    #expect(session.activePage == nil && session.activeIndex == nil)
    #expect(end.isEmpty && end.strip.isEmpty && end.preview.isEmpty)
    #expect(end.position == 0 && end.expansionRate == 1)
    #expect(end.stage == .none && !end.isAnimating)
    #expect(session.nextBoundary() == nil)
  }

  /// All pages collapse, and the new ones grow, as in an empty gallery.
  @Test(arguments: [1, 3])
  func otherPagesGrowAsSoonAsAllHaveCollapsed(count: Int) throws {
    var session = try GallerySession.squares(count)
    var source = ArraySource(pages: try SquarePages.pages(count))
    let deletions = (0..<count).map { PageEdit.delete(.index($0)) }
    let insertions = [40, 41].map { PageEdit.insert(Page(id: $0, size: nil), at: count) }
    let ticket = session.enqueue(.batch(deletions + insertions), at: .zero)

    let events = try session.advance(to: .milliseconds(150), source: &source)
    let first = session.frame(at: .milliseconds(150))
    _ = try session.advance(to: .milliseconds(225), source: &source)
    let half = session.frame(at: .milliseconds(225))
    let last = try session.advance(to: .milliseconds(300), source: &source)

    #expect(events.contains { if case .committed = $0 { true } else { false } })
    #expect(first.stage == .grow && first.position == 0 && first.activePage == 40)
    #expect(half.strip.map(\.alpha) == [0.5, 0.5])
    #expect(half.preview.first?.pageDistance == 0)
    #expect(
      last.contains(
        .completed(ticket, .success(commitTime: .milliseconds(150)), at: .milliseconds(300))))
  }

  @Test(arguments: [false, true])
  func pageComesBackIfItCannotBeDeleted(asActive: Bool) throws {
    var session = try example.session()
    let before = session.frame(at: .zero)
    var source = ArraySource(pages: example.pages, answers: [.sourceFailed(code: 1)])
    let ticket = try delete(&session, asActive: asActive)

    let events = try session.advance(to: .seconds(1), source: &source)

    #expect(
      events.contains(
        .completed(ticket, .failed(.sourceFailed(code: 1)), at: .milliseconds(300))))
    #expect(session.activePage == GalleryExample.id(0))
    let after = session.frame(at: .seconds(1))
    #expect(after.strip == before.strip && after.preview == before.preview)
  }

  /// The finger is 100 points, 0.266667 pages, before the only page, which the rubber band reduces
  /// to `1 - 1 / (0.55 * 0.266667 + 1)`.
  @Test func fingerOnAPageThatGoesAwayIsFollowed() throws {
    var session = try GallerySession.squares(1)
    session.enqueue(.delete(.index(0)), at: .zero)

    let isTaken = session.beginDrag(.preview, at: .milliseconds(50))
    let isMoved = try session.drag(translation: 100, at: .milliseconds(100))

    #expect(isTaken && isMoved)
    let found = session.frame(at: .milliseconds(100))
    #expect(found.position.isApproximately(-0.127907, tolerance: 5e-7))
    #expect(found.activePage == nil)

    _ = session.advance(to: .milliseconds(1150))
    let id = try #require(session.waitingTransaction)
    session.resolveCommit(id, .failure(.sourceFailed(code: 1)), at: .milliseconds(1150))
    _ = session.advance(to: .seconds(2))
    try session.drag(translation: 200, at: .seconds(2))

    let later = session.frame(at: .seconds(2))
    let expected: Double = -1 + 1 / (0.55 * 200 / 375 + 1)
    #expect(later.position.isApproximately(expected, tolerance: 1e-12))
    #expect(later.activePage == 10)
  }

  @Test func fingerOnAPageThatIsGoneIsForgotten() throws {
    var session = try GallerySession.squares(1)
    var source = ArraySource(pages: try SquarePages.pages(1))
    session.enqueue(.delete(.index(0)), at: .zero)
    session.beginDrag(.strip, at: .milliseconds(50))
    try session.drag(translation: 100, at: .milliseconds(100))

    _ = try session.advance(to: .milliseconds(200), source: &source)

    #expect(session.frame(at: .milliseconds(200)).position == 0)
    #expect(session.frame(at: .milliseconds(200)).expansionRate == 1)
    let isMoved = try session.drag(translation: 200, at: .milliseconds(300))
    #expect(!isMoved)
  }
}
