// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// The checks of complete programs detect what they check for.
struct ProgramCheckTests {
  private let gallery = GallerySetup(count: 5, active: 2)

  @Test func impureFramesAreNoticed() throws {
    var checker = try InvariantRun(gallery)
    var frame = checker.run.session.frame(at: .zero)
    #expect(checker.purity(frame) == nil)

    frame.strip[0].center.x += 1e-12
    #expect(checker.purity(frame) != nil)
  }

  @Test func lostSettlesAreNoticed() throws {
    var checker = try InvariantRun(gallery)
    let before = checker.run.session
    func settle(to target: Int, threshold: Double) -> Settle {
      let motion = Spring.paging.motion(
        from: 2.4, to: Double(target), velocity: 0, threshold: threshold)
      return Settle(
        surface: .preview, target: target, path: .spring(motion), at: 0, pace: AnimationSpeed())
    }

    for (target, threshold) in [(7, 0.001), (2, 1e-30)] {
      checker.run.session.scroll.follow(settle(to: target, threshold: threshold))
      checker.run.session.upcoming = checker.run.session.driver.naturalEnd
      #expect(checker.landing(before: before, after: .cancelDrag) != nil)
    }
  }

  @Test func changesByViewportsAreNoticed() throws {
    var checker = try InvariantRun(gallery)
    let before = checker.run.session
    let call = TimedCall(time: 0, call: .setViewport(.zero))
    #expect(checker.preservation(before: before, after: call) == nil)

    checker.run.session.scroll.stop(position: 2.001)
    #expect(checker.preservation(before: before, after: call) != nil)
    #expect(RepetitionRun.difference(calm: before, storm: checker.run.session) != nil)
  }

  @Test func missingEventsAreNoticed() throws {
    var checker = try InvariantRun(gallery)
    checker.run.events = [.activeChanged(from: 1, to: 2, at: .zero)]
    #expect(checker.eventChain() != nil)

    checker = try InvariantRun(gallery)
    checker.run.session.scroll.activate(4)
    #expect(checker.eventChain() != nil)
  }

  @Test func jumpsAreNoticed() throws {
    let session = try gallery.makeSession()
    let before = VisibleState(session)
    func isNoticed(_ spoil: (inout GallerySession) -> Void) -> Bool {
      var spoiled = session
      spoil(&spoiled)
      let limits = SpeedLimits()
      return VisibleState(spoiled, at: 1).jump(after: before, limits) != nil
        && VisibleState(spoiled).jump(after: before, at: .beginDrag(.preview), limits) != nil
    }

    #expect(!isNoticed { _ in })
    #expect(isNoticed { $0.scroll.stop(position: 2.00001) })
    #expect(isNoticed { $0.scroll.expand(along: .constant(0.999)) })
    #expect(isNoticed { $0.scroll.fadeTrail(from: 0.001, at: 0, duration: 1_000_000_000) })
    #expect(isNoticed { $0.viewport = .zero } == false)
  }

  @Test func differentOutcomesAreNoticed() throws {
    let session = try gallery.makeSession()
    let outcome = RepetitionRun.Outcome(session: session, events: [])
    #expect(RepetitionRun.difference(outcome, outcome) == nil)

    var other = outcome
    other.events = [.activeChanged(from: 1, to: 2, at: .zero)]
    #expect(RepetitionRun.difference(outcome, other) != nil)
    other = outcome
    other.session.scroll.expand(along: .constant(0.5))
    #expect(RepetitionRun.difference(outcome, other) != nil)
    other = outcome
    _ = other.session.advance(to: .zero)
    #expect(RepetitionRun.difference(outcome, other) != nil)
  }

  @Test func asymmetryIsDetected() throws {
    let frame = try gallery.makeSession().frame(at: .zero)
    #expect(frame.mirrored != frame)
    #expect(frame.mirrored.mirrored == frame)
    #expect(frame.transposed.transposed.isApproximately(frame, tolerance: 0))

    var spoiled = frame
    spoiled.strip[1].size.height += 1e-6
    #expect(!frame.isApproximately(spoiled, tolerance: 1e-9))
    spoiled = frame
    spoiled.preview[0].contentRect.origin.x += 1e-6
    #expect(!frame.isApproximately(spoiled, tolerance: 1e-9))
  }
}
