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
  /// The entity tag of the original bytes, with its quotation marks as HTTP wants it.
  ///
  /// Pages with the same bytes have the same one.
  public var entityTag: String { "\"\(digest)\"" }

  /// Returns the entity tag of a small picture of this page, with its quotation marks as HTTP wants it.
  ///
  /// It follows from what the picture follows from, so that a request for what a client has already is
  /// answered without the picture. A later version of this library that draws otherwise has other tags.
  ///
  /// - Parameter style: The size and format of the picture.
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
