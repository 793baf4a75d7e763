// SPDX-License-Identifier: Apache-2.0

/// The facts about a PNG that a decoder needs beyond its size.
package struct PNGDetails: Hashable, Sendable {
  /// The color type as stored: 0, 2, 3, 4 or 6.
  package let colorType: UInt8
  /// Bits per sample, or per palette index.
  package let bitDepth: Int
  /// Whether the image is interlaced: stored in the seven passes of Adam7.
  package let isInterlaced: Bool
  /// Whether pixels can be transparent: there is an alpha channel, or a transparent color or
  /// palette entry.
  package let hasTransparency: Bool
  /// The offset of the first IDAT chunk, at its length field.
  package let imageDataOffset: Int
  /// The byte range of the EXIF block whose orientation counts, from its byte order mark on; `nil`
  /// if no eXIf chunk holds one.
  package let exifBlock: Range<Int>?
  /// The offset of the body of the tIME chunk; `nil` if the chunks that are read include none.
  package let timeOffset: Int?
}
