// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A frame is a pure function of the calls and the time: requesting it has no side effects.
struct FramePurityTests {
  /// Galleries in motion, by name.
  private static let motions = [
    "rest", "drag", "paging", "fling", "bounce", "jump", "stopped jump",
  ]

  private static let times = [0, 10, 40, 41, 100, 190, 250, 333, 450, 800, 5000]

  private func session(_ motion: String) throws -> GallerySession {
    var session = try GalleryExample(activeIndex: 2).session()
    switch motion {
    case "drag": try session.pull(.strip, by: 1.3)
    case "paging": try session.toss(.preview, by: 0.3, velocity: -600)
    case "fling": try session.toss(.strip, by: 0.3, velocity: -800)
    case "bounce": try session.toss(.strip, by: -6, velocity: 800)
    case "jump": try session.goTo(index: 5, at: .zero)
    case "stopped jump":
      try session.goTo(index: 5, at: .zero)
      session.beginDrag(.preview, at: .milliseconds(15))
    default: break
    }
    return session
  }

  @Test(arguments: motions)
  func frameIsTheSameTwiceAndChangesNothing(motion: String) throws {
    let session = try session(motion)
    let untouched = session

    for time in Self.times.reversed() {
      let first = session.frame(at: .milliseconds(time))
      #expect(session.frame(at: .milliseconds(time)) == first)
    }

    #expect(session == untouched)
  }

  @Test(arguments: motions)
  func usedFrameForgetsWhatItHeld(motion: String) throws {
    let session = try session(motion)
    // A frame of another gallery, with more thumbnails and different values everywhere.
    var other = GalleryExample.long()
    other.viewport.strip.width = 900
    var busy = try other.session()
    try busy.goTo(index: 70, at: .zero)
    var frame = busy.frame(at: .milliseconds(100))
    frame.stage = .waiting
    frame.isEmpty = true

    for time in Self.times.reversed() {
      session.frame(at: .milliseconds(time), into: &frame)
      #expect(frame == session.frame(at: .milliseconds(time)))
    }
  }

  @Test func frameOfAnEmptyGalleryForgetsThePages() throws {
    var frame = try session("jump").frame(at: .milliseconds(20))
    let empty = try GalleryExample(aspectRatios: []).session()

    empty.frame(at: .milliseconds(20), into: &frame)

    #expect(frame == empty.frame(at: .milliseconds(20)))
    #expect(frame.preview.isEmpty && frame.strip.isEmpty && frame.activePage == nil)
  }

  @Test(arguments: motions)
  func frameOfTheFutureIsThatOfALaterCall(motion: String) throws {
    let session = try session(motion)

    for time in Self.times {
      var advanced = session
      _ = advanced.advance(to: .milliseconds(time))

      #expect(session.frame(at: .milliseconds(time)) == advanced.frame(at: .milliseconds(time)))
    }
  }

  @Test(arguments: motions)
  func smallStepsLeadToTheSameState(motion: String) throws {
    var (stepped, direct) = try (session(motion), session(motion))
    var (steps, jump): ([GalleryEvent], [GalleryEvent]) = ([], [])

    for step in stride(from: 20, through: 2000, by: 3) {
      steps += stepped.advance(to: .milliseconds(step))
    }
    steps += stepped.advance(to: .milliseconds(2000))
    jump += direct.advance(to: .milliseconds(2000))

    #expect(steps.withoutPrefetch == jump.withoutPrefetch)
    for time in [2000, 2001, 4000] {
      #expect(stepped.frame(at: .milliseconds(time)) == direct.frame(at: .milliseconds(time)))
    }
    #expect(stepped.nextBoundary() == direct.nextBoundary())
  }

  @Test(arguments: motions)
  func boundaryAfterBoundaryLeadsToRest(motion: String) throws {
    var session = try session(motion)
    var last = session.time
    var count = 0

    while let next = session.nextBoundary(), count < 100 {
      #expect(next > last)
      _ = session.advance(to: next)
      last = next
      count += 1
    }

    #expect(count < 20)
    #expect(!session.isAnimating(at: last))
    var later = session.frame(at: last + .seconds(100))
    later.time = last
    #expect(later == session.frame(at: last))
  }

  @Test func copyGoesItsOwnWay() throws {
    let original = try session("rest")
    var copy = original

    try copy.goTo(index: 5, animated: false, at: .zero)

    #expect(original.activeIndex == 2)
    #expect(copy.activeIndex == 5)
    #expect(original != copy)
  }
}
