// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A gallery of one page that loses it.
struct OnlyPageTests {
  private let example = GalleryExample(aspectRatios: [0.7])

  /// Asks to delete the page, by its name or as the active one.
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
}
