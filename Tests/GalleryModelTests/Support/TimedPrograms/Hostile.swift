// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryCompanions

extension Double {
  /// Values that no gesture produces.
  static let nonFinite: [Double] = [.nan, .infinity, -.infinity]

  /// A number in a range, occasionally an extreme one.
  static func hostile(
    in range: ClosedRange<Double>, using generator: inout SeededGenerator
  ) -> Double {
    let hostile: [Double] = [
      .nan, .infinity, -.infinity, 1e300, -1e300, 1e18, .leastNonzeroMagnitude, 0,
    ]
    if generator.chance(0.04) { return hostile.randomElement(using: &generator) ?? 0 }
    return .random(in: range, using: &generator)
  }
}

extension Point {
  static func hostile(
    x: ClosedRange<Double>, y: ClosedRange<Double>, using generator: inout SeededGenerator
  ) -> Point {
    Point(x: .hostile(in: x, using: &generator), y: .hostile(in: y, using: &generator))
  }

  var shrinks: [Point] {
    x.shrinks.map { Point(x: $0, y: y) } + y.shrinks.map { Point(x: x, y: $0) }
  }
}
