// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// The facts about a finished thumbnail that are reported.
struct ThumbnailFacts: Sendable {
  let width: Int
  let height: Int
  let isDamaged: Bool
  let warningCount: Int
  /// Whether the thumbnail already existed and was left unchanged.
  let isUpToDate: Bool

  init(size: PixelSize, warningCount: Int, isUpToDate: Bool = false) {
    (width, height) = (size.width, size.height)
    isDamaged = warningCount > 0
    self.warningCount = warningCount
    self.isUpToDate = isUpToDate
  }
}

/// An encoded thumbnail.
struct EncodedThumbnail: Sendable {
  let bytes: [UInt8]
  let facts: ThumbnailFacts
  /// The origin of the thumbnail, `nil` if changes of it cannot be detected.
  let origin: ThumbnailOrigin?

  init(bytes: [UInt8], facts: ThumbnailFacts, origin: ThumbnailOrigin?) {
    self.bytes = bytes
    self.facts = facts
    self.origin = origin
  }

  /// Encodes a page that was decoded for the thumbnail.
  init(
    _ image: DecodedPage, as encoding: ImageEncoding, origin: ThumbnailOrigin?
  ) throws(Problem) {
    self.origin = origin
    do { bytes = try image.encoded(as: encoding) } catch { throw .unencodable(error) }
    facts = ThumbnailFacts(size: image.size, warningCount: image.warningCount)
  }
}
