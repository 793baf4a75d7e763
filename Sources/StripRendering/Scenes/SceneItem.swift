// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// An item of a scene: a page or a plain area, visible through a window.
///
///     +- picture -------+
///     |   +- window -+  |      Only the part in the window is drawn. Both rectangles are rotated
///     |   | visible  |  |      around the pivot.
///     |   +----------+  |
///     +-----------------+
public struct SceneItem: Hashable, Sendable {
  /// The content of an item.
  public enum Content: Hashable, Sendable {
    /// A page image, requested in a size in points.
    ///
    /// Items that grow and shrink keep the largest size, so that callers can cache the image.
    case page(PageID, size: Size)

    /// A plain area.
    case color(RGBColor)
  }

  /// The content of the item.
  public var content: Content

  /// The rectangle of the whole image, in points.
  public var picture: Rect

  /// The visible rectangle, in points.
  public var window: Rect

  /// The angle in radians, clockwise.
  public var rotation: Double

  /// The center of the rotation, in points.
  public var pivot: Point

  /// The opacity in `0...1`.
  public var alpha: Double

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - content: The content of the item.
  ///   - picture: The rectangle of the whole image, in points.
  ///   - window: The visible rectangle, in points. The default is the whole image.
  ///   - rotation: The angle in radians, clockwise. The default is 0.
  ///   - pivot: The center of the rotation. The default is the center of the window.
  ///   - alpha: The opacity in `0...1`. The default is 1.
  public init(
    _ content: Content, picture: Rect, window: Rect? = nil, rotation: Double = 0,
    pivot: Point? = nil, alpha: Double = 1
  ) {
    self.content = content
    self.picture = picture
    self.window = window ?? picture
    self.rotation = rotation
    self.pivot = pivot ?? self.window.center
    self.alpha = alpha
  }
}
