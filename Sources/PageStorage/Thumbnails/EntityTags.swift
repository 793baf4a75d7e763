// SPDX-License-Identifier: Apache-2.0

public import PageImaging

extension Thumbnail {
  /// The SHA-256 of the file.
  ///
  /// - Complexity: O(bytes).
  public var digest: ContentDigest {
    var digest = ContentDigestBuilder()
    digest.add(bytes)
    return digest.digest
  }
}

extension StoredPage {
  /// The entity tag of the original bytes, with the quotation marks that HTTP requires.
  ///
  /// Pages with equal bytes have the same tag.
  public var entityTag: String { "\"\(digest)\"" }

  /// Returns the entity tag of a thumbnail of this page, with the quotation marks that HTTP
  /// requires.
  ///
  /// It depends on the same inputs as the thumbnail, so that a conditional request is answered
  /// without rendering. A later library version that renders differently has different tags.
  ///
  /// - Parameter style: The size and format of the thumbnail.
  /// - Returns: The tag.
  public func entityTag(for style: ThumbnailStyle) -> String {
    var tag = ContentDigestBuilder()
    tag.add(ThumbnailKey(digest: digest, rotation: rotation, style: style).stored)
    return "\"\(tag.digest)\""
  }
}

extension ImageEncoding {
  /// The format of the files.
  public var format: ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    }
  }
}
