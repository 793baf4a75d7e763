// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import PageImaging
import Testing

struct BitmapRoundingTests {
  private static let ramp = Raster(width: 256, height: 1, channels: 1) { x, _, _ in UInt8(x) }

  @Test(arguments: 1...8)
  func everySampleGoesToTheNearestLevel(bitCount: Int) throws {
    let rounded = Raster(try Self.ramp.bitmap().rounded(toBits: bitCount))

    let last = Double(1 << bitCount) - 1
    let expected = Raster(width: 256, height: 1, channels: 1) { x, _, _ in
      UInt8(((Double(x) * last / 255).rounded() * 255 / last).rounded())
    }
    #expect(rounded == expected)
  }

  @Test func theFourthByteOfAPixelStays() throws {
    let bitmap = try Bitmap(size: PixelSize(width: 1, height: 1), format: .rgbx8, fill: 255)
    #expect(try bitmap.rounded(toBits: 3) == bitmap)
  }

  @Test func otherNumbersOfBitsEndTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = try Bitmap(size: PixelSize(width: 1, height: 1), format: .gray8).rounded(toBits: 9)
    }
  }
}
