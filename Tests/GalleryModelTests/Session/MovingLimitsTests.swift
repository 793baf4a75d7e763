// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The active page during a drag while a change moves the ends of the strip.
struct MovingLimitsTests {
  /// The last of three pages moves to the front, and a finger is 0.8 pages before the first one.
  private func pulled() throws -> GallerySession {
    var session = try GallerySession.squares(3)
    session.enqueue(.move(.index(2), to: 0), at: .zero)
    session.beginDrag(.preview, at: .milliseconds(20))
    try session.drag(translation: 300, at: .milliseconds(50))
    return session
  }

  /// The time at which the position is -1/2, between the new places of pages 12 and 10.
  ///
  /// With `q` the progress of the change, the first end is at `-q`, and the position is
  /// `-q - (1 - 1 / (0.55 (0.8 - q) + 1))`. That is -1/2 for `q = 0.276414`, and the time is
  /// `0.3 sqrt(q / 2)`.
  private let crossing = Duration.nanoseconds(111_528_671)

  @Test func activePageChangesWhereTheEndCarriesTheFingerAcrossAMidpoint() throws {
    var session = try pulled()

    let events = session.advance(to: .milliseconds(250)).withoutPrefetch

    #expect(events == [.activeChanged(from: 10, to: 12, at: crossing)])
    #expect(session.frame(at: .milliseconds(250)).activePage == 12)
  }

  @Test(arguments: [260, 200, 112])
  func deletedPageIsTheOneInTheMiddle(milliseconds: Int) throws {
    var session = try pulled()
    var source = ArraySource(pages: try SquarePages.pages(3))
    if milliseconds == 260 { _ = session.advance(to: .milliseconds(250)) }

    session.deleteActive(at: .milliseconds(milliseconds))
    _ = try session.advance(to: .seconds(2), source: &source)

    #expect(session.pageIDs == [10, 11])
    #expect(source.pages.map(\.id) == [10, 11])
  }

  @Test func pageBeforeTheCrossingIsDeletedBeforeIt() throws {
    var session = try pulled()
    var source = ArraySource(pages: try SquarePages.pages(3))

    session.deleteActive(at: crossing - .nanoseconds(1))
    _ = try session.advance(to: .seconds(2), source: &source)

    #expect(session.pageIDs == [12, 11])
  }

  @Test func wayBackCrossesToo() throws {
    var session = try GallerySession.squares(3)
    let ticket = session.enqueue(.move(.index(2), to: 0), at: .zero)
    session.beginDrag(.preview, at: .milliseconds(20))
    try session.drag(translation: 300, at: .milliseconds(50))
    _ = session.advance(to: .milliseconds(200))

    // The complete order reverts to the old one immediately, in which no page is at -1/2.
    session.cancel(ticket, at: .milliseconds(200))
    let events = session.advance(to: .seconds(2)).withoutPrefetch

    #expect(events.first == .activeChanged(from: 12, to: 10, at: .milliseconds(200)))
    #expect(session.activePage == 10)
  }

  /// The end approaches the finger while the excess of the rubber band fades: the sum of both
  /// reverses, and each midpoint that it crosses is reported at its first nanosecond.
  @Test(arguments: [40, 60, 80, 100, 120, 140, 200, 260])
  func everyCrossingOfATurningWayIsReported(touch: Int) throws {
    var session = try GallerySession.squares(6)
    session.beginDrag(.strip, at: .zero)
    try session.drag(translation: 900, at: .milliseconds(1))
    session.enqueue(
      .batch((0..<3).map { .move(.index(5, in: .logical), to: $0, in: .logical) }),
      at: .milliseconds(20))
    session.beginDrag(.preview, at: .milliseconds(touch))
    let origin = session

    let events = session.advance(to: .milliseconds(319)).withoutPrefetch

    let active = try followed(origin, from: touch, through: 319)
    let expected = active.dropFirst().map { $0.page }
    let found = events.compactMap { event -> PageID? in
      guard case .activeChanged(_, let page, let time) = event, time > .milliseconds(touch) else {
        return nil
      }
      return page
    }
    #expect(found == expected)
  }

  /// The pages nearest to the position, sampled every 20 microseconds.
  ///
  /// The new order is 5 4 3 0 1 2, and page 0, which was in the center, moves by three places.
  private func followed(
    _ session: GallerySession, from start: Int, through end: Int
  ) throws -> [(page: PageID, time: Int)] {
    let order: [PageID] = [15, 14, 13, 10, 11, 12]
    var found: [(page: PageID, time: Int)] = []
    for time in stride(from: start * 1000, through: end * 1000, by: 20) {
      let position = session.frame(at: .microseconds(time)).position
      let place = min(5, max(0, (position + 3 + 0.5).rounded(.down)))
      let page = order[Int(place)]
      if found.last?.page != page { found.append((page, time)) }
    }
    return found
  }
}
