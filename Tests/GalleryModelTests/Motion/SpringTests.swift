// SPDX-License-Identifier: Apache-2.0

import GalleryMotion
import GalleryTestSupport
import Testing

struct SpringTests {
  @Test func presetsHaveTheirNumbers() throws {
    #expect(Spring.paging.decayRate.isApproximately(14.142136, tolerance: 0.5e-6))
    #expect(Spring.snapping.decayRate.isApproximately(15.707963, tolerance: 0.5e-6))
    #expect(Spring.bounce.decayRate == 10)
    #expect(try Spring.paging == Spring(stiffness: 200))
    #expect(try Spring.bounce == Spring(stiffness: 100))
    #expect(try Spring.snapping == Spring(dampingRatio: 1, response: .milliseconds(400)))
    #expect(Spring.snapping.response == .milliseconds(400))
  }

  @Test func responseAndStiffnessAreTwoNamesOfOneNumber() {
    checkProperty(
      seed: 34_000, runs: 1000,
      generate: { Int.random(in: 1000...10_000_000_000_000, using: &$0) },
      shrink: { $0.shrinks.filter { $0 >= 1000 } },
      check: { count in
        let spring = try Spring(dampingRatio: 0.5, response: .nanoseconds(count))
        guard spring.response == .nanoseconds(count) else { return "\(spring.response)" }
        let stiffness = spring.angularFrequency * spring.angularFrequency
        guard count > 1000, count < 10_000_000_000_000 else { return nil }
        let same = try Spring(dampingRatio: 0.5, stiffness: stiffness)
        let difference = abs(same.angularFrequency - spring.angularFrequency)
        return difference <= spring.angularFrequency.ulp ? nil : "\(same)"
      })
  }

  @Test func boundsAreAllowed() throws {
    for ratio in [Spring.dampingRatios.lowerBound, Spring.dampingRatios.upperBound] {
      for response in [Spring.responses.lowerBound, Spring.responses.upperBound] {
        let spring = try Spring(dampingRatio: ratio, response: response)
        #expect(spring.response == response)
        #expect(spring.decayRate == ratio * spring.angularFrequency)
      }
    }
  }

  @Test func outwardLimitKeepsTheExtraOvershoot() throws {
    for ratio in [0.1, 0.5, 0.8, 1] {
      let spring = try Spring(dampingRatio: ratio, response: .milliseconds(400))
      for displacement in [1e-9, 0.1, 1, 5] {
        let limit = spring.outwardVelocityLimit(forExtraOvershoot: 0.5)
        let motion = spring.motion(from: displacement, to: 0, velocity: limit, threshold: 1e-6)
        let most = motion.milliseconds.map(motion.value(at:)).max() ?? .infinity
        #expect(most <= displacement + 0.5 + 1e-9)
        if ratio == 1, displacement < 1e-6 {
          #expect(most.isApproximately(0.5, tolerance: 1e-4))
        }
      }
    }
    let limit = Spring.bounce.outwardVelocityLimit(forExtraOvershoot: 0.5)
    #expect(limit.isApproximately(0.5 * 2.71828 * 10, tolerance: 1e-4))
  }

  @Test func springsOfBadNumbersAreRefused() {
    let second = Duration.seconds(1)
    for ratio in [0, -1, 0.009, 1.001, .nan, .infinity] {
      #expect(throws: MotionError.self) { try Spring(dampingRatio: ratio, response: second) }
      #expect(throws: MotionError.self) { try Spring(dampingRatio: ratio, stiffness: 100) }
    }
    for response in [Duration.zero, .seconds(-1), .nanoseconds(999), .seconds(10_001)] {
      #expect(throws: MotionError.invalidResponse(found: response)) {
        try Spring(dampingRatio: 1, response: response)
      }
    }
    for stiffness in [0, -1, 1e-10, 1e15, .nan, .infinity] {
      #expect(throws: MotionError.self) { try Spring(stiffness: stiffness) }
    }
  }
}
