// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryMotion

/// Invariants of all motions.
struct MotionLawTests {
  /// Calls a body with motions of all kinds, with ordinary parameters.
  private func withEveryMotion(_ body: (any NanosecondMotion) throws -> Void) throws {
    try withEvery("velocity", in: [0, 1, -7, 60]) { velocity in
      try withEvery("way", in: [0, 1, -3, 0.001]) { way in
        try withEvery("ratio", in: [0.1, 0.5, 0.8, 1]) { ratio in
          let spring = try Spring(dampingRatio: ratio, response: .milliseconds(400))
          try body(spring.motion(from: 2, to: 2 + way, velocity: velocity, threshold: 1e-5))
        }
        try body(Deceleration.fast.motion(from: 2, to: 2 + way, threshold: 1e-5))
        try body(Deceleration.normal.motion(from: 2, velocity: velocity, threshold: 1e-5))
        try withEvery("curve", in: TimingCurveTests.all) { curve in
          try body(
            EasedMotion(from: 2, to: 2 + way, curve: curve, duration: .milliseconds(300)))
        }
      }
    }
  }

  @Test func startAndEndAreExact() throws {
    try withEveryMotion { motion in
      let end = motion.duration
      #expect(motion.value(at: end) == motion.target, "\(TestTrace.current)")
      #expect(motion.value(at: end + .seconds(3600)) == motion.target)
      #expect(motion.velocity(at: end) == 0)
      #expect(motion.value(at: .seconds(-1)) == motion.start, "\(TestTrace.current)")
      #expect(motion.velocity(at: .seconds(-1)) == motion.velocity(at: .zero))
      #expect(motion.value(at: .zero) == (end > .zero ? motion.start : motion.target))
    }
  }

  @Test func valueIsContinuousAndVelocityItsDerivative() throws {
    try withEveryMotion { motion in
      let step = Duration.microseconds(1)
      for time in motion.milliseconds where time > step && time + step < motion.duration {
        let (before, after) = (motion.value(at: time - step), motion.value(at: time + step))
        let slope = (after - before) / 2e-6
        let found = motion.velocity(at: time)
        // At the joint of two parabolas the acceleration changes, and rounding is 1e-10 of a step.
        let tolerance = 1e-6 * (abs(slope) + 600) + 1e-8
        guard !found.isApproximately(slope, tolerance: tolerance) else { continue }
        Issue.record("\(found), expected \(slope) at \(time): \(TestTrace.current)")
      }
    }
  }

  @Test func jumpAtTheEndIsBelowTheThreshold() throws {
    try withEveryMotion { motion in
      guard motion.duration > .zero else { return }
      let left = abs(motion.value(at: motion.duration - .nanoseconds(1)) - motion.target)
      #expect(left <= 1.001e-5, "\(TestTrace.current)")
      let first = abs(motion.value(at: .nanoseconds(1)) - motion.start)
      #expect(first <= 1e-6, "\(TestTrace.current)")
    }
  }

  @Test func nanosecondsAndDurationsAgreeToTheBit() throws {
    try withEveryMotion { motion in
      #expect(motion.duration == .nanoseconds(motion.durationInNanoseconds))
      for count in stride(from: -5, to: motion.durationInNanoseconds + 9, by: 7_654_321) {
        let time = Duration.nanoseconds(count)
        #expect(motion.value(atNanoseconds: count).bitPattern == motion.value(at: time).bitPattern)
        #expect(
          motion.velocity(atNanoseconds: count).bitPattern
            == motion.velocity(at: time).bitPattern)
        #expect(
          TimingCurve.progress(elapsedNanoseconds: count, durationNanoseconds: 300_000_000)
            == TimingCurve.progress(elapsed: time, duration: .milliseconds(300)))
      }
    }
  }

  @Test func timesFarAwayAreLegal() throws {
    try withEveryMotion { motion in
      #expect(motion.flaw == nil, "\(TestTrace.current)")
      let (before, after) = (motion.telltaleTimes[0], motion.telltaleTimes.last ?? .zero)
      #expect(motion.value(at: before) == motion.start, "\(TestTrace.current)")
      #expect(motion.value(at: after) == motion.target)
      #expect(motion.value(atNanoseconds: .min) == motion.start)
      #expect(motion.value(atNanoseconds: .max) == motion.target)
      #expect(motion.velocity(atNanoseconds: .max) == 0)
    }
  }

  @Test func equalNumbersGiveEqualMotions() throws {
    let one = Spring.paging.motion(from: 0, to: 1, velocity: 2, threshold: 1e-3)
    #expect(one == Spring.paging.motion(from: 0, to: 1, velocity: 2, threshold: 1e-3))
    #expect(one != Spring.paging.motion(from: 0, to: 1, velocity: 3, threshold: 1e-3))
    let other = Deceleration.fast.motion(from: 0, to: 1, threshold: 1e-3)
    #expect(other == Deceleration.fast.motion(from: 0, to: 1, threshold: 1e-3))
    #expect(other != Deceleration.normal.motion(from: 0, to: 1, threshold: 1e-3))
  }
}
