// SPDX-License-Identifier: Apache-2.0

extension PreviewLayout {
  /// The geometry of the pages of a preview at one focus.
  public struct Arrangement: Hashable, Sendable {
    /// The layout of the arrangement.
    public let layout: PreviewLayout

    /// The page in the middle of the viewport; between two pages, a fraction.
    public let focus: Double

    /// The number of pages.
    public let itemCount: Int

    /// The effect of a change of the list on the pages, `nil` without a change.
    ///
    /// The focus does not include the shift of the transition.
    var transition: LayoutTransition?
  }
}

// MARK: - Queries

extension PreviewLayout.Arrangement {
  /// The indexes of the pages that intersect the viewport: at most two.
  ///
  /// Page `i` is visible if `|i - focus| * (W + G) < W`. A page that only touches an edge is not
  /// visible. While pages are deleted, moved or inserted, it is the smallest range with all visible
  /// pages that keep their order; some pages in it may have no size, and moved pages may be
  /// outside.
  ///
  /// - Complexity: O(1).
  public var visibleRange: Range<Int> {
    if let transition { return visibleRange(during: transition) }
    guard !layout.isEmpty, itemCount > 0 else { return 0..<0 }
    let before = focus.rounded(.down)
    guard before >= -1, before < Double(itemCount) else { return 0..<0 }
    let first = Int(before)
    let lower = isVisible(first) ? first : first + 1
    let upper = isVisible(first + 1) ? first + 2 : first + 1
    return lower..<max(lower, upper)
  }

  /// Returns the visible pages.
  ///
  /// - Returns: The attributes of the visible pages, ordered by index.
  public func layoutAttributesForElements() -> [PreviewAttributes] {
    guard let transition else { return visibleRange.map(layoutAttributesForItem(at:)) }
    var elements: [PreviewAttributes] = []
    guard var walk = walk(during: transition) else { return elements }
    while let element = next(&walk, during: transition) { elements.append(element) }
    return elements
  }

  /// Returns the attributes of one page, visible or not.
  ///
  /// - Parameter index: The page's index.
  /// - Returns: The attributes.
  /// - Precondition: `index` is in `0..<itemCount`.
  /// - Complexity: O(1).
  public func layoutAttributesForItem(at index: Int) -> PreviewAttributes {
    precondition(index >= 0 && index < itemCount, "index must be in 0..<itemCount")
    if let transition { return layoutAttributes(of: index, during: transition) }
    return layoutAttributes(
      of: index, distance: Double(index) - focus, zIndex: index == nearestIndex ? 1 : 0)
  }

  func layoutAttributes(of index: Int, distance: Double, zIndex: Int) -> PreviewAttributes {
    let axis = layout.configuration.axis
    let center = Point(
      main: layout.mainLength / 2 + distance * layout.pitch,
      cross: layout.viewportSize.length(along: axis.perpendicular) / 2,
      axis: axis
    )
    let lag = -layout.configuration.parallaxFactor * layout.mainLength
    return PreviewAttributes(
      index: index,
      pageDistance: distance,
      center: mirrored(center),
      size: layout.viewportSize,
      parallaxOffset: (isMirrored ? -lag : lag) * distance.clamped(to: -1...1),
      zIndex: zIndex
    )
  }

  /// Returns the page at a location in the viewport.
  ///
  /// - Parameter location: The location, relative to the top left corner of the viewport.
  /// - Returns: The index of the page; `nil` in a gap, outside the viewport, and for coordinates
  ///   that are not finite.
  /// - Complexity: O(1).
  public func indexOfItem(location: Point) -> Int? {
    guard Rect(origin: .zero, size: layout.viewportSize).contains(location) else { return nil }
    if let transition { return indexOfTopElement(location: location, during: transition) }
    for index in visibleRange where layoutAttributesForItem(at: index).frame.contains(location) {
      return index
    }
    return nil
  }
}

// MARK: - Geometry

extension PreviewLayout.Arrangement {
  /// The index of the page nearest to the middle, the later one of two at the same distance.
  private var nearestIndex: Int { focus.roundedHalfUp().clampedIndex(last: itemCount - 1) }

  private func isVisible(_ index: Int) -> Bool {
    index >= 0 && index < itemCount && isVisible(atDistance: Double(index) - focus)
  }

  func isVisible(atDistance distance: Double) -> Bool {
    abs(distance) * layout.pitch < layout.mainLength
  }

  /// A vertical document equals its mirror image, because its pages are centered.
  private var isMirrored: Bool {
    layout.configuration.layoutDirection == .rightToLeft && layout.configuration.axis == .horizontal
  }

  private func mirrored(_ point: Point) -> Point {
    isMirrored ? Point(x: layout.viewportSize.width - point.x, y: point.y) : point
  }
}
