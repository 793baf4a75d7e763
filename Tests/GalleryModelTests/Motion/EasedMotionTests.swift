// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryMotion

struct EasedMotionTests {
  @Test func motionFollowsItsCurve() {
    let motion = EasedMotion(from: 3, to: -1, duration: .milliseconds(300))
    #expect(motion.curve == .quadInOut)
    #expect(motion.value(at: .milliseconds(75)).isApproximately(2.5, tolerance: 1e-15))
    #expect(motion.velocity(at: .milliseconds(150)).isApproximately(-80 / 3, tolerance: 1e-12))
  }

  @Test(arguments: TimingCurveTests.all)
  func valueIsTheShareOfTheWay(curve: TimingCurve) {
    checkProperty(
      seed: 50_000, runs: 500,
      generate: { generator in
        (0..<3).map { _ in Double.random(in: -100...100, using: &generator) }
      },
      shrink: \.elementShrinks,
      check: { numbers in
        let (start, target) = (numbers[0], numbers[1])
        let motion = EasedMotion(from: start, to: target, curve: curve, duration: .seconds(2))
        let progress = abs(numbers[2]) / 100
        let share = curve.value(at: progress)
        let (found, expected) =
          (motion.value(at: .seconds(2 * progress)), start + share * (target - start))
        return found.isApproximately(expected, tolerance: 1e-6)
          ? nil : "\(found), expected \(expected)"
      })
  }

  @Test(arguments: TimingCurveTests.all)
  func valueNeverLeavesTheWay(curve: TimingCurve) {
    for (start, target) in [(0.1, 0.1), (0.1, 0.3), (-0.7, 1e17), (3, -1e-9), (1.7e308, -1.7e308)] {
      let motion = EasedMotion(from: start, to: target, curve: curve, duration: .seconds(1))
      let values = motion.milliseconds.map(motion.value(at:))
      #expect(values.allSatisfy { min(start, target) <= $0 && $0 <= max(start, target) })
    }
  }

  @Test(arguments: TimingCurveTests.all)
  func valueGrowsTowardsTheTarget(curve: TimingCurve) {
    for (start, target) in [(0.0, 1.0), (-3, 7), (5, 1), (1e-3, 1e3)] {
      let motion = EasedMotion(from: start, to: target, curve: curve, duration: .seconds(1))
      let values = motion.milliseconds.map(motion.value(at:))
      let slack = 1e-15 * max(abs(start), abs(target))
      let steps = zip(values, values.dropFirst()).map { target > start ? $1 - $0 : $0 - $1 }
      #expect(steps.allSatisfy { $0 >= -slack })
    }
  }

  @Test func durationIsLimited() {
    let none = EasedMotion(from: 1, to: 2, duration: .seconds(-1))
    #expect(none.duration == .zero)
    #expect(none.value(at: .zero) == 2)
    #expect(none.value(at: .nanoseconds(-1)) == 1)
    #expect(EasedMotion(from: 1, to: 2, duration: .nanoseconds(3) / 2).duration == .nanoseconds(1))
    let endless = EasedMotion(
      from: 1, to: 2, duration: Duration(secondsComponent: .max, attosecondsComponent: 0))
    #expect(endless.duration == .seconds(1_000_000_000))
    #expect(endless.flaw == nil)
    let counted = EasedMotion(from: 1, to: 2, curve: .linear, durationInNanoseconds: .max)
    #expect(counted.duration == endless.duration)
    #expect(
      EasedMotion(from: 1, to: 2, curve: .linear, durationInNanoseconds: .min).duration == .zero)
  }

  @Test func verticalCurveWithoutWayHasNoVelocity() throws {
    let vertical = try TimingCurve.cubicBezier(x1: 0, y1: 1, x2: 1, y2: 1)
    let still = EasedMotion(from: 2, to: 2, curve: vertical, duration: .seconds(1))
    #expect(still.velocity(at: .zero) == 0)
    let moving = EasedMotion(from: 2, to: 1, curve: vertical, duration: .seconds(1))
    #expect(moving.velocity(at: .zero) == -.infinity)
  }

  @Test func finiteNumbersNeverGiveOthers() throws {
    let numbers = [0, 1, -1, 0x1p-1074, 1e300, -1.7e308, 1.7e308]
    let far = try TimingCurve.cubicBezier(x1: 0, y1: -1000, x2: 1, y2: 1000)
    let away = try TimingCurve.cubicBezier(x1: 0.5, y1: 1000, x2: 0.5, y2: 1000)
    withEvery("start", in: numbers) { start in
      withEvery("target", in: numbers) { target in
        withEvery("nanoseconds", in: [0, 1, 2, 300_000_000, Int64.max]) { count in
          withEvery("curve", in: TimingCurveTests.all + [far, away]) { curve in
            let motion = EasedMotion(
              from: start, to: target, curve: curve, durationInNanoseconds: count)
            for time in motion.telltaleTimes {
              #expect(motion.value(at: time).isFinite, "\(time), \(TestTrace.current)")
              #expect(!motion.velocity(at: time).isNaN, "\(time), \(TestTrace.current)")
            }
          }
        }
      }
    }
  }
}
