// SPDX-License-Identifier: Apache-2.0

/// The facts about a PNG that a decoder needs beyond its size.
package struct PNGDetails: Hashable, Sendable {
  /// The color type as stored: 0, 2, 3, 4 or 6.
  package let colorType: UInt8
  /// Bits per sample, or per palette index.
  package let bitDepth: Int
  /// Whether the rows are stored in seven passes.
  package let isInterlaced: Bool
  /// Whether pixels can be other than opaque: an alpha channel, or a transparent color or
  /// palette entry.
  package let hasTransparency: Bool
  /// The byte where the first chunk with pixels begins, at its length.
  package let imageDataOffset: Int
  /// The EXIF block whose orientation counts, from its byte order mark on, `nil` if an eXIf chunk has none.
  package let exifBlock: Range<Int>?
  /// The byte where the body of a tIME chunk begins, `nil` if there is none where chunks are read.
  package let timeOffset: Int?
}
