// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The pages that will be needed soon.
struct PrefetchTests {
  private func ids(_ indexes: [Int]) -> [PageID] { indexes.map(GalleryExample.id) }

  /// The visible pages of 100 are 45...55 if page 50 rests in the center.
  private let nearby = [50, 51, 49, 52, 48, 53, 47, 54, 46, 55, 45]

  @Test func pagesAroundTheActiveOneAreWantedAtRest() throws {
    var session = try GalleryExample.long().session()

    let events = session.advance(to: .milliseconds(3))

    let expected = ids(nearby + [56, 44, 57, 43, 58, 42])
    #expect(events == [.prefetch(expected, at: .milliseconds(3))])
    #expect(session.prefetchedPages == expected)
    #expect(session.advance(to: .seconds(9)).isEmpty)
  }

  @Test func nothingBehindAMotionIsWanted() throws {
    var session = try GalleryExample.long().session()
    _ = session.advance(to: .zero)
    try session.pull(.strip, by: 0.02)

    let events = session.advance(to: .milliseconds(10))

    #expect(events == [.cancelPrefetch(ids([44, 43, 42]), at: .milliseconds(10))])
    #expect(session.prefetchedPages == ids(nearby + [56, 57, 58]))
  }

  @Test func motionBackwardsTurnsTheOrderAround() throws {
    var session = try GalleryExample.long().session()
    _ = session.advance(to: .zero)
    try session.pull(.strip, by: -0.02)

    _ = session.advance(to: .milliseconds(10))

    let expected = [50, 49, 51, 48, 52, 47, 53, 46, 54, 45, 55, 44, 43, 42]
    #expect(session.prefetchedPages == ids(expected))
  }

  /// At position 50.3, page 52 is nearer than page 48, although the finger moves backwards.
  @Test func visiblePagesAreWantedByTheirDistance() throws {
    var session = try GalleryExample.long().session()
    _ = session.advance(to: .zero)
    session.beginDrag(.strip, at: .zero)
    try session.drag(translation: -0.4 * 37, at: .milliseconds(10))
    try session.drag(translation: -0.3 * 37, at: .milliseconds(20))

    _ = session.advance(to: .milliseconds(20))

    let expected = [50, 49, 51, 52, 48, 53, 47, 54, 46, 55, 45, 44, 43]
    #expect(session.prefetchedPages == ids(expected))
  }

