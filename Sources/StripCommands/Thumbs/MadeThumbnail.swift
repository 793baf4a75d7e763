// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// What is told about a thumbnail that was made.
struct ThumbnailFacts: Sendable {
  let width: Int
  let height: Int
  let isDamaged: Bool
  let warningCount: Int
  /// Whether it was there already, and was left as it is.
  let isUpToDate: Bool

  init(size: PixelSize, warningCount: Int, isUpToDate: Bool = false) {
    (width, height) = (size.width, size.height)
    isDamaged = warningCount > 0
    self.warningCount = warningCount
    self.isUpToDate = isUpToDate
  }
}

/// A thumbnail as a file.
struct MadeThumbnail: Sendable {
  let bytes: [UInt8]
  let facts: ThumbnailFacts
  /// What it was made of, `nil` if it cannot be told whether that has changed.
  let origin: ThumbnailOrigin?

  init(bytes: [UInt8], facts: ThumbnailFacts, origin: ThumbnailOrigin?) {
    self.bytes = bytes
    self.facts = facts
    self.origin = origin
  }

  /// Encodes a page that was decoded for it.
  init(
    _ image: DecodedPage, as encoding: ImageEncoding, origin: ThumbnailOrigin?
  ) throws(Problem) {
    self.origin = origin
    do { bytes = try image.encoded(as: encoding) } catch { throw .unencodable(error) }
    facts = ThumbnailFacts(size: image.size, warningCount: image.warningCount)
  }
}
