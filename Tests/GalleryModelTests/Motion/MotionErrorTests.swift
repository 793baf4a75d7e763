// SPDX-License-Identifier: Apache-2.0

import GalleryMotion
import Testing

struct MotionErrorTests {
  private static let all: [(MotionError, String)] = [
    (.invalidDampingRatio(found: 2), "The damping ratio must be in 0.01...1.0, but it is 2.0."),
    (
      .invalidResponse(found: .zero),
      "The response must be in 1e-06 seconds...10000.0 seconds, but it is 0.0 seconds."
    ),
    (
      .invalidStiffness(found: -1),
      "The response of a stiffness must be in 1e-06 seconds...10000.0 seconds, "
        + "but the stiffness is -1.0."
    ),
    (
      .invalidDecelerationRate(found: 1),
      "The deceleration rate must be above 0 and at most 0.999999, but it is 1.0."
    ),
    (
      .invalidControlPoint(x: 2, y: 3),
      "A control point must be in 0...1 along x and in -1000.0...1000.0 along y, "
        + "but it is at (2.0, 3.0)."
    ),
    (
      .invalidDimension(found: -1),
      "The dimension of a rubber band must be zero or more and finite, but it is -1.0."
    ),
    (
      .invalidCoefficient(found: 0),
      "The coefficient of a rubber band must be positive and finite, but it is 0.0."
    ),
  ]

  @Test(arguments: all)
  func descriptionSaysWhatIsAllowed(error: MotionError, expected: String) {
    #expect("\(error)" == expected)
  }

  @Test func motionsOfBadNumbersTrap() async {
    await #expect(processExitsWith: .failure) {
      _ = Spring.paging.motion(from: .nan, to: 0, velocity: 0, threshold: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Spring.paging.motion(from: 1, to: 0, velocity: .infinity, threshold: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Spring.paging.motion(from: 1, to: 0, velocity: 1, threshold: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = Deceleration.fast.motion(from: 0, to: .infinity, threshold: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Deceleration.fast.motion(from: 0, to: 1, threshold: .nan)
    }
    await #expect(processExitsWith: .failure) {
      _ = Deceleration.fast.motion(from: 0, velocity: .nan, threshold: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Spring.paging.motion(from: 1, to: -.infinity, velocity: 0, threshold: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = Deceleration.fast.motion(from: .infinity, velocity: 0, threshold: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = EasedMotion(from: .infinity, to: 1, duration: .zero)
    }
    await #expect(processExitsWith: .failure) {
      _ = EasedMotion(from: 0, to: .nan, duration: .zero)
    }
  }
}
