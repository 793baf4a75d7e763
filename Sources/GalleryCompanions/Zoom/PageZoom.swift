// SPDX-License-Identifier: Apache-2.0

/// The zoom of the active page: its scale and its visible part.
///
///     +-- page, scaled -----------+
///     |        +- viewport --+    |      contentRect is the page in points of the viewport;
///     |        |      o      |    |      its origin is minus the content offset.
///     |        |   anchor    |    |      A pinch or a double tap holds the place of the page
///     |        +-------------+    |      under the fingers.
///     +---------------------------+
///
/// The scale 1 shows the whole page, as large as fits. A drag moves the page up to its edge; the
/// excess is left for paging:
///
/// ```swift
/// var zoom = try PageZoom(viewport: Size(width: 375, height: 601))
/// try zoom.show(7, aspectRatio: 0.75, at: .zero)
/// try zoom.doubleTap(location: Point(x: 300, y: 200), at: .zero)
/// zoom.beginDrag(at: .seconds(1))
/// if let excess = try zoom.drag(translation: Point(x: 90, y: 0), at: .seconds(1)) {
///   print(excess)
/// }
/// ```
///
/// A zoom reads no clock: each call has a time, relative to an origin that the host chooses. The
/// same calls at the same times give bit-identical frames, however often ``advance(to:)`` is called
/// in between.
public struct PageZoom: Hashable, Sendable {
  /// The configuration of the zoom.
  public let configuration: Configuration

  /// The area that shows the page, in points.
  public internal(set) var viewport: Size

  /// The page, `nil` if there is none.
  public internal(set) var page: PageID?

  /// Width divided by height of the page, `nil` if it is unknown.
  public internal(set) var aspectRatio: Double?

  /// The active gesture.
  enum Gesture: Hashable, Sendable {
    case none
    case pinch(Pinch)
    case drag(ZoomDrag)
  }

  @usableFromInline
  package var clock: Int64
  var scaleMotion = TimedMotion(restingAt: 1)
  var horizontal = ZoomAnchor()
  var vertical = ZoomAnchor()
  var gesture = Gesture.none
  @usableFromInline
  package var outbox = Outbox<ZoomEvent>()

  /// Creates a zoom without a page.
  ///
  /// - Parameters:
  ///   - viewport: The area that shows the page, in points; sides in `0...1e9`.
  ///   - configuration: The configuration of the zoom.
  ///   - time: The time of creation. Zero by default.
  /// - Throws: `ZoomError.invalidViewport` or one of the errors for a number of the configuration.
  public init(
    viewport: Size, configuration: Configuration = Configuration(), at time: Duration = .zero
  ) throws(ZoomError) {
    try configuration.validate()
    guard viewport.isUsable else { throw .invalidViewport(viewport) }
    self.configuration = configuration
    self.viewport = viewport
    clock = Int64(galleryTime: time)
  }

  /// The time of the last call.
  public var time: Duration { Duration(galleryTime: clock) }

  /// The scale at rest: the target of an animation, or the scale that fingers ask for.
  public var targetScale: Double { scaleMotion.target }

  /// The size of the page at scale 1, in points.
  public var fittedSize: Size { page == nil ? .zero : viewport.aspectFitted(aspectRatio) }
}

// MARK: - Lengths

extension PageZoom {
  func lengths(scale: Double) -> (horizontal: ZoomAnchor.Lengths, vertical: ZoomAnchor.Lengths) {
    let size = fittedSize
    return (
      .init(viewport: viewport.width, content: size.width * scale),
      .init(viewport: viewport.height, content: size.height * scale)
    )
  }

  /// Whether there is a visible page.
  var isVisible: Bool { fittedSize.width > 0 && fittedSize.height > 0 }

  /// Anchors the page at a point of the viewport, `nil` for its center, without moving it.
  mutating func hold(location: Point?, at time: Int64) {
    let lengths = lengths(scale: scaleMotion.value(at: time))
    let location = location ?? Point(x: viewport.width / 2, y: viewport.height / 2)
    horizontal.hold(location: location.x, at: time, lengths.horizontal)
    vertical.hold(location: location.y, at: time, lengths.vertical)
  }
}

// MARK: - Time

extension PageZoom: TimedModel {
  @usableFromInline
  package var upcoming: Int64 {
    Swift.min(scaleMotion.end, horizontal.content.end, vertical.content.end)
  }

  @usableFromInline
  package mutating func pass(at time: Int64) {
    horizontal.content.finish(at: time)
    vertical.content.finish(at: time)
    guard scaleMotion.end <= time else { return }
    scaleMotion.finish(at: time)
    hold(location: nil, at: time)
    outbox.append(.settled(scale: scaleMotion.target, at: Duration(galleryTime: time)))
  }

  @usableFromInline
  package static func clockWentBackwards(found: Duration, at time: Duration) -> ZoomEvent {
    .clockWentBackwards(found: found, at: time)
  }

  /// Advances to a time: everything that ends up to then ends at its own exact time.
  ///
  /// - Parameter time: The time. A time before that of the last call is replaced by it and
  ///   reported.
  /// - Returns: The events since the last `advance`, in order.
  public mutating func advance(to time: Duration) -> [ZoomEvent] {
    _ = enter(at: time)
    return outbox.take()
  }

  /// Returns the next time at which something ends.
  ///
  /// - Returns: A time after the last call, `nil` if nothing will happen without a call.
  public func nextBoundary() -> Duration? { boundary }

  /// Returns whether something moves without a finger.
  ///
  /// - Parameter time: The time, not before the last call.
  /// - Returns: `false` for a page at rest and under a finger that rests.
  public func isAnimating(at time: Duration) -> Bool {
    state(at: moment(of: time)).upcoming != .never
  }
}
