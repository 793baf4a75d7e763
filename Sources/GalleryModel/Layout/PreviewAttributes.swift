// SPDX-License-Identifier: Apache-2.0

/// The geometry of one page of a preview, in points of the viewport.
public struct PreviewAttributes: Hashable, Sendable {
  /// The page's index in the committed order, from zero.
  public var index: Int

  /// The distance from the focus, in pages; negative before it.
  public var pageDistance: Double

  /// The center of the page rectangle, relative to the top left corner of the viewport.
  public var center: Point

  /// The size of the page rectangle before scaling: that of the viewport.
  public var size: Size

  /// The factor by which the page is scaled, in `0...1`.
  public var scale: Double

  /// The opacity: 0 is invisible, 1 is opaque.
  public var alpha: Double

  /// The distance by which the content is shifted inside its window, along the axis, in points.
  public var parallaxOffset: Double

  /// The drawing order: 1 for the page nearest to the focus, -1 for a deleted page, otherwise 0.
  public var zIndex: Int

  /// Creates the attributes of one page.
  ///
  /// - Parameters:
  ///   - index: The page's index in the committed order, from zero.
  ///   - pageDistance: The distance from the focus, in pages.
  ///   - center: The center of the page rectangle, in points of the viewport.
  ///   - size: The size of the page rectangle, in points.
  ///   - scale: The factor by which the page is scaled, in `0...1`. 1 by default.
  ///   - alpha: The opacity in `0...1`. Opaque by default.
  ///   - parallaxOffset: The shift of the content inside its window, in points.
  ///   - zIndex: The drawing order.
  public init(
    index: Int, pageDistance: Double, center: Point, size: Size, scale: Double = 1,
    alpha: Double = 1, parallaxOffset: Double = 0, zIndex: Int = 0
  ) {
    self.index = index
    self.pageDistance = pageDistance
    self.center = center
    self.size = size
    self.scale = scale
    self.alpha = alpha
    self.parallaxOffset = parallaxOffset
    self.zIndex = zIndex
  }

  /// The scaled page rectangle, in points of the viewport.
  public var frame: Rect {
    Rect(center: center, size: Size(width: size.width * scale, height: size.height * scale))
  }

  /// Returns the window in which the page is visible, relative to the page rectangle.
  ///
  /// It is the largest centered rectangle of the page's shape that fits (aspect fit). The content
  /// has the same size and is moved by ``parallaxOffset``; the window is not.
  ///
  /// - Parameter aspectRatio: Width divided by height of the displayed page. `nil` or a ratio that
  ///   is not positive and finite means unknown.
  /// - Returns: A rectangle inside the page rectangle, the whole page rectangle if the ratio is
  ///   unknown.
  public func contentRect(forAspectRatio aspectRatio: Double?) -> Rect {
    let middle = Point(x: size.width / 2, y: size.height / 2)
    guard let ratio = aspectRatio, ratio.isPositiveAndFinite else {
      return Rect(center: middle, size: size)
    }
    let fitted =
      size.width <= ratio * size.height
      ? Size(width: size.width, height: size.width / ratio)
      : Size(width: size.height * ratio, height: size.height)
    return Rect(center: middle, size: fitted)
  }
}
