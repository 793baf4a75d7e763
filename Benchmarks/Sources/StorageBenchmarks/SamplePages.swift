// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// Pages of A4 at 300 dpi, of the size of typical scans, each with different bytes.
struct SamplePages {
  /// The number of pages that look different.
  ///
  /// Further pages differ only in a comment in the file.
  private static let designCount = 12
  private let designs: [[UInt8]]

  init() throws {
    designs = try (0..<Self.designCount).map { try Self.design($0) }
  }

  /// The mean size of the designs, in bytes.
  var averageByteCount: Int { designs.reduce(0) { $0 + $1.count } / designs.count }

  /// Returns a JPEG with a number in a comment.
  func page(_ number: Int) -> [UInt8] {
    var page = designs[number % designs.count]
    let digits = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    // The comment (COM, FE) follows the start of the image: ISO/IEC 10918-1, B.2.4.5.
    page.insert(contentsOf: [0xFF, 0xFE, 0x00, UInt8(2 + digits.count)] + digits, at: 2)
    return page
  }

  /// Returns a small JPEG with a number in a comment.
  static func small(_ number: Int) throws -> [UInt8] {
    let bitmap = try Bitmap(size: PixelSize(width: 60, height: 85), format: .gray8, fill: 255)
    var page = try bitmap.encoded(as: .jpeg(quality: 80))
    let digits = withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
    page.insert(contentsOf: [0xFF, 0xFE, 0x00, UInt8(2 + digits.count)] + digits, at: 2)
    return page
  }

  /// Returns lines of dark marks on paper with a little scanner grain.
  private static func design(_ number: Int) throws -> [UInt8] {
    var page = try Bitmap(size: PixelSize(width: 2480, height: 3508), format: .rgbx8)
    let width = page.size.width
    let (line, mark) = (48 + number % 5 * 4, 6 + number % 3)
    try page.withUnsafeMutableBytes { pixels in
      var state = UInt64(number + 1)
      for index in 0..<pixels.count / 4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let grain = UInt8(truncatingIfNeeded: state >> 62)
        let (y, x) = index.quotientAndRemainder(dividingBy: width)
        let isMark = y % line < line / 2 && (x / mark ^ y / 9) % 5 < 2 && x % 410 > 30
        for channel in 0..<3 {
          pixels[index * 4 + channel] = (isMark ? 40 : 236) &+ grain &- UInt8(channel * 3)
        }
      }
    }
    return try page.encoded(as: .jpeg(quality: 75))
  }
}
