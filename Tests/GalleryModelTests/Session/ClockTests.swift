// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The passing of time in a session.
struct ClockTests {
  @Test func earlierTimeCountsAsThePresentAndIsReported() throws {
    var session = try GalleryExample(activeIndex: 1).session(at: .seconds(5))

    try session.goTo(index: 4, at: .seconds(4))

    #expect(session.time == .seconds(5))
    #expect(session.frame(at: .milliseconds(5150)).position == 2.5)
    #expect(session.frame(at: .seconds(1)).position == 1)
    #expect(
      session.advance(to: .seconds(3)).withoutPrefetch == [
        .clockWentBackwards(found: .seconds(4), at: .seconds(5)),
        activeChanged(1, 4, at: .seconds(5)),
        .clockWentBackwards(found: .seconds(3), at: .seconds(5)),
      ])
    #expect(session.advance(to: .seconds(5)).isEmpty)
  }

  /// The call issues another one, the request.
  @Test func earlierTimeOfADeletionIsReportedOnce() throws {
    var session = try GallerySession.squares(3)
    _ = session.advance(to: .seconds(5))

    session.deleteActive(at: .seconds(4))

    let events = session.advance(to: .seconds(5)).withoutPrefetch
    #expect(events.first == .clockWentBackwards(found: .seconds(4), at: .seconds(5)))
    #expect(events.dropFirst() == [.activeChanged(from: 10, to: 11, at: .seconds(5))])
  }

  @Test func questionAboutThePastIsNotReported() throws {
    var session = try GalleryExample().session(at: .seconds(5))
    _ = session.advance(to: .seconds(5))

    let frame = session.frame(at: .zero)
    _ = session.hitTest(location: .zero, at: .zero)
    _ = session.isAnimating(at: .zero)

    #expect(frame.time == .seconds(5))
    #expect(session.advance(to: .seconds(5)) == [])
  }

  @Test func eventsAreGivenOnce() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)

    #expect(!session.advance(to: .zero).withoutPrefetch.isEmpty)
    #expect(session.advance(to: .zero).isEmpty)
  }

  @Test func boundariesOfAJumpComeInOrder() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    #expect(session.nextBoundary() == nil)
    try session.goTo(index: 4, at: .zero)

    #expect(session.nextBoundary() == .milliseconds(300))
    #expect(session.isAnimating(at: .milliseconds(299)))
    _ = session.advance(to: .milliseconds(300))
    #expect(session.nextBoundary() == .milliseconds(450))
    #expect(session.isAnimating(at: .milliseconds(449)))
    #expect(!session.isAnimating(at: .milliseconds(450)))
    _ = session.advance(to: .milliseconds(450))
    #expect(session.nextBoundary() == nil)
  }

  @Test(arguments: [Duration.seconds(3600 * 5), .seconds(1_000_000)])
  func longSleepEndsAtRest(time: Duration) throws {
    for surface in GallerySurface.allCases {
      var session = try GalleryExample(activeIndex: 3).session()
      try session.toss(surface, by: 0.2, velocity: -400)
      var watched = session
      for step in 0...200 { _ = watched.advance(to: .milliseconds(20 + 10 * step)) }

      let events = session.advance(to: time)

      #expect(events.withoutPrefetch.count == 1)
      #expect(session.frame(at: time).position == 4)
      #expect(session.nextBoundary() == nil)
      _ = watched.advance(to: time)
      #expect(session.frame(at: time) == watched.frame(at: time))
    }
  }

  @Test func fractionOfANanosecondIsDropped() throws {
    let session = try GalleryExample().session(at: .nanoseconds(7) + .nanoseconds(1) / 2)

    #expect(session.time == .nanoseconds(7))
  }

  @Test func endsOfTimeAreReached() throws {
    let end = Duration(secondsComponent: .max, attosecondsComponent: 0)
    let beginning = Duration(secondsComponent: .min, attosecondsComponent: 0)
    var session = try GalleryExample(activeIndex: 1).session(at: beginning)
    try session.goTo(index: 4, at: beginning)

    let events = session.advance(to: end).withoutPrefetch

    #expect(events.count == 1)
    #expect(session.frame(at: end).position == 4)
    #expect(session.time > .seconds(60 * 60 * 24 * 365 * 70))
    try session.goTo(index: 0, at: end)
    #expect(session.frame(at: end).activeIndex == 0)
  }

  @Test func speedScalesTheAnimations() throws {
    var example = GalleryExample(activeIndex: 3)
    let plain = try tossed(example)
    example.configuration.speed = 0.5
    let slow = try tossed(example)

    for time in [0, 50, 100, 200, 400, 600, 700] {
      let (normal, slowed) = (plain.position(at: 20 + time), slow.position(at: 20 + 2 * time))
      #expect(slowed.isApproximately(normal, tolerance: 1e-9))
    }
  }

  private func tossed(_ example: GalleryExample) throws -> GallerySession {
    var session = try example.session()
    try session.toss(.strip, by: 0.2, velocity: -400)
    return session
  }

  @Test func fastJumpTakesATenthOfTheTime() throws {
    var example = GalleryExample(activeIndex: 1)
    example.configuration.speed = 10
    var session = try example.session()

    try session.goTo(index: 4, at: .zero)

    #expect(session.position(at: 15) == 2.5)
    #expect(session.position(at: 30) == 4)
    #expect(session.frame(at: .microseconds(37_500)).expansionRate == 0.5)
    #expect(session.expansionRate(at: 45) == 1)
  }

  @Test func reducedMotionTakesNoTime() throws {
    var example = GalleryExample(activeIndex: 3)
    example.configuration.reducedMotion = true
    for surface in GallerySurface.allCases {
      var session = try example.session()
      try session.toss(surface, by: 0.2, velocity: -400)

      #expect(session.position(at: 20) == 4)
      #expect(session.expansionRate(at: 20) == 1)
      #expect(session.nextBoundary() == nil)
      try session.goTo(index: 0, at: .milliseconds(30))
      #expect(session.frame(at: .milliseconds(30)).position == 0)
      #expect(!session.isAnimating(at: .milliseconds(30)))
      #expect(
        session.advance(to: .milliseconds(30)).withoutPrefetch == [
          activeChanged(3, 4, at: .milliseconds(20)), activeChanged(4, 0, at: .milliseconds(30)),
        ])
    }
  }

  @Test func reducedMotionCountsForWhatStartsLater() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)

    session.setReducedMotion(true, at: .milliseconds(100))

    #expect(session.position(at: 150) == 2.5)
    #expect(session.expansionRate(at: 299) == 0)
    #expect(session.expansionRate(at: 300) == 1)
    #expect(session.frame(at: .milliseconds(300)).cell(4)?.expansion == 1)
    #expect(session.configuration.reducedMotion)
    session.setReducedMotion(false, at: .milliseconds(400))
    try session.goTo(index: 1, at: .milliseconds(400))
    #expect(session.position(at: 550) == 2.5)
  }
}
