// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry
public import PageImaging

/// The size and format of a thumbnail.
public struct ThumbnailStyle: Hashable, Sendable {
  /// The size of the page as shown: upright and with the user's rotation.
  ///
  /// A smaller page keeps its size.
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

/// A thumbnail of a page, as an encoded file.
public struct Thumbnail: Hashable, Sendable {
  /// The file, in the format of the requested style.
  public let bytes: [UInt8]

  /// The width and height in pixels.
  public let size: PixelSize

  /// Whether parts of the page could not be decoded; they are white or gray.
  public let isDamaged: Bool

  /// Creates a thumbnail.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - size: The width and height in pixels.
  ///   - isDamaged: Whether parts of the page could not be decoded.
  package init(bytes: [UInt8], size: PixelSize, isDamaged: Bool) {
    self.bytes = bytes
    self.size = size
    self.isDamaged = isDamaged
  }
}
