// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// What is told about a thumbnail that was made.
struct Thumbnail: Sendable {
  let width: Int
  let height: Int
  let isDamaged: Bool
  let warningCount: Int

  init(size: PixelSize, warningCount: Int) {
    (width, height) = (size.width, size.height)
    isDamaged = warningCount > 0
    self.warningCount = warningCount
  }
}

/// A thumbnail as a file.
struct MadeThumbnail: Sendable {
  let bytes: [UInt8]
  let facts: Thumbnail

  init(bytes: [UInt8], facts: Thumbnail) {
    self.bytes = bytes
    self.facts = facts
  }

  /// Encodes a page that was decoded for it.
  init(_ image: DecodedPage, as encoding: ImageEncoding) throws(Problem) {
    do { bytes = try image.encoded(as: encoding) } catch { throw .unencodable(error) }
    facts = Thumbnail(size: image.size, warningCount: image.warningCount)
  }
}
