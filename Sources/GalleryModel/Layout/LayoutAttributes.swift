// SPDX-License-Identifier: Apache-2.0

/// The geometry of one item, in points of the viewport.
///
/// The frame is computed from center and size, so it cannot contradict them.
public struct LayoutAttributes: Hashable, Sendable {
  /// The item's index in the committed order, from zero.
  public var index: Int

  /// The center of the item, relative to the top left corner of the viewport.
  public var center: Point

  /// The drawn size.
  public var size: Size

  /// The opacity: 0 is invisible, 1 is opaque.
  public var alpha: Double

  /// The progress from the collapsed size (0) to the item's own shape (1).
  public var expansion: Double

  /// The drawing order: items with a greater value are drawn above.
  public var zIndex: Int

  /// Creates the attributes of one item.
  ///
  /// - Parameters:
  ///   - index: The item's index in the committed order, from zero.
  ///   - center: The center of the item, in points of the viewport.
  ///   - size: The drawn size, in points.
  ///   - alpha: The opacity in `0...1`. Opaque by default.
  ///   - expansion: The progress from collapsed to expanded, in `0...1`. Collapsed by default.
  ///   - zIndex: The drawing order. Zero by default.
  public init(
    index: Int, center: Point, size: Size, alpha: Double = 1, expansion: Double = 0, zIndex: Int = 0
  ) {
    self.index = index
    self.center = center
    self.size = size
    self.alpha = alpha
    self.expansion = expansion
    self.zIndex = zIndex
  }

  /// The drawn rectangle, in points of the viewport.
  public var frame: Rect { Rect(center: center, size: size) }
}

// MARK: - Content

extension LayoutAttributes {
  /// Returns the part of a page that fills the item, as fractions of the displayed page.
  ///
  /// The page covers the whole item (aspect fill) and is cropped equally on two opposite sides.
  /// With `c` the ratio of the item and `a` that of the page, a wider page (`a > c`) shows `c / a`
  /// of its width, any other page shows `a / c` of its height.
  ///
  ///     page wider than item        page taller than item
  ///     +----+======+----+              +------+
  ///     |    |      |    |              +======+
  ///     |    | item |    |              | item |
  ///     |    |      |    |              +======+
  ///     +----+======+----+              +------+
  ///
  /// It is a function to call when the page is drawn, not a stored value: most visible items are
  /// collapsed, and a layout must not request the size of a collapsed page.
  ///
  /// - Parameter aspectRatio: Width divided by height of the displayed page. `nil` or a ratio that
  ///   is not positive and finite means unknown.
  /// - Returns: A rectangle inside the unit square, the whole square if a ratio is unknown.
  @inline(__always)
  public func crop(forAspectRatio aspectRatio: Double?) -> Rect {
    let whole = Size(width: 1, height: 1)
    let middle = Point(x: 0.5, y: 0.5)
    guard let page = aspectRatio, page.isPositiveAndFinite, let item = size.aspectRatio else {
      return Rect(center: middle, size: whole)
    }
    let visible =
      page > item
      ? Size(width: item / page, height: 1) : Size(width: 1, height: page / item)
    return Rect(center: middle, size: visible)
  }
}