  @Test func targetOfAJumpComesBeforeItsWay() throws {
    var session = try GalleryExample.long().session()
    _ = session.advance(to: .zero)
    try session.goTo(index: 80, at: .milliseconds(5))

    let events = session.advance(to: .milliseconds(5))

    #expect(
      events == [
        activeChanged(50, 80, at: .milliseconds(5)),
        .cancelPrefetch(ids([44, 43, 42]), at: .milliseconds(5)),
        .prefetch(ids([80, 81, 79]), at: .milliseconds(5)),
      ])
    #expect(session.prefetchedPages == ids([80, 81, 79] + nearby + [56, 57, 58]))
  }

  @Test func targetOfASettleIsWanted() throws {
    // 3000 points lead to page 58; at the release page 50 is in the center of an even row.
    var session = try GalleryExample.long().session()
    session.beginDrag(.strip, at: .zero)
    try session.drag(translation: 0, at: .milliseconds(200))
    try session.endDrag(velocity: -3000, at: .milliseconds(200))

    _ = session.advance(to: .milliseconds(200))

    #expect(
      session.prefetchedPages
        == ids([50, 58, 59, 57, 51, 49, 52, 48, 53, 47, 54, 46, 55, 45, 56]))
  }

  @Test func listOfARestIsThatOfANewSession() throws {
    var session = try GalleryExample.long().session()
    _ = session.advance(to: .zero)
    try session.goTo(index: 80, at: .zero)

    for time in [0, 100, 300, 5000] { _ = session.advance(to: .milliseconds(time)) }

    var fresh = try GalleryExample.long(activeIndex: 80).session()
    _ = fresh.advance(to: .zero)
    #expect(session.prefetchedPages == fresh.prefetchedPages)
  }

  @Test func sleepAcrossAnAnimationEndsWithTheListOfTheRest() throws {
    var session = try GalleryExample.long().session()
    try session.goTo(index: 80, at: .zero)
    _ = session.advance(to: .zero)

    _ = session.advance(to: .seconds(3600))

    var fresh = try GalleryExample.long(activeIndex: 80).session()
    _ = fresh.advance(to: .zero)
    #expect(session.prefetchedPages == fresh.prefetchedPages)
  }

  @Test func eventsAreTheDifferencesOfTheLists() throws {
    var session = try GalleryExample.long().session()
    try session.toss(.strip, by: 0.3, velocity: -3000)
    var wanted: Set<PageID> = []
    var changes = 0

    for step in 0...200 {
      for event in session.advance(to: .milliseconds(20 + 7 * step)) {
        switch event {
        case .prefetch(let pages, _):
          #expect(wanted.isDisjoint(with: pages))
          wanted.formUnion(pages)
          changes += 1
        case .cancelPrefetch(let pages, _):
          #expect(wanted.isSuperset(of: pages))
          wanted.subtract(pages)
        default: break
        }
      }
      #expect(wanted == Set(session.prefetchedPages))
      #expect(session.prefetchedPages.count == wanted.count)
    }
    #expect(changes > 5)
  }

  @Test(arguments: [
    (0, [50, 51, 49, 52, 48, 53, 47, 54, 46, 55, 45]),
    (1, [50, 51, 49, 52, 48, 53, 47, 54, 46, 55, 45, 56, 44]),
  ])
  func numberOfPagesAheadIsAChoice(ahead: Int, expected: [Int]) throws {
    var example = GalleryExample.long()
    example.configuration.prefetchAhead = ahead
    var session = try example.session()

    _ = session.advance(to: .zero)

    #expect(session.prefetchedPages == ids(expected))
  }

  @Test(arguments: [
    (0, 0, []), (1, 0, [0]), (2, 0, [0, 1]), (2, 1, [1, 0]), (3, 1, [1, 2, 0]),
  ])
  func smallGalleryWantsAllPages(count: Int, active: Int, expected: [Int]) throws {
    var session = try GalleryExample.long(count, activeIndex: active).session()

    let events = session.advance(to: .zero)

    #expect(session.prefetchedPages == ids(expected))
    #expect(events.isEmpty == expected.isEmpty)
  }

  @Test func galleryWithoutStripWantsTheNeighbors() throws {
    var example = GalleryExample.long()
    example.viewport.strip = .zero
    var session = try example.session()

    _ = session.advance(to: .zero)

    #expect(session.prefetchedPages == ids([50, 51, 49, 52, 48, 53, 47]))
  }

  @Test func otherViewportAnnouncesWhatComesIntoSight() throws {
    var session = try GalleryExample.long().session()
    _ = session.advance(to: .zero)
    var viewport = GalleryExample.phone
    viewport.strip.width = 375 + 2 * 37

    try session.setViewport(viewport, at: .milliseconds(8))

    // One more page is visible on each side, and the pages ahead advance.
    #expect(
      session.advance(to: .milliseconds(8)) == [.prefetch(ids([59, 41]), at: .milliseconds(8))])
  }

  /// Page 11 is deleted and page 20 takes its place, so that the visible indexes stay the same.
  @Test func pagesThatAChangeBringsAreAnnounced() throws {
    var session = try GallerySession.squares(4)
    var source = ArraySource(pages: try SquarePages.pages(4))
    session.enqueue(
      .batch([.delete(.index(1)), .insert(Page(id: 20, size: nil), at: 2)]), at: .zero)

    _ = try session.advance(to: .milliseconds(299), source: &source)
    #expect(session.prefetchedPages.contains(11) && !session.prefetchedPages.contains(20))
    let events = try session.advance(to: .milliseconds(300), source: &source)
    _ = try session.advance(to: .seconds(2), source: &source)

    #expect(events.contains(.cancelPrefetch([11], at: .milliseconds(300))))
    #expect(events.contains(.prefetch([20], at: .milliseconds(300))))
    #expect(session.pageIDs == [10, 20, 12, 13])
    #expect(session.prefetchedPages == [10, 20, 12, 13])
  }

  @Test func otherPagesOfAHostAreAnnounced() throws {
    var session = try GallerySession.squares(3)
    _ = session.advance(to: .zero)

    try session.resynchronize(with: [Page(id: 10), Page(id: 20), Page(id: 12)], at: .zero)
    let events = session.advance(to: .zero)

    #expect(events.contains(.cancelPrefetch([11], at: .zero)))
    #expect(events.contains(.prefetch([20], at: .zero)))
  }
}
