// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

/// The active page and the exact times of its changes.
struct ActivePageTests {
  @Test func settlingStripCrossesTheMidpointAtAnExactTime() throws {
    var session = try GalleryExample(activeIndex: 3).session()
    try session.toss(.strip, by: 0.2, velocity: -400)
    let origin = session
    let crossing = firstNanosecond(from: 20_000_000, to: 495_000_000) {
      origin.frame(at: $0).position >= 3.5
    }
    // The path is 4 - 0.8 exp(-kt).
    let seconds = log(0.8 / 0.5) / (-1000 * log(0.99))
    #expect(abs(crossing / .nanoseconds(1) - 2e7 - seconds * 1e9) < 2)

    let events = session.advance(to: .seconds(2))

    #expect(events.withoutPrefetch == [activeChanged(3, 4, at: crossing)])
    #expect(origin.frame(at: crossing - .nanoseconds(1)).activeIndex == 3)
    #expect(origin.frame(at: crossing).activeIndex == 4)
    #expect(origin.nextBoundary() != nil)
  }

  @Test func everyPageOfAFlingIsReportedInOrder() throws {
    var session = try GalleryExample.long().session()
    try session.toss(.strip, by: 0, velocity: 3000)
    let origin = session

    let events = session.advance(to: .seconds(4)).withoutPrefetch

    // 8.07 pages back: to page 42. Moving down, a page stays active at its midpoint.
    let expected = (0..<8).map { step in
      let midpoint = 50 - Double(step) - 0.5
      let time = firstNanosecond(from: 20_000_000, to: 4_000_000_000) {
        origin.frame(at: $0).position < midpoint
      }
      return activeChanged(50 - step, 49 - step, at: time)
    }
    #expect(events == expected)
  }

  @Test func springThatTurnsAroundCrossesTwice() throws {
    // At 3.498 with 299 points per second the spring to page 3 first swings out beyond 3.5.
    var session = try GalleryExample(activeIndex: 3).session()
    try session.toss(.preview, by: 0.498, velocity: -299)
    let origin = session
    let (beta, velocity) = (200.0.squareRoot(), 299.0 / 375)
    let push = velocity + beta * 0.498
    let turn = 20_000_000 + Int64(velocity / (beta * push) * 1e9)
    #expect(origin.frame(at: .nanoseconds(turn)).position > 3.5)

    let events = session.advance(to: .seconds(2)).withoutPrefetch

    let up = firstNanosecond(from: 20_000_000, to: turn) { origin.frame(at: $0).position >= 3.5 }
    let down = firstNanosecond(from: turn, to: 2_000_000_000) {
      origin.frame(at: $0).position < 3.5
    }
    #expect(events == [activeChanged(3, 4, at: up), activeChanged(4, 3, at: down)])
  }

  @Test func draggedPageChangesAtTheCall() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    session.beginDrag(.preview, at: .zero)

    try session.drag(translation: -187.5, at: .milliseconds(10))
    #expect(session.activeIndex == 3)
    try session.drag(translation: -187, at: .milliseconds(20))
    #expect(session.activeIndex == 2)
    try session.drag(translation: -3 * 375, at: .milliseconds(30))

    #expect(session.activePage == GalleryExample.id(5))
    #expect(
      session.advance(to: .milliseconds(40)).withoutPrefetch == [
        activeChanged(2, 3, at: .milliseconds(10)), activeChanged(3, 2, at: .milliseconds(20)),
        activeChanged(2, 5, at: .milliseconds(30)),
      ])
  }

  @Test func jumpActivatesItsTargetAtTheStart() throws {
    var session = try GalleryExample(activeIndex: 1).session()

    try session.goTo(index: 4, at: .milliseconds(7))

    #expect(session.activeIndex == 4)
    #expect(
      session.advance(to: .seconds(3)).withoutPrefetch == [
        activeChanged(1, 4, at: .milliseconds(7))
      ])
  }

  @Test func fadingExcessCrossesMidpointsUnderAnotherFinger() throws {
    // A preview takes over 8 pages beyond the end of the strip: 7.2 of them fade.
    var session = try GalleryExample().session()
    try session.pull(.strip, by: -8 / 0.55 / (1 - 8 * 37.0 / 375))
    session.beginDrag(.preview, at: .milliseconds(20))
    try session.drag(translation: -375 * 10.4, at: .milliseconds(30))
    let origin = session
    #expect(origin.active(at: 30) == 0)
    #expect(origin.active(at: 170) == 3)

    let events = session.advance(to: .seconds(1)).withoutPrefetch

    let expected = (0..<3).map { index in
      activeChanged(
        index, index + 1,
        at: firstNanosecond(from: 30_000_000, to: 170_000_000) {
          origin.frame(at: $0).position >= Double(index) + 0.5
        })
    }
    #expect(events == expected)
  }

  @Test func hysteresisDelaysTheChangeInBothDirections() throws {
    var example = GalleryExample(activeIndex: 2)
    example.configuration.hysteresis = 0.2
    var session = try example.session()
    session.beginDrag(.preview, at: .zero)
    let positions = [2.5, 2.69, 2.71, 2.5, 2.31, 2.29, 1.31, 1.29, 1.5, 1.71, 4.6, 4.75]

    let active = try positions.map { position in
      try session.drag(translation: (2 - position) * 375, at: .milliseconds(10))
      return session.activeIndex
    }

    #expect(active == [2, 2, 3, 3, 3, 2, 2, 1, 1, 2, 4, 5])
  }

  @Test func hysteresisDelaysTheCrossingOfASettle() throws {
    var example = GalleryExample(activeIndex: 3)
    example.configuration.hysteresis = 0.3
    var session = try example.session()
    try session.toss(.strip, by: 0.2, velocity: -400)
    let origin = session

    let events = session.advance(to: .seconds(2)).withoutPrefetch

    let crossing = firstNanosecond(from: 20_000_000, to: 495_000_000) {
      origin.frame(at: $0).position >= 3.8
    }
    #expect(events == [activeChanged(3, 4, at: crossing)])
  }

  @Test func pageAtRestIsActiveWhateverTheHysteresis() throws {
    var example = GalleryExample(activeIndex: 2)
    example.configuration.hysteresis = 0.499
    for target in 0...5 {
      var session = try example.session()
      try session.goTo(index: target, at: .zero)
      session.beginDrag(.strip, at: .milliseconds(150))
      session.cancelDrag(at: .milliseconds(150))

      let frame = session.frame(at: .seconds(5))

      #expect(frame.activeIndex == Int(frame.position))
    }
  }

  @Test func galleryWithoutPagesHasNoActivePage() throws {
    var session = try GalleryExample(aspectRatios: []).session()

    #expect(session.activePage == nil && session.activeIndex == nil)
    #expect(session.advance(to: .seconds(1)) == [])
  }
}
