// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryMotion
import GalleryTestSupport
import Testing

struct DecelerationTests {
  @Test func projectionsOfTheNormalAndTheFastRate() {
    let (fast, normal) = (Deceleration.fast, Deceleration.normal)
    #expect(fast.projectedDistance(velocity: 1000).isApproximately(99.4992, tolerance: 0.5e-4))
    #expect(normal.projectedDistance(velocity: 1000).isApproximately(499.4998, tolerance: 0.5e-4))
    #expect(fast.projectedDistance(velocity: 1).isApproximately(0.0994992, tolerance: 0.5e-7))
    #expect(fast.decayRate.isApproximately(10.050336, tolerance: 0.5e-6))
    #expect(fast.projectedDistance(velocity: -250) == -fast.projectedDistance(velocity: 250))
  }

  @Test func stripRollsToThePage() {
    let (velocity, threshold) = (400.0 / 37, 0.25 / 37)
    #expect(velocity.isApproximately(10.8108, tolerance: 0.5e-4))
    let projection = 3.2 + Deceleration.fast.projectedDistance(velocity: velocity)
    #expect(projection.isApproximately(4.27567, tolerance: 0.5e-5))
    let required = Deceleration.fast.requiredVelocity(forDistance: 0.8)
    // The expected quotient is that of the rounded velocity.
    #expect((required / 10.8108).isApproximately(0.74373, tolerance: 0.5e-5))
    #expect(Deceleration.fast.canLand(afterDistance: 4 - 3.2, velocity: velocity))
    let motion = Deceleration.fast.motion(from: 3.2, to: 4, threshold: threshold)
    #expect(motion.duration.inSeconds.isApproximately(0.475016, tolerance: 0.5e-6))
    #expect(motion.value(at: .milliseconds(100)).isApproximately(3.707174, tolerance: 0.5e-6))
    // A slow fling back needs a spring.
    #expect(!Deceleration.fast.canLand(afterDistance: 3 - 3.2, velocity: 50.0 / 37))
  }

  @Test func projectionIsTheIntegralOfTheVelocity() throws {
    for rate in [0.5, 0.9, 0.99, 0.998, 0.9999] {
      let deceleration = try Deceleration(rate: rate)
      let velocity = 731.0
      // The time in which the velocity falls to 10⁻¹³.
      let sum = integral(from: 0, to: 30 / deceleration.decayRate) {
        velocity * pow(rate, 1000 * $0)
      }
      let found = deceleration.projectedDistance(velocity: velocity)
      #expect(found.isApproximately(sum, tolerance: 1e-9 * found), "\(rate)")
      let back = deceleration.requiredVelocity(forDistance: found)
      #expect(back.isApproximately(velocity, tolerance: 1e-10))
    }
  }

  @Test func landingNeedsTheRightVelocity() {
    let deceleration = Deceleration.fast
    let required = deceleration.requiredVelocity(forDistance: 3)
    for (share, expected) in [
      (0.49, false), (0.5, true), (1, true), (2, true), (2.01, false), (-1, false), (0, false),
    ] {
      #expect(deceleration.canLand(afterDistance: 3, velocity: share * required) == expected)
      #expect(deceleration.canLand(afterDistance: -3, velocity: -share * required) == expected)
    }
    #expect(!deceleration.canLand(afterDistance: 0, velocity: 1))
    #expect(!deceleration.canLand(afterDistance: 3, velocity: 2 * required, factor: 1.5))
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(!deceleration.canLand(afterDistance: number, velocity: 1))
      #expect(!deceleration.canLand(afterDistance: 1, velocity: number))
    }
    #expect(!deceleration.canLand(afterDistance: 1e308, velocity: 1e308))
  }

  @Test func badRatesAreRefused() {
    for rate in [0, -0.5, 1, 0.999_999_1, 2, .nan, .infinity] {
      #expect(throws: MotionError.self) { try Deceleration(rate: rate) }
    }
  }
}
