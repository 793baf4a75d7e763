// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

struct PixelSizeTests {
  static let sides: [(Int, Bool)] = [
    (.min, false), (-1, false), (0, false), (1, true), (1728, true), (2_147_483_647, true),
    (2_147_483_648, false), (.max, false),
  ]

  @Test(arguments: sides)
  func sideIsValidUpToTheLimitOfTheFormats(side: Int, isValid: Bool) {
    #expect(PixelSize(width: side, height: 1).isValid == isValid)
    #expect(PixelSize(width: 1, height: side).isValid == isValid)
    #expect((PixelSize(width: side, height: 1).aspectRatio != nil) == isValid)
  }

  static let counts: [(Int, Int, Int)] = [
    (3, 2, 6), (0, 5, 0), (5, 0, 0), (-2, -3, 0), (-2, 3, 0), (.min, .min, 0),
    (2_147_483_647, 2_147_483_647, 4_611_686_014_132_420_609), (.max, 1, .max), (.max, 2, .max),
  ]

  @Test(arguments: counts)
  func pixelCountSaturates(width: Int, height: Int, count: Int) {
    #expect(PixelSize(width: width, height: height).pixelCount == count)
  }

  @Test func aspectRatioIsWidthByHeight() {
    #expect(PixelSize(width: 3, height: 2).aspectRatio == 1.5)
    #expect(PixelSize(width: 3, height: 2).transposed.aspectRatio == 2 / 3.0)
    #expect(PixelSize.zero.aspectRatio == nil)
  }
}
