// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

struct ReducedTransformTests {
  private static func transform(
    _ coefficients: [Int16], _ block: ReducedBlock, steps: SIMD4<Int32>
  ) -> [UInt8] {
    var rows = [UInt8](repeating: 0, count: block.coefficientCount)
    rows.withUnsafeMutableBufferPointer { rows in
      guard let base = rows.baseAddress else { return }
      ReducedTransform.transform(
        coefficients, count: 1, block: block, steps: steps, into: base, stride: block.side)
    }
    return rows
  }

  @Test func theMeanIsAnEighthOfTheCoefficient() {
    for coefficient in Int16(-1100)...1100 {
      let sample = Self.transform([coefficient], .oneSample, steps: SIMD4(1, 0, 0, 0))
      let exact = (Double(coefficient) / 8 + 128 + 0.5).rounded(.down)
      #expect(sample == [UInt8(max(0, min(255, exact)))])
    }
  }

  /// The definition: the transform of the 2 x 2 lowest coefficients, in doubles.
  @Test func quartersAreTheSmallTransform() {
    checkProperty(
      seed: 71, runs: 500,
      generate: { random in
        (0..<4).map { _ in Int16.random(in: -60...60, using: &random) }
      },
      shrink: { _ in [] },
      check: { coefficients in
        let steps = SIMD4<Int32>(7, 3, 5, 2)
        let found = Self.transform(coefficients, .fourSamples, steps: steps)
        let values = (0..<4).map { Double(coefficients[$0]) * Double(steps[$0]) / 4 }
        for (index, (y, x)) in [(0, 0), (0, 1), (1, 0), (1, 1)].enumerated() {
          // Rows of the orthonormal transform of two points.
          let root = 1 / 2.0.squareRoot()
          let along = [root, x == 0 ? root : -root]
          let down = [root, y == 0 ? root : -root]
          let sample =
            values[0] * down[0] * along[0] + values[1] * down[0] * along[1]
            + values[2] * down[1] * along[0] + values[3] * down[1] * along[1]
          let exact = max(0, min(255, sample + 128))
          if abs(Double(found[index]) - exact) > 0.5 + 1e-9 { return "\(found), not \(exact)" }
        }
        return nil
      })
  }

  @Test func noCoefficientsTrap() {
    for value in [Int16.min, -1, 0, .max] {
      for step in [Int32(1), 255, 32_767] {
        let all = [Int16](repeating: value, count: 4)
        _ = Self.transform(all, .fourSamples, steps: SIMD4(repeating: step))
        _ = Self.transform(all, .oneSample, steps: SIMD4(repeating: step))
      }
    }
  }
}
