// SPDX-License-Identifier: Apache-2.0

/// The state that a ``PageZoom`` shows at one time.
public struct ZoomFrame: Hashable, Sendable {
  /// The time of the frame, since the host's origin.
  public var time = Duration.zero

  /// The page, `nil` if there is none.
  public var page: PageID?

  /// The area that shows the page, in points.
  public var viewport = Size.zero

  /// The scale: 1 shows the whole page, as large as fits.
  ///
  /// Only a pinch, and the animation after it, lead below 1 or above the maximum scale.
  public var scale = 1.0

  /// The rectangle of the page, in points of the viewport.
  ///
  /// It covers the viewport along each axis along which it is larger, and is centered along the
  /// others.
  public var contentRect = Rect.zero

  /// The excess of a drag, which is left for paging, in points.
  public var excess = Point.zero

  /// Whether something moves without a finger.
  public var isAnimating = false

  /// Whether the page is larger than in the gallery.
  public var isZoomed: Bool { scale > 1 }

  /// The distance by which the page is scrolled, zero along axes along which it fits.
  public var contentOffset: Point {
    Point(x: Swift.max(0, -contentRect.minX), y: Swift.max(0, -contentRect.minY))
  }

  /// Creates the frame of a zoom without a page or a viewport.
  public init() {}
}

#if !hasFeature(Embedded)
  extension ZoomFrame: Codable {}
#endif

/// An event of a ``PageZoom``, with its exact time.
public enum ZoomEvent: Hashable, Sendable {
  /// The scale came to rest after an animation.
  case settled(scale: Double, at: Duration)

  /// A call had the time `found`, before that of the previous call; `at` was used instead.
  case clockWentBackwards(found: Duration, at: Duration)
}
