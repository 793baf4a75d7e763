// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The permitted and the forbidden effects of a release.
struct SettleTests {
  private static let release = Duration.milliseconds(20)

  @Test(arguments: [
    (0.2, -400.0, 4), (0.2, 400, 3), (0, -400, 4), (0, 400, 2), (0.2, -300, 4), (0.2, -299.9, 3),
    (0.7, 299.9, 4), (0.7, 300, 3), (-0.2, 400, 2), (-0.2, -400, 3), (2.4, 0, 4), (2.4, -1e5, 4),
    (2.4, 1e5, 4), (-2.4, 0, 2), (-2.4, 1e5, 2), (-2.4, -1e5, 2), (1, 0, 4), (1, -400, 4),
    (1, 400, 3),
  ])
  func swipeTurnsOnePageAtMost(way: Double, velocity: Double, target: Int) throws {
    var session = try GalleryExample.long(10, activeIndex: 3).session()

    try session.toss(.preview, by: way, velocity: velocity)

    #expect(session.position(at: 3020) == Double(target))
  }

  @Test(arguments: [(0, 400.0, 0), (5, -400, 5), (0, -400, 1), (5, 400, 4)])
  func swipeStaysInTheDocument(start: Int, velocity: Double, target: Int) throws {
    var session = try GalleryExample(activeIndex: start).session()

    try session.toss(.preview, by: 0, velocity: velocity)

    #expect(session.position(at: 3020) == Double(target))
  }

  @Test func pagingCountsFromThePageAtTheTouch() throws {
    // Two swipes in quick succession: the second finger touches at page 3 plus more than a half.
    var session = try GalleryExample.long(10, activeIndex: 3).session()
    try session.toss(.preview, by: 0.2, velocity: -400)
    #expect(session.position(at: 120) > 3.5)

    try session.toss(.preview, by: 0.1, velocity: -400, at: 120)
    #expect(session.position(at: 3140) == 4)

    try session.toss(.preview, by: 0.1, velocity: -400, at: 4000)
    #expect(session.position(at: 8000) == 5)
  }

  @Test func flingPassesManyPages() throws {
    // 3000 points are 81.08 pages per second, and a distance of 8.0676 pages.
    var session = try GalleryExample.long().session()

    try session.toss(.strip, by: 0, velocity: -3000)

    #expect(session.position(at: 3020) == 58)
  }

  @Test(arguments: [
    Duration.milliseconds(110), .milliseconds(111), .seconds(3),
  ])
  func fingerThatRestedHasNoVelocity(time: Duration) throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.pull(.strip, by: 0.2)
    var cancelled = session

    try session.endDrag(velocity: -4000, at: time)

    cancelled.cancelDrag(at: time)
    #expect(session == cancelled)
    #expect(session.frame(at: time + .seconds(3)).position == 2)
  }

  @Test func fingerThatHasJustMovedKeepsItsVelocity() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.pull(.strip, by: 0.2)

    try session.endDrag(velocity: -400, at: .nanoseconds(109_999_999))

    #expect(session.frame(at: .seconds(4)).position == 3)
  }

  @Test func cancelledDragIsAReleaseWithoutVelocity() throws {
    for surface in GallerySurface.allCases {
      var session = try GalleryExample(activeIndex: 2).session()
      try session.pull(surface, by: 0.3)
      var released = session

      let isAccepted = session.cancelDrag(at: Self.release)

      try released.endDrag(velocity: 0, at: Self.release)
      #expect(isAccepted)
      #expect(session == released)
    }
  }

  @Test func velocityUpToTheLimitCounts() throws {
    // 100,000 points per second go 2702.7 pages times 0.0994992: 268.9 pages.
    func target(_ velocity: Double) throws -> Double {
      var session = try GalleryExample.long(1000, activeIndex: 500).session()
      try session.toss(.strip, by: 0, velocity: velocity)
      return session.position(at: 3020)
    }

    #expect(try target(-1e5) == 769)
    #expect(try target(-1e9) == 769)
    #expect(try target(-9e4) == 742)
    #expect(try target(1e9) == 231)
  }

  @Test(arguments: [1.0, 66, 375, 1920, 1e5])
  func everySettleEndsWithinThreeSecondsOnItsPage(length: Double) throws {
    var example = GalleryExample.long(10, activeIndex: 4)
    example.viewport = GalleryViewport(
      preview: Size(width: length, height: 600), strip: Size(width: length, height: 66))
    for surface in GallerySurface.allCases {
      for translation in [-1e6, -3000, -300, -10, 0, 0.1, 17, 800, 1e6] {
        for velocity in [-1e5, -700, -299, 0, 20, 450, 1e5] {
          var session = try example.session()
          session.beginDrag(surface, at: .zero)
          try session.drag(translation: translation, at: .zero)
          try session.endDrag(velocity: velocity, at: .zero)

          let frame = session.frame(at: .seconds(3))

          #expect(frame.position == frame.position.rounded())
          #expect((0...9).contains(frame.position))
          #expect(frame.activeIndex == Int(frame.position))
          #expect(session.frame(at: .seconds(9)).position == frame.position)
        }
      }
    }
  }
}

// MARK: - Far away

extension SettleTests {
  @Test func previewReleasedFarAwayDoesNotSwingOut() throws {
    // A drag across three pages, released at full speed in the same direction.
    var session = try GalleryExample.long(20, activeIndex: 5).session()
    session.beginDrag(.preview, at: .zero)
    try session.drag(translation: -3 * 375, at: .milliseconds(10))
    try session.endDrag(velocity: -100_000, at: .milliseconds(20))

    let positions = (20...3020).map { session.frame(at: .milliseconds($0)).position }

    // One page per swipe, and the way back begins within half a viewport.
    #expect(positions[0] == 8)
    #expect(try #require(positions.max()) <= 8.5)
    #expect(positions.last == 6)
  }
}
