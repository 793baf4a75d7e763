// SPDX-License-Identifier: Apache-2.0

/// The state that a ``SplitSelector`` shows at one time.
///
/// Coordinates are those of the viewport, with the origin at its top left corner; the right column
/// starts in its middle.
public struct SplitSelectorFrame: Hashable, Sendable {
  /// The time of the frame, since the host's origin.
  public var time = Duration.zero

  /// The area that shows both columns, in points.
  public var viewport = Size.zero

  /// The position of the left column in rows: `i` exactly when row `i` rests in the middle.
  public var leftPosition = 0.0

  /// The position of the right column in rows.
  public var rightPosition = 0.0

  /// The item that the left column selects, `nil` without items.
  public var leftIndex: Int?

  /// The item that the right column selects, `nil` without items.
  public var rightIndex: Int?

  /// Whether both columns select the same item.
  public var isWhole = false

  /// Whether something moves without a finger.
  public var isAnimating = false

  /// The visible rows of the left column, ordered by index.
  public var left: [SplitRow] = []

  /// The visible rows of the right column, ordered by index.
  public var right: [SplitRow] = []

  /// The visible headers: of the left column, of the right column, over both.
  public var headers: [SplitHeader] = []

  /// Creates the frame of a selector without items.
  public init() {}
}

/// One row of a column in a frame.
public struct SplitRow: Hashable, Sendable {
  /// The item.
  public var index: Int

  /// The center of the row, in points of the viewport.
  public var center: Point

  /// The size before scaling, in points: half of the viewport's width and the height of a row.
  public var size: Size

  /// The factor by which the row is scaled, in `0...1`.
  public var scale: Double

  /// The opacity, above 0 and at most 1.
  public var alpha: Double

  /// The drawing order.
  public var zIndex: Int

  /// The scaled row, in points of the viewport.
  public var frame: Rect {
    Rect(center: center, size: Size(width: size.width * scale, height: size.height * scale))
  }
}

/// A header in a frame.
public struct SplitHeader: Hashable, Sendable {
  /// The column, `nil` for the title over both.
  public var side: SplitSide?

  /// The index of the item in the title.
  public var index: Int

  /// The center of the header without its translation, in points of the viewport.
  public var center: Point

  /// The size, in points.
  public var size: Size

  /// The downward translation, in points.
  public var translation: Double

  /// The opacity, above 0 and at most 1.
  public var alpha: Double

  /// The drawing order: 100, above all rows of a list.
  public var zIndex: Int
}

#if !hasFeature(Embedded)
  extension SplitSelectorFrame: Codable {}
  extension SplitRow: Codable {}
  extension SplitHeader: Codable {}
#endif

/// An event of a ``SplitSelector``, with its exact time.
public enum SplitSelectorEvent: Hashable, Sendable {
  /// A column selects another item.
  case selectionChanged(SplitSide, from: Int, to: Int, at: Duration)

  /// The columns have started or stopped to select the same item.
  case wholeChanged(isWhole: Bool, at: Duration)

  /// A column came to rest on an item.
  case settled(SplitSide, index: Int, at: Duration)

  /// A call had the time `found`, before that of the previous call; `at` was used instead.
  case clockWentBackwards(found: Duration, at: Duration)
}
