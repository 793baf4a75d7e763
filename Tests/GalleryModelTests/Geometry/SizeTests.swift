// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

struct SizeTests {
  static let ratios: [(Size, Double?)] = [
    (Size(width: 3, height: 2), 1.5), (Size(width: 2, height: 4), 0.5), (.zero, nil),
    (Size(width: 1, height: 0), nil), (Size(width: 0, height: 1), nil),
    (Size(width: -1, height: -1), nil), (Size(width: .nan, height: 1), nil),
    (Size(width: .infinity, height: 1), nil), (Size(width: 1, height: .infinity), nil),
    (Size(width: 1e300, height: 1e-300), nil), (Size(width: 1e-300, height: 1e300), nil),
  ]

  @Test(arguments: ratios)
  func aspectRatioIsPositiveAndFinite(size: Size, ratio: Double?) {
    #expect(size.aspectRatio == ratio)
  }

  @Test func lengthIsMeasuredAlongTheAxis() {
    let size = Size(width: 3, height: 2)

    #expect(Axis.allCases.map(size.length(along:)) == [3, 2])
    #expect(Axis.allCases.map { size.length(along: $0.perpendicular) } == [2, 3])
    #expect(Axis.allCases.map(Point(x: 5, y: 7).coordinate(along:)) == [5, 7])
  }

  @Test func transposingSwapsTheSides() {
    #expect(Size(width: 3, height: 2).transposed == Size(width: 2, height: 3))
    #expect(Point(x: 3, y: 2).transposed == Point(x: 2, y: 3))
  }
}
