// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// Something in a picture of a model: a page or a plain area, seen through a window.
///
///     +- picture -------+
///     |   +- window -+  |      Only what is in the window is drawn. Both are rotated around the
///     |   | visible  |  |      pivot.
///     |   +----------+  |
///     +-----------------+
public struct SceneItem: Hashable, Sendable {
  /// What is drawn.
  public enum Content: Hashable, Sendable {
    /// The picture of a page, which is asked for in a size in points.
    ///
    /// Items that become larger and smaller keep the largest size, so that callers can keep the
    /// picture.
    case page(PageID, size: Size)

    /// A plain area.
    case color(RGBColor)
  }

  /// What is drawn.
  public var content: Content

  /// Where all of the picture stands, in points.
  public var picture: Rect

  /// What is seen of it, in points.
  public var window: Rect

  /// The angle in radians, clockwise.
  public var rotation: Double

  /// The place around which it is rotated, in points.
  public var pivot: Point

  /// The opacity in `0...1`.
  public var alpha: Double

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - content: What is drawn.
  ///   - picture: Where all of the picture stands, in points.
  ///   - window: What is seen of it, in points. All of it by default.
  ///   - rotation: The angle in radians, clockwise. None by default.
  ///   - pivot: The place around which it is rotated. The middle of the window by default.
  ///   - alpha: The opacity in `0...1`. One by default.
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
