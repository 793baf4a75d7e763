// SPDX-License-Identifier: Apache-2.0

/// A pinch of a page.
struct Pinch: Hashable, Sendable {
  /// The scale at the touch before the rubber band.
  var rawScale: Double

  /// The center of the fingers, in points of the viewport.
  var location: Point
}

extension PageZoom {
  /// The duration of an animated change of the scale: 0.3 s.
  static var scalingDuration: Int64 { 300_000_000 }

  /// Zooms in around a location, or out if the page is zoomed in.
  ///
  /// It takes 0.3 s. The target is ``Configuration/doubleTapScale``, or the scale at which the page
  /// fills the viewport if that is larger, limited to ``Configuration/maximumScale``. The direction
  /// depends on the target of a running animation: a second double tap while zooming in zooms out.
  ///
  /// - Parameters:
  ///   - location: The location of the tap, in points of the viewport. The point of the page under
  ///     it stays there, except where the edges of the page prevent it.
  ///   - time: The time of the tap.
  /// - Returns: `false` without a visible page, during a gesture, and if the scale cannot change.
  /// - Throws: `ZoomError.notFinite` if a coordinate is infinite or NaN.
  @discardableResult
  public mutating func doubleTap(location: Point, at time: Duration) throws(ZoomError) -> Bool {
    guard location.isFinite else { throw .notFinite(.location, found: location) }
    let now = enter(at: time)
    guard isVisible, case .none = gesture else { return false }
    let target = targetScale == 1 ? filledScale : 1
    guard target != scaleMotion.value(at: now) || scaleMotion.isMoving else { return false }
    startScaling(to: target, location: location, at: now)
    return true
  }

  /// The target scale of a double tap.
  private var filledScale: Double {
    let size = fittedSize
    let fill = Swift.max(viewport.width / size.width, viewport.height / size.height)
    return Swift.min(configuration.maximumScale, Swift.max(configuration.doubleTapScale, fill))
  }

  /// Begins a pinch of the page.
  ///
  /// Running animations stop at their current values, and another gesture ends.
  ///
  /// - Parameters:
  ///   - location: The center of the fingers, in points of the viewport.
  ///   - time: The time of the touch.
  /// - Returns: `false` without a visible page.
  /// - Throws: `ZoomError.notFinite` if a coordinate is infinite or NaN.
  @discardableResult
  public mutating func beginPinch(location: Point, at time: Duration) throws(ZoomError) -> Bool {
    guard location.isFinite else { throw .notFinite(.location, found: location) }
    let now = enter(at: time)
    guard isVisible else { return false }
    hold(location: location.limited, at: now)
    scaleMotion.stop(at: now)
    gesture = .pinch(
      Pinch(rawScale: rawScale(for: scaleMotion.target), location: location.limited))
    return true
  }

  /// Updates the pinch.
  ///
  /// Beyond the minimum and the maximum scale the page follows with resistance: a rubber band over
  /// the logarithm of the scale, in which a factor of e counts as the length of a viewport.
  ///
  /// - Parameters:
  ///   - scale: The distance between the fingers relative to that at the touch, above zero.
  ///   - location: The center of the fingers. The point of the page under it at the touch follows
  ///     it, except where the edges of the page prevent it.
  ///   - time: The time of the move.
  /// - Returns: `false` if there is no pinch.
  /// - Throws: `ZoomError.invalidScale` or `notFinite`.
  @discardableResult
  public mutating func pinch(
    scale: Double, location: Point, at time: Duration
  ) throws(ZoomError) -> Bool {
    guard scale.isPositiveAndFinite else { throw .invalidScale(found: scale) }
    guard location.isFinite else { throw .notFinite(.location, found: location) }
    _ = enter(at: time)
    guard case .pinch(var pinch) = gesture else { return false }
    scaleMotion = TimedMotion(restingAt: shownScale(for: pinch.rawScale * scale))
    pinch.location = location.limited
    gesture = .pinch(pinch)
    let lengths = lengths(scale: targetScale)
    horizontal.move(to: pinch.location.x, lengths.horizontal)
    vertical.move(to: pinch.location.y, lengths.vertical)
    return true
  }

  /// Ends the pinch.
  ///
  /// A scale outside its limits returns to them in 0.3 s around the center of the fingers.
  ///
  /// - Parameter time: The time of the release.
  /// - Returns: `false` if there is no pinch.
  @discardableResult
  public mutating func endPinch(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard case .pinch(let pinch) = gesture else { return false }
    gesture = .none
    returnToLimits(location: pinch.location, at: now)
    return true
  }
}

// MARK: - Scales

extension PageZoom {
  private var scaleLimits: ClosedRange<Double> { 1...configuration.maximumScale }

  /// The rubber band beyond the limits, with a displacement of at most 1: the scale stays above
  /// zero and below twice the maximum.
  private static var band: RubberBand { RubberBand(validDimension: 1) }

  /// Returns the shown scale for a raw scale.
  private func shownScale(for raw: Double) -> Double {
    let raw = raw.clamped(to: .leastNonzeroMagnitude ... .greatestFiniteMagnitude)
    let limit = raw.clamped(to: scaleLimits)
    guard raw != limit else { return limit }
    let overshoot = ElementaryFunctions.logarithm(raw) - ElementaryFunctions.logarithm(limit)
    return limit * (1 + Self.band.displacement(forOvershoot: overshoot))
  }

  /// Returns the raw scale: the inverse of `shownScale`.
  private func rawScale(for shown: Double) -> Double {
    let limit = shown.clamped(to: scaleLimits)
    guard shown != limit else { return shown }
    let overshoot = Self.band.overshoot(forDisplacement: shown / limit - 1)
    return limit * ElementaryFunctions.exponential(overshoot.clamped(to: -600...600))
  }

  mutating func startScaling(to target: Double, location: Point, at time: Int64) {
    hold(location: location.limited, at: time)
    scaleMotion = TimedMotion(
      from: scaleMotion.value(at: time), to: target, duration: Self.scalingDuration, at: time,
      pace: configuration.pace)
    if !scaleMotion.isMoving {
      hold(location: nil, at: time)
      outbox.append(.settled(scale: target, at: Duration(galleryTime: time)))
    }
  }

  /// Ends a gesture: a scale outside its limits returns to them, other scales stay.
  mutating func returnToLimits(location: Point, at time: Int64) {
    let scale = scaleMotion.value(at: time)
    let limit = scale.clamped(to: scaleLimits)
    guard limit != scale else { return hold(location: nil, at: time) }
    startScaling(to: limit, location: location, at: time)
  }
}
