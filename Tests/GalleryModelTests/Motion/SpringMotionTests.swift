// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryMotion
import GalleryTestSupport
import Testing

struct SpringMotionTests {
  @Test func previewSettlesOnTheNextPage() {
    let threshold = 0.25 / (375 + 44)
    let motion = Spring.paging.motion(
      from: 3.2, to: 4, velocity: 400.0 / 375, threshold: threshold)
    #expect(motion.duration.inSeconds.isApproximately(1.059004, tolerance: 0.5e-6))
    #expect(motion.value(at: .milliseconds(100)).isApproximately(3.556384, tolerance: 0.5e-6))
    #expect(motion.value(at: .milliseconds(300)).isApproximately(3.944331, tolerance: 0.5e-6))
  }

  @Test func stripSnapsBackAgainstItsVelocity() {
    let motion = Spring.snapping.motion(
      from: 3.2, to: 3, velocity: 50.0 / 37, threshold: 0.25 / 37)
    #expect(motion.velocity(at: .zero) == 50.0 / 37)
    #expect(motion.value(at: .milliseconds(10)) > 3.2)
    #expect(motion.value(at: motion.duration) == 3)
  }

  @Test func velocityTowardsTheTargetIsLimited() {
    let motion = Spring.bounce.motion(from: 2, to: 1, velocity: -1000, threshold: 1e-3)
    #expect(motion.velocity(at: .zero) == -10)
    #expect(motion.milliseconds.map(motion.value(at:)).allSatisfy { $0 >= 1 })
    let outward = Spring.bounce.motion(from: 2, to: 1, velocity: 1000, threshold: 1e-3)
    #expect(outward.velocity(at: .zero) == 1000)
    let mirrored = Spring.bounce.motion(from: 0, to: 1, velocity: 1000, threshold: 1e-3)
    #expect(mirrored.velocity(at: .zero) == 10)
  }

  @Test func criticalSpringAtItsTargetRestsAtOnce() {
    let motion = Spring.paging.motion(from: 3, to: 3, velocity: 100, threshold: 1e-3)
    #expect(motion.duration == .zero)
    #expect(motion.value(at: .zero) == 3)
    #expect(motion.velocity(at: .zero) == 0)
  }

  @Test func motionWithinTheThresholdEndsAtOnce() {
    let motion = Spring.paging.motion(from: 3, to: 4, velocity: -5, threshold: .infinity)
    #expect(motion.duration == .zero)
    #expect(motion.value(at: .zero) == 4)
    #expect(motion.value(at: .seconds(-1)) == 3)
    #expect(motion.velocity(at: .seconds(-1)) == 0)
  }

  @Test func swingingSpringLeavesItsTarget() throws {
    let spring = try Spring(dampingRatio: 0.8, response: .milliseconds(400))
    let motion = spring.motion(from: 3, to: 3, velocity: 100, threshold: 0.25)
    #expect(motion.velocity(at: .zero) == 100)
    #expect(motion.value(at: .milliseconds(20)) > 4)
    // The amplitude of the swing back is a hundredth of the first one, below the threshold above.
    let longer = spring.motion(from: 3, to: 3, velocity: 100, threshold: 1e-3)
    #expect(longer.milliseconds.map(longer.value(at:)).contains { $0 < 3 })
    #expect(spring.motion(from: 3, to: 3, velocity: 0, threshold: 1e-9).duration == .zero)
  }

  @Test func weakSpringsSwingAndCriticalOnesDoNot() throws {
    for (ratio, crossings) in [(1.0, 0), (0.8, 1), (0.5, 3), (0.2, 10)] {
      let spring = try Spring(dampingRatio: ratio, response: .milliseconds(400))
      let motion = spring.motion(from: 1, to: 0, velocity: 0, threshold: 1e-6)
      let values = motion.milliseconds.dropLast().map(motion.value(at:))
      let changes = zip(values, values.dropFirst()).count { $0 * $1 < 0 }
      #expect(changes >= crossings, "\(ratio)")
      #expect(ratio < 1 || changes == 0)
    }
  }

  @Test func ratioNearOneIsNearlyCritical() throws {
    let critical = try Spring(dampingRatio: 1, response: .milliseconds(400))
      .motion(from: 1, to: 0, velocity: 20, threshold: 1e-4)
    for ratio in [1 - 1e-6, 1 - 1e-12, 1.0.nextDown] {
      let motion = try Spring(dampingRatio: ratio, response: .milliseconds(400))
        .motion(from: 1, to: 0, velocity: 20, threshold: 1e-4)
      for time in critical.milliseconds.dropLast() {
        #expect(motion.value(at: time).isApproximately(critical.value(at: time), tolerance: 1e-5))
      }
      #expect(motion.duration <= critical.duration + .milliseconds(1))
    }
  }

  @Test func drawerSwingsAsTheFormulaSays() throws {
    let spring = try Spring(dampingRatio: 0.8, response: .milliseconds(400))
    let motion = spring.motion(from: 500, to: 320, velocity: -900, threshold: 0.25)
    let frequency = 2 * Double.pi / 0.4
    let (b, swing) = (0.8 * frequency, frequency * (1 - 0.64).squareRoot())
    let c2 = (-900 + b * 180) / swing
    for time in motion.milliseconds.dropLast(2) {
      let t = time.inSeconds
      let expected = 320 + exp(-b * t) * (180 * cos(swing * t) + c2 * sin(swing * t))
      #expect(motion.value(at: time).isApproximately(expected, tolerance: 1e-10))
    }
    // The envelope of the swing is at the threshold when it ends.
    let envelope = hypot(180, c2) * exp(-b * motion.duration.inSeconds)
    #expect(envelope <= 0.25 && envelope > 0.249_99)
  }

  @Test func finiteNumbersNeverGiveOthers() throws {
    let numbers = [0, 1, -1, 0x1p-1074, 1e300, -1e308, 1.7e308]
    let responses = [Duration.microseconds(1), .milliseconds(400), .seconds(10_000)]
    try withEvery("ratio", in: [0.01, 0.8, 1.0.nextDown, 1]) { ratio in
      try withEvery("response", in: responses) { response in
        let spring = try Spring(dampingRatio: ratio, response: response)
        withEvery("start", in: numbers) { start in
          withEvery("target", in: numbers) { target in
            withEvery("velocity", in: numbers) { velocity in
              for threshold in [-1, 0, 0x1p-1074, 1e-3, .infinity] {
                let motion = spring.motion(
                  from: start, to: target, velocity: velocity, threshold: threshold)
                guard let flaw = motion.flaw else { continue }
                Issue.record("\(flaw), threshold \(threshold), \(TestTrace.current)")
              }
            }
          }
        }
      }
    }
  }
}
