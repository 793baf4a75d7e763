// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

struct AxisFilterTests {
  @Test func weightsOfEveryOutputSumToOne() {
    withEvery("source", in: [1, 2, 3, 10, 439]) { source in
      withEvery("count", in: [1, 2, 7, 132, 600]) { count in
        // Given
        let filter = AxisFilter(
          sourceCount: source, start: 0, length: Double(source), count: count)

        // Then
        for index in 0..<count {
          let row = filter.weights[index * filter.stride..<(index + 1) * filter.stride]
          #expect(abs(row.reduce(0, +) - 1) < 1e-5, "\(TestTrace.current)")
          #expect(row.dropFirst(filter.tapCounts[index]).allSatisfy { $0 == 0 })
        }
      }
    }
  }

  @Test func everyWindowLiesInsideOfTheSource() {
    withEvery("source", in: 1...12) { source in
      withEvery("count", in: 1...12) { count in
        // Given
        let filter = AxisFilter(
          sourceCount: source, start: Double(source) - 0.25, length: 0.25, count: count)

        // Then
        for (start, taps) in zip(filter.starts, filter.tapCounts) {
          #expect(start >= 0 && taps >= 1 && start + taps <= source, "\(TestTrace.current)")
        }
      }
    }
  }

  @Test func lanczosIsOneAtZeroAndZeroAtOtherWholeNumbers() {
    // Given
    let values = lanczos(from: -4, step: 0.5, count: 17)

    // Then
    #expect(values[8] == 1)
    for index in [0, 1, 2, 4, 6, 10, 12, 14, 15, 16] { #expect(abs(values[index]) < 1e-15) }
    // sin(pi/2) / (pi/2) * sin(pi/6) / (pi/6)
    for index in [7, 9] {
      #expect(values[index].isApproximately(0.607_927_101_854_027, tolerance: 1e-14))
    }
  }

  @Test func aThousandStepsLoseNoDigits() {
    // Given positions that pass the middle by less than the last digit, and by more
    for start in [-3, -2.9999, -2.2500000001] {
      // When
      let values = lanczos(from: start, step: 1.0 / 256, count: 1500)

      // Then
      for (index, value) in values.enumerated() {
        let x = start + Double(index) / 256
        let expected = lanczos(from: x, step: 1, count: 1)[0]
        #expect(value.isApproximately(expected, tolerance: 1e-9))
      }
    }
  }

  @Test func theSameSizeIsTheIdentity() {
    // Given
    let filter = AxisFilter(sourceCount: 9, start: 0, length: 9, count: 9)

    // Then
    for index in 0..<9 {
      let own = index * filter.stride + index - filter.starts[index]
      #expect(abs(filter.weights[own] - 1) < 1e-6)
    }
  }

  private func lanczos(from start: Double, step: Double, count: Int) -> [Double] {
    var groups = [SIMD4<Double>](repeating: .one, count: (count + 3) / 4)
    let sum = LanczosSteps(step: step).write(count, from: start, to: &groups)
    let values = groups.flatMap { group in group.indices.map { group[$0] } }
    #expect(values[count...].allSatisfy { $0 == 0 })
    #expect(values.reduce(0, +).isApproximately(sum, tolerance: 1e-9))
    return Array(values[..<count])
  }
}
