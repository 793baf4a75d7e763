// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageImaging

/// Small images that differ from each other.
enum TestImage {
  static func png(_ number: Int, width: Int = 4, height: Int = 6) -> [UInt8] {
    encoded(number, PixelSize(width: width, height: height), as: .png)
  }

  static func jpeg(_ number: Int, width: Int = 40, height: Int = 60) -> [UInt8] {
    encoded(number, PixelSize(width: width, height: height), as: .jpeg(quality: 80))
  }

  private static func encoded(
    _ number: Int, _ size: PixelSize, as encoding: ImageEncoding
  ) -> [UInt8] {
    guard var bitmap = try? Bitmap(size: size, format: .gray8, fill: 255) else { return [] }
    try? bitmap.withUnsafeMutableBytes { bytes in
      for index in bytes.indices {
        bytes[index] = UInt8(truncatingIfNeeded: number &* 37 &+ index &* (number + 1))
      }
    }
    return (try? bitmap.encoded(as: encoding)) ?? []
  }
}
