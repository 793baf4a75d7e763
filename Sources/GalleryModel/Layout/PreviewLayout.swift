// SPDX-License-Identifier: Apache-2.0

/// A row of pages as large as the viewport, with a gap between them that is visible only in motion.
///
///            viewport
///     +---------------------+
///     |   page 3   |  gap  |   page 4   |
///     +---------------------+
///        r = -0.5      G       r = 0.5
///
/// A page at the distance `r = i - focus` has its center at `W/2 + r * (W + G)`, with `W` the
/// length of the viewport along the axis and `G` the gap. The page is drawn inside a window of its
/// own shape, and lags behind that window by `k * W * clamp(r, -1, 1)`: the parallax.
///
/// A layout is immutable and a pure function of one number. The cost of its queries does not depend
/// on the number of pages.
public struct PreviewLayout: Hashable, Sendable {
  /// The gap, the parallax and the directions.
  public let configuration: Configuration

  /// The size of the area that shows a page, in points.
  public let viewportSize: Size

  /// Creates a layout for a viewport.
  ///
  /// - Parameters:
  ///   - configuration: The gap, the parallax and the directions.
  ///   - viewportSize: The size of the area that shows a page, in points. A viewport with a side of
  ///     zero shows nothing.
  /// - Throws: `LayoutError.invalidViewport` if a side is negative, infinite or NaN.
  public init(configuration: Configuration = .default, viewportSize: Size) throws(LayoutError) {
    guard viewportSize.width.isNonNegativeAndFinite, viewportSize.height.isNonNegativeAndFinite
    else { throw .invalidViewport(viewportSize) }
    self.configuration = configuration
    self.viewportSize = viewportSize
  }

  /// Returns the arrangement of the pages around a focus.
  ///
  /// - Parameters:
  ///   - focus: The page in the middle of the viewport; between two pages, a fraction. Any finite
  ///     number, also outside the document.
  ///   - itemCount: The number of pages.
  /// - Returns: The geometry of the pages at this focus.
  /// - Throws: `LayoutError.invalidPosition` if the focus is infinite or NaN.
  /// - Precondition: `itemCount >= 0`.
  /// - Complexity: O(1).
  public func arrangement(focus: Double, itemCount: Int) throws(LayoutError) -> Arrangement {
    precondition(itemCount >= 0, "itemCount must not be negative")
    guard focus.isFinite else { throw .invalidPosition(found: focus) }
    return Arrangement(layout: self, focus: focus, itemCount: itemCount)
  }
}

// MARK: - Scroll view

extension PreviewLayout {
  /// Returns the content offset of a scroll view at a position.
  ///
  /// - Parameter position: The page in the middle of the viewport, or a point between two pages.
  /// - Returns: The distance scrolled along the axis from the first page, in points: one viewport
  ///   per page, without the gap.
  public func contentOffset(forPosition position: Double) -> Double {
    position * mainLength
  }

  /// Returns the content size of a scroll view that can show every page.
  ///
  /// - Parameter itemCount: The number of pages.
  /// - Returns: As many viewports as there are pages, in points.
  /// - Precondition: `itemCount >= 0`.
  public func contentSize(itemCount: Int) -> Size {
    precondition(itemCount >= 0, "itemCount must not be negative")
    guard itemCount > 0 else { return .zero }
    let axis = configuration.axis
    return Size(
      main: contentOffset(forPosition: Double(itemCount)),
      cross: viewportSize.length(along: axis.perpendicular),
      axis: axis
    )
  }
}

// MARK: - Lengths

extension PreviewLayout {
  /// W: the length of the viewport along the axis.
  var mainLength: Double { viewportSize.length(along: configuration.axis) }

  /// W + G, the distance of the centers of two neighbors.
  ///
  /// It is finite, because zero times infinity would be NaN.
  var pitch: Double {
    min(mainLength + configuration.interPageSpacing, .greatestFiniteMagnitude)
  }

  /// Whether the viewport has no area, so that nothing is visible at any position.
  var isEmpty: Bool { viewportSize.width == 0 || viewportSize.height == 0 }
}
