// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import Testing

@testable import PageImaging

struct BitmapTests {
  @Test func aCopyKeepsItsPixelsWhenTheOtherIsWrittenTo() throws {
    // Given
    var first = try Bitmap(size: PixelSize(width: 3, height: 2), format: .rgbx8)
    let second = first

    // When
    try first.withUnsafeMutableBytes { $0[0] = 9 }

    // Then
    #expect(Raster(first)[0, 0, 0] == 9)
    #expect(Raster(second)[0, 0, 0] == 255)
    #expect(first != second)
  }

  @Test func aSizeThatCannotBeCountedIsAnErrorAndNotATrap() {
    let sizes = [
      PixelSize(width: .max, height: 1), PixelSize(width: 1 << 40, height: 1 << 40),
      PixelSize(width: 1 << 31, height: 1 << 31),
    ]
    for size in sizes {
      #expect(throws: ImagingError.self) { try Bitmap(size: size, format: .rgbx8) }
    }
  }

  @Test func anEmptyBitmapHasNoBytes() throws {
    let bitmap = try Bitmap(size: .zero, format: .gray8)
    #expect(bitmap.withUnsafeBytes { $0.count } == 0)
  }
}
