// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry
public import PageImaging

/// What a thumbnail shall be like.
public struct ThumbnailStyle: Hashable, Sendable {
  /// The size, of the page as shown: upright and with the user's rotation.
  ///
  /// A page that is smaller keeps its size.
  public var target: DecodingTarget

  /// The file format.
  public var encoding: ImageEncoding

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - target: The size.
  ///   - encoding: The file format; JPEG of quality 80 by default.
  public init(_ target: DecodingTarget, encoding: ImageEncoding = .jpeg(quality: 80)) {
    self.target = target
    self.encoding = encoding
  }

  /// A style for a strip of a height in pixels.
  ///
  /// - Parameter height: The height in pixels, at least 1.
  /// - Returns: The style.
  public static func strip(height: Int) -> Self { Self(.height(height)) }
}

/// A small picture of a page, as a file.
public struct Thumbnail: Hashable, Sendable {
  /// The file, in the format that the style asked for.
  public let bytes: [UInt8]

  /// The sides in pixels.
  public let size: PixelSize

  /// Whether parts of the page could not be decoded; they are white or gray.
  public let isDamaged: Bool

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - size: The sides in pixels.
  ///   - isDamaged: Whether parts of the page could not be decoded.
  package init(bytes: [UInt8], size: PixelSize, isDamaged: Bool) {
    self.bytes = bytes
    self.size = size
    self.isDamaged = isDamaged
  }
}
