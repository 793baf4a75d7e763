// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

extension [UInt8] {
  /// Creates the bytes of numbers, most significant byte first.
  init(bigEndian numbers: UInt32...) {
    self = numbers.flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
  }

  /// Appends a PNG chunk: its length, its type, its data and its CRC.
  mutating func appendPNGChunk(_ name: StaticString, _ data: [UInt8]) {
    append(contentsOf: [UInt8](bigEndian: UInt32(data.count)))
    let start = count
    append(contentsOf: String(describing: name).utf8)
    append(contentsOf: data)
    append(contentsOf: [UInt8](bigEndian: CRC32(of: self[start...]).value))
  }

  /// The concatenated data of all IDAT chunks of a PNG that libpng wrote.
  fileprivate var pngImageData: [UInt8] {
    var data: [UInt8] = []
    var start = 8
    while start + 12 <= count {
      let length = self[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let body = start + 8..<Swift.min(count, start + 8 + length)
      if self[start + 4..<start + 8].elementsEqual("IDAT".utf8) { data += self[body] }
      start = body.upperBound + 4
    }
    return data
  }
}

extension Bitmap {
  /// Returns the compressed pixels of a rectangle.
  ///
  /// A trial with zlib level 1 selects the filtering; the result is compressed with level 6. The
  /// highest levels of zlib take ten times as long on scanned paper, for a few percent.
  func smallestPNGData(of rect: PixelRect) throws(ImagingError) -> [UInt8] {
    let adaptive = try encodedAsPNG(rect, filtering: .adaptive, level: 1)
    let plain = try encodedAsPNG(rect, filtering: .none, level: 1)
    let filtering: PNGFiltering = plain.count <= adaptive.count ? .none : .adaptive
    return try encodedAsPNG(rect, filtering: filtering, level: 6).pngImageData
  }

  /// Returns the smallest rectangle that contains all pixels that differ from those of another
  /// picture of the same size and format; empty if there are none.
  func changedRect(from other: Bitmap) -> PixelRect {
    unsafe withUnsafeBytes { mine in
      unsafe other.withUnsafeBytes { theirs in
        var (left, right) = (bytesPerRow, 0)
        var rows: Range<Int>?
        for y in 0..<size.height {
          let row = y * bytesPerRow..<(y + 1) * bytesPerRow
          let (a, b) = unsafe (mine[row], theirs[row])
          guard unsafe !CLibrary.areEqual(.init(rebasing: a), .init(rebasing: b)) else {
            continue
          }
          rows = (rows?.lowerBound ?? y)..<y + 1
          let start = row.lowerBound
          left = (0..<left).first { unsafe mine[start + $0] != theirs[start + $0] } ?? left
          right =
            (right..<bytesPerRow).last { unsafe mine[start + $0] != theirs[start + $0] }
            .map { $0 + 1 } ?? right
        }
        guard let rows else { return .zero }
        let pixel = format.bytesPerPixel
        let columns = left / pixel..<(right + pixel - 1) / pixel
        return PixelRect(
          x: columns.lowerBound, y: rows.lowerBound,
          size: PixelSize(width: columns.count, height: rows.count))
      }
    }
  }
}
