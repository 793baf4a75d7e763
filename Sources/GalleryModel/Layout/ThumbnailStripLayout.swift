// SPDX-License-Identifier: Apache-2.0

/// A strip of thumbnails: narrow slices in a row, and an open page in the middle.
///
///     collapsed     neighbor        focused item         neighbor    collapsed
///     +----+  +----+            +----------------+            +----+  +----+
///     |    |  |    |            |                |            |    |  |    |
///     |    |  |    |            |                |            |    |  |    |
///     +----+  +----+            +----------------+            +----+  +----+
///     |<-w->|d|<-w->|<-d + D/2->|<--- h * ratio -->|<-d + D/2->|<-w->|d|<-w->|
///                                       |
///                               center of viewport
///
/// `h` is the thumbnail height, `w = h * default ratio` the collapsed length, `d` the spacing, `D`
/// the expanded margin and `P = w + d` the pitch. While the position moves from one item to the
/// next, one item closes and the other one opens.
///
/// A layout is immutable. For a state it returns an ``Arrangement``, which has the geometry of that
/// state and requests only the sizes of the expanded pages: at most two, and those of the explicit
/// expansions. The cost of its queries does not depend on the number of items.
public struct ThumbnailStripLayout: Hashable, Sendable {
  /// The lengths and ratios of the strip.
  public let configuration: Configuration

  /// The size of the area that shows the strip, in points.
  public let viewportSize: Size

  /// Creates a layout for a viewport.
  ///
  /// - Parameters:
  ///   - configuration: The lengths and ratios of the strip.
  ///   - viewportSize: The size of the area that shows the strip, in points. A viewport with a
  ///     side of zero shows nothing.
  /// - Throws: `LayoutError.invalidViewport` if a side is negative, infinite or NaN.
  public init(configuration: Configuration = .default, viewportSize: Size) throws(LayoutError) {
    guard viewportSize.width.isNonNegativeAndFinite, viewportSize.height.isNonNegativeAndFinite
    else { throw .invalidViewport(viewportSize) }
    self.configuration = configuration
    self.viewportSize = viewportSize
  }

  /// Returns the arrangement of the items in a state.
  ///
  /// - Parameters:
  ///   - state: The position and the expansion rate.
  ///   - itemCount: The number of items.
  ///   - aspectRatio: Returns width divided by height of a displayed page, `nil` if it is unknown.
  ///     A ratio that is not positive and finite counts as unknown. It is called once for each item
  ///     that is expanded in this state: at most two besides the explicit expansions.
  /// - Returns: The arrangement, which requests no further sizes.
  /// - Precondition: `itemCount >= 0`.
  /// - Complexity: O(1 + f) for f explicit expansions.
  public func arrangement(
    of state: State, itemCount: Int, aspectRatio: (Int) -> Double?
  ) -> Arrangement {
    arrangement(
      of: state, itemCount: itemCount,
      ratioAlongAxis: { configuration.ratioAlongAxis(forAspectRatio: aspectRatio($0)) })
  }

  /// Returns the arrangement of the items in a state, also during a change of the list.
  ///
  /// - Parameters:
  ///   - state: The position and the expansions.
  ///   - itemCount: The number of items that have an index.
  ///   - transition: The effect of a change of the list, `nil` without one. The position of the
  ///     state does not include the shift of the transition.
  ///   - ratioAlongAxis: Returns main length divided by cross length of an expanded item.
  /// - Returns: The arrangement, which requests no further sizes.
  /// - Complexity: O(1 + f) for f explicit expansions, times O(log m) for m entries of the change.
  func arrangement(
    of state: State, itemCount: Int, transition: LayoutTransition? = nil,
    ratioAlongAxis: (Int) -> Double
  ) -> Arrangement {
    precondition(itemCount >= 0, "itemCount must not be negative")
    guard let transition else {
      let expandedItems = ExpandedItems(
        state: state, itemCount: itemCount, configuration: configuration,
        ratioAlongAxis: ratioAlongAxis)
      return Arrangement(
        layout: self, state: state, itemCount: itemCount, transition: nil,
        expandedItems: expandedItems)
    }
    precondition(itemCount == transition.itemCount, "the transition must be one of this list")
    let expandedItems = ExpandedItems(
      state: state, configuration: configuration, transition: transition,
      ratioAlongAxis: ratioAlongAxis)
    return Arrangement(
      layout: self, state: state, itemCount: itemCount, transition: transition,
      expandedItems: expandedItems)
  }
}

// MARK: - Scroll view

extension ThumbnailStripLayout {
  /// Returns the content offset of a scroll view at a position.
  ///
  /// Expansion does not move the scroll position, so the offset depends on neither sizes nor
  /// expansion.
  ///
  /// - Parameter position: The item in the middle of the viewport, or a point between two items.
  /// - Returns: The distance scrolled along the axis from the first item, in points and in the
  ///   order of the items: the pitch times the position.
  public func contentOffset(forPosition position: Double) -> Double {
    position * configuration.pitch
  }

  /// Returns the content size of a scroll view that can show every item in its middle.
  ///
  /// It is the viewport plus one pitch per step from the first to the last item. The length that
  /// the items cover, which depends on expansion, is ``Arrangement/totalLength``.
  ///
  /// - Parameter itemCount: The number of items.
  /// - Returns: The content size in points, zero without items.
  /// - Precondition: `itemCount >= 0`.
  public func contentSize(itemCount: Int) -> Size {
    precondition(itemCount >= 0, "itemCount must not be negative")
    guard itemCount > 0 else { return .zero }
    let axis = configuration.axis
    return Size(
      main: viewportSize.length(along: axis) + contentOffset(forPosition: Double(itemCount - 1)),
      cross: viewportSize.length(along: axis.perpendicular),
      axis: axis
    )
  }
}
