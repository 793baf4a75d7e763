// SPDX-License-Identifier: Apache-2.0

/// What a ``PageZoom`` shows at one time.
public struct ZoomFrame: Hashable, Sendable {
  /// The time of the frame, since the host's origin.
  public var time = Duration.zero

  /// The page, `nil` if there is none.
  public var page: PageID?

  /// The area that shows the page, in points.
  public var viewport = Size.zero

  /// The scale: 1 shows the whole page, as large as fits.
  ///
  /// Only fingers that pinch, and the way back after them, lead below 1 or above the greatest scale.
  public var scale = 1.0

  /// The drawn page, in points of the viewport.
  ///
  /// It covers the viewport along each axis along which it is larger, and is in the middle along the
  /// others.
  public var contentRect = Rect.zero

  /// The part of a pan that the page did not take, in points: what is left for paging.
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

/// Something that happened to a ``PageZoom``, at an exact time.
public enum ZoomEvent: Hashable, Sendable {
  /// The scale came to rest after an animation.
  case settled(scale: Double, at: Duration)

  /// A call carried the time `found`, earlier than the call before it; it was taken to happen at
  /// `at`.
  case clockWentBackwards(found: Duration, at: Duration)
}
