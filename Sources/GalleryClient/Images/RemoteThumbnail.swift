// SPDX-License-Identifier: Apache-2.0

/// The sizes of thumbnails that a server offers.
public enum RemoteThumbnailStyle: String, CaseIterable, Sendable {
  /// A height of 66 pixels, for a strip.
  case h66
  /// A height of 132 pixels, for a strip on a screen of double density.
  case h132
  /// A height of 264 pixels.
  case h264
  /// A long side of 480 pixels.
  case e480
  /// A long side of 800 pixels.
  case e800
  /// A long side of 1,280 pixels.
  case e1280
  /// A long side of 1,920 pixels.
  case e1920
  /// A long side of 2,560 pixels.
  case e2560
}

/// A thumbnail of a page.
public struct RemoteThumbnail: Hashable, Sendable {
  /// The encoded image.
  public var bytes: [UInt8]

  /// The media type, such as `image/jpeg`; `nil` if the server did not name it.
  public var mediaType: String?

  /// Whether the page is damaged, so that the image shows only a part of it.
  public var isDamaged: Bool
}
