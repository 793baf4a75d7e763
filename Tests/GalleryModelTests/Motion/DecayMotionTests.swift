// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryMotion
import GalleryTestSupport
import Testing

struct DecayMotionTests {
  @Test func firstVelocityIsTheRequiredOne() {
    let deceleration = Deceleration.fast
    let motion = deceleration.motion(from: 1, to: 4, threshold: 1e-3)
    let required = deceleration.requiredVelocity(forDistance: 3)
    #expect(motion.velocity(at: .zero) == required)
    #expect(motion.velocity(at: .seconds(-1)) == required)
    #expect(motion.velocity(at: motion.duration) == 0)
  }

  @Test func motionWithoutWayEndsAtOnce() {
    for threshold in [-1, 0, 1e-3, .infinity] {
      let still = Deceleration.fast.motion(from: 2, to: 2, threshold: threshold)
      #expect(still.duration == .zero)
      #expect(still.velocity(at: .seconds(-1)) == 0)
    }
    #expect(Deceleration.fast.motion(from: 2, velocity: 0, threshold: 1e-3).target == 2)
    #expect(Deceleration.fast.motion(from: 2, to: 3, threshold: .infinity).duration == .zero)
  }

  @Test func motionIsThePowerOfTheRate() throws {
    for rate in [0.1, 0.9, 0.99, 0.998] {
      let deceleration = try Deceleration(rate: rate)
      let motion = deceleration.motion(from: 100, velocity: -500, threshold: 1e-6)
      let distance = motion.target - 100
      #expect(motion.velocity(at: .zero).isApproximately(-500, tolerance: 1e-9))
      for time in motion.milliseconds.dropLast() {
        let share = pow(rate, 1000 * time.inSeconds)
        let expected = motion.target - distance * share
        #expect(motion.value(at: time).isApproximately(expected, tolerance: 1e-10))
        #expect(motion.velocity(at: time).isApproximately(-500 * share, tolerance: 1e-9))
      }
    }
  }

  @Test func wayIsTheIntegralOfTheVelocity() {
    let motion = Deceleration.fast.motion(from: -3, to: 9, threshold: 1e-6)
    for time in motion.milliseconds.dropLast(2) where time > .zero {
      let way = integral(from: 0, to: time.inSeconds) { motion.velocity(at: .seconds($0)) }
      #expect(motion.value(at: time).isApproximately(-3 + way, tolerance: 1e-8))
    }
  }

  @Test func motionEndsAtTheThreshold() {
    checkProperty(
      seed: 40_000, runs: 2000,
      generate: { generator in
        (0..<3).map { _ in Double.random(in: -50...50, using: &generator) }
      },
      shrink: \.elementShrinks,
      check: { numbers in
        let threshold = abs(numbers[2]) / 100 + 1e-6
        let motion = Deceleration.fast.motion(
          from: numbers[0], to: numbers[1], threshold: threshold)
        let distance = abs(numbers[1] - numbers[0])
        guard distance > threshold else {
          return motion.duration == .zero ? nil : "does not end at once"
        }
        let before = motion.duration - .nanoseconds(1)
        let left = abs(motion.target - motion.value(at: before))
        return left.isApproximately(threshold, tolerance: 1e-6 * threshold + 1e-13)
          ? nil : "\(left) is left at the end"
      })
  }

  @Test func valueGrowsFromTheStartToTheTarget() {
    checkProperty(
      seed: 41_000, runs: 5000,
      generate: { generator in
        let scale: Double = [1, 1e3, 1e17].randomElement(using: &generator) ?? 1
        return [
          Double.random(in: -1...1, using: &generator),
          Double.random(in: -scale...scale, using: &generator),
          Double.random(in: 0...1, using: &generator), Double.random(in: 0...1, using: &generator),
        ]
      },
      shrink: \.elementShrinks,
      check: { numbers in
        let (start, target) = (numbers[0], numbers[1])
        let motion = Deceleration.fast.motion(from: start, to: target, threshold: 1e-9)
        let shares = [numbers[2] * 1e-12, min(numbers[2], numbers[3]), max(numbers[2], numbers[3])]
        let values =
          [start] + shares.map { motion.value(at: motion.duration * $0) } + [target]
        // Times in ascending order; a shrunk case may be out of order.
        guard shares == shares.sorted() else { return nil }
        let sorted = start < target ? values.sorted() : values.sorted().reversed()
        return values == sorted ? nil : "\(values)"
      })
  }

  @Test func roundedWayDoesNotLeadBehindTheStart() {
    // The distance is 10¹⁶ + 3, and the nearest `Double` is larger by 1.
    let motion = Deceleration.fast.motion(from: -1, to: 1e16 + 2, threshold: 1)
    let instant = Duration(secondsComponent: 0, attosecondsComponent: 1)
    #expect(motion.target - motion.start == 1e16 + 4)
    #expect(motion.value(at: instant) == -1)
  }

  @Test func finiteNumbersNeverGiveOthers() throws {
    let numbers = [0, 1, -1, 0x1p-1074, 1e300, -1e308, 1.7e308]
    try withEvery("rate", in: [0x1p-1074, 0.5, 0.99, Deceleration.largestRate]) { rate in
      let deceleration = try Deceleration(rate: rate)
      withEvery("start", in: numbers) { start in
        withEvery("other", in: numbers) { other in
          withEvery("threshold", in: [-1, 0, 0x1p-1074, 1e-3, .infinity]) { threshold in
            let landing = deceleration.motion(from: start, to: other, threshold: threshold)
            #expect(landing.flaw == nil, "\(TestTrace.current)")
            let free = deceleration.motion(from: start, velocity: other, threshold: threshold)
            #expect(free.flaw == nil, "\(TestTrace.current)")
          }
        }
      }
    }
  }

  @Test func targetOutOfReachLeavesTheMotionWhereItIs() throws {
    let deceleration = try Deceleration(rate: Deceleration.largestRate)
    let motion = deceleration.motion(from: 5, velocity: 1e308, threshold: 1)
    #expect(motion.target == 5)
    #expect(motion.duration == .zero)
  }
}
