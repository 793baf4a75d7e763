// SPDX-License-Identifier: Apache-2.0

/// The areas of the screen that show a gallery, in points.
///
/// A side of zero is allowed: that surface then shows nothing, and the gallery keeps running.
public struct GalleryViewport: Hashable, Sendable {
  /// The size of the area that shows the large page.
  public var preview: Size

  /// The size of the area that shows the thumbnails.
  ///
  /// Its length across the scroll axis is the height of the thumbnails: 66 points by default for a
  /// horizontal strip. Zero means that there is no strip.
  public var strip: Size

  /// The viewport without area.
  public static var zero: Self { Self(preview: .zero, strip: .zero) }

  /// Creates a viewport.
  ///
  /// - Parameters:
  ///   - preview: The size of the area that shows the large page, in points.
  ///   - strip: The size of the area that shows the thumbnails, in points.
  public init(preview: Size, strip: Size) {
    self.preview = preview
    self.strip = strip
  }

  /// Returns the size of the area of a surface.
  ///
  /// - Parameter surface: The surface.
  /// - Returns: A size in points.
  public subscript(surface: GallerySurface) -> Size {
    surface == .preview ? preview : strip
  }
}

#if !hasFeature(Embedded)
  extension GalleryViewport: Codable {}
#endif
