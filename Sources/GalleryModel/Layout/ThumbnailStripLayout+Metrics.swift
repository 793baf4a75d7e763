// SPDX-License-Identifier: Apache-2.0

extension ThumbnailStripLayout.Configuration {
  /// The size of an item without expansion, in points.
  public var collapsedSize: Size {
    Size(main: collapsedLength, cross: thumbnailHeight, axis: axis)
  }

  /// Returns the size of a fully expanded item.
  ///
  /// - Parameter aspectRatio: Width divided by height of the displayed page. `nil` or a ratio that
  ///   is not positive and finite means unknown.
  /// - Returns: A size with the shape of the page within the minimum and maximum ratio, in points.
  public func expandedSize(forAspectRatio aspectRatio: Double?) -> Size {
    let main = thumbnailHeight * ratioAlongAxis(forAspectRatio: aspectRatio)
    return Size(main: main, cross: thumbnailHeight, axis: axis)
  }

  /// The distance between the centers of two collapsed neighbors, in points.
  ///
  /// It is also the distance to scroll from one item to the next.
  public var pitch: Double { collapsedLength + interItemSpacing }

  /// The length of a collapsed item along the scroll axis, in points.
  var collapsedLength: Double { thumbnailHeight * defaultAspectRatio }

  /// Returns main length divided by cross length of an expanded item.
  func ratioAlongAxis(forAspectRatio aspectRatio: Double?) -> Double {
    guard let aspectRatio, aspectRatio.isPositiveAndFinite else { return defaultAspectRatio }
    // The reciprocal of a tiny ratio is infinite, which the clamp accepts.
    let ratio = axis == .horizontal ? aspectRatio : 1 / aspectRatio
    return ratio.clamped(to: minimumAspectRatio...maximumAspectRatio)
  }

  /// Returns the growth of an item that expands fully, negative for a narrow page.
  func growth(forRatio ratio: Double) -> Double {
    thumbnailHeight * ratio - collapsedLength
  }

  /// Returns the extra length of a fully expanded item: its growth and margin.
  func extraLength(forRatio ratio: Double) -> Double {
    growth(forRatio: ratio) + expandedMargin
  }
}
