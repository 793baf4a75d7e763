// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryMotion
import GalleryTestSupport
import Testing

/// Springs against a numerical solution of their equation.
struct SpringOracleTests {
  /// A spring and its initial conditions.
  private struct Case: CustomStringConvertible {
    var dampingRatio: Double
    var milliseconds: Int
    var displacement: Double
    var velocity: Double
    var threshold: Double

    init(using generator: inout SeededGenerator) {
      dampingRatio = generator.chance(0.4) ? 1 : .random(in: 0.05...1, using: &generator)
      milliseconds = .random(in: 50...1000, using: &generator)
      displacement = .random(in: -5...5, using: &generator)
      velocity = generator.chance(0.2) ? 0 : .random(in: -100...100, using: &generator)
      threshold = generator.chance(0.5) ? 1e-3 : .random(in: 1e-6...1, using: &generator)
    }

    var description: String {
      "ratio \(dampingRatio), response \(milliseconds) ms, displacement \(displacement), "
        + "velocity \(velocity), threshold \(threshold)"
    }

    var shrinks: [Case] {
      var simpler: [Case] = []
      func add(_ change: (inout Case) -> Void) {
        var copy = self
        change(&copy)
        simpler.append(copy)
      }
      if dampingRatio != 1 { add { $0.dampingRatio = 1 } }
      if milliseconds != 400 { add { $0.milliseconds = 400 } }
      for value in displacement.shrinks { add { $0.displacement = value } }
      for value in velocity.shrinks { add { $0.velocity = value } }
      if threshold != 1e-3 { add { $0.threshold = 1e-3 } }
      return simpler
    }

    func spring() throws -> Spring {
      try Spring(dampingRatio: dampingRatio, response: .milliseconds(milliseconds))
    }

    func motion() throws -> SpringMotion {
      try spring().motion(from: 10 + displacement, to: 10, velocity: velocity, threshold: threshold)
    }
  }

  private func check(seed: UInt64, runs: Int, _ property: (Case) throws -> String?) {
    checkProperty(
      seed: seed, runs: runs, generate: { Case(using: &$0) }, shrink: \.shrinks, check: property)
  }

  /// Integrates x'' = -2 ζ ω x' - ω² x with the Runge-Kutta method, one step of 1/10 ms.
  private static func step(
    _ x: Double, _ v: Double, ratio: Double, frequency: Double
  ) -> (Double, Double) {
    let h = 1e-4
    func force(_ x: Double, _ v: Double) -> Double {
      -2 * ratio * frequency * v - frequency * frequency * x
    }
    let (x1, v1) = (v, force(x, v))
    let (x2, v2) = (v + h / 2 * v1, force(x + h / 2 * x1, v + h / 2 * v1))
    let (x3, v3) = (v + h / 2 * v2, force(x + h / 2 * x2, v + h / 2 * v2))
    let (x4, v4) = (v + h * v3, force(x + h * x3, v + h * v3))
    return (x + h / 6 * (x1 + 2 * x2 + 2 * x3 + x4), v + h / 6 * (v1 + 2 * v2 + 2 * v3 + v4))
  }

  @Test func motionSolvesTheEquation() {
    check(seed: 30_000, runs: 150) { example in
      let motion = try example.motion()
      let frequency = 2 * Double.pi / (Double(example.milliseconds) / 1000)
      var (x, v) = (example.displacement, motion.velocity(at: .zero))
      for time in motion.milliseconds.dropFirst().prefix(1500) where time < motion.duration {
        for _ in 0..<10 {
          (x, v) = Self.step(x, v, ratio: example.dampingRatio, frequency: frequency)
        }
        let (foundX, foundV) = (motion.value(at: time) - 10, motion.velocity(at: time))
        guard foundX.isApproximately(x, tolerance: 1e-6) else { return "\(foundX), not \(x)" }
        guard foundV.isApproximately(v, tolerance: 2e-4) else { return "\(foundV), not \(v)" }
      }
      return nil
    }
  }

  @Test func distanceStaysUnderTheThresholdFromTheEndOn() {
    check(seed: 31_000, runs: 3000) { example in
      let motion = try example.motion()
      // The same motion with a tiny threshold is still running when the other one ends.
      let endless = try example.spring().motion(
        from: motion.start, to: motion.target, velocity: motion.velocity(at: .zero),
        threshold: 1e-12)
      for step in 0..<100 {
        let time = motion.duration + .microseconds(step * step * 50)
        let distance = abs(endless.value(at: time) - motion.target)
        guard distance <= example.threshold * (1 + 1e-9) else { return "\(distance) at \(time)" }
      }
      return nil
    }
  }

  @Test func endIsNotMuchTooLate() {
    check(seed: 32_000, runs: 1000) { example in
      let motion = try example.motion()
      let beta = try example.spring().decayRate
      // The tolerance is twice the time in which the envelope falls to a tenth.
      let reach = abs(example.displacement) + abs(example.velocity) / beta
      guard reach > 10 * example.threshold else { return nil }
      let early = motion.duration.inSeconds - 2 * 2.302585 / beta
      guard early > 0 else { return nil }
      let samples = (0..<200).map { early - Double($0) / 200 * Double(example.milliseconds) / 1e3 }
      let most = samples.filter { $0 > 0 }.map { abs(motion.value(at: .seconds($0)) - 10) }.max()
      guard let most, samples.allSatisfy({ $0 > 0 }) else { return nil }
      return most > example.threshold * 0.1 ? nil : "only \(most) away well before the end"
    }
  }

  @Test func criticalDurationIsTheFormula() {
    check(seed: 35_000, runs: 3000) { example in
      var example = example
      example.dampingRatio = 1
      let motion = try example.motion()
      let beta = 2 * Double.pi / (Double(example.milliseconds) / 1000)
      let (c1, limit) = (example.displacement, beta * abs(example.displacement))
      let isInward = c1 * example.velocity < 0
      let v0 = isInward ? max(-limit, min(limit, example.velocity)) : example.velocity
      let (c2, unit) = (abs(v0 + beta * c1), example.threshold)
      let first = c1 == 0 ? 0 : log(2 * abs(c1) / unit) / beta
      let second = c2 == 0 ? 0 : 2 / beta * log(4 * c2 / (M_E * beta * unit))
      let expected = c1 == 0 ? 0 : max(first, second, 0)
      let found = motion.duration.inSeconds
      return found.isApproximately(expected, tolerance: 3e-9)
        ? nil : "\(found) s, expected \(expected) s"
    }
  }

  @Test func criticalSpringWithoutOutwardVelocityOnlyApproaches() {
    check(seed: 36_000, runs: 500) { example in
      var example = example
      example.dampingRatio = 1
      if example.displacement * example.velocity > 0 { example.velocity.negate() }
      let motion = try example.motion()
      let distances = motion.milliseconds.prefix(2000).map { abs(motion.value(at: $0) - 10) }
      // One ulp of the target, because the sum with it is rounded.
      let isFalling = zip(distances, distances.dropFirst()).allSatisfy { $1 <= $0 + 1.8e-15 }
      return isFalling ? nil : "moves away"
    }
  }

  @Test func criticalSpringNeverPassesItsTarget() {
    check(seed: 33_000, runs: 1000) { example in
      var example = example
      example.dampingRatio = 1
      let motion = try example.motion()
      for time in motion.milliseconds.prefix(2000) {
        let displacement = motion.value(at: time) - 10
        guard displacement * example.displacement >= 0 else { return "passed at \(time)" }
      }
      return nil
    }
  }
}
