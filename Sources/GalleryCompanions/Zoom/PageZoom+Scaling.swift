// SPDX-License-Identifier: Apache-2.0

/// Two fingers on a page.
struct Pinch: Hashable, Sendable {
  /// The scale for which the fingers asked when they touched, before any resistance.
  var rawScale: Double

  /// The middle of the fingers, in points of the viewport.
  var location: Point
}

extension PageZoom {
  /// The time of an animated change of the scale: 0.3 s.
  static var scalingDuration: Int64 { 300_000_000 }

  /// Zooms in on a place, or out if the page is zoomed in.
  ///
  /// It takes 0.3 s. The scale goes to ``Configuration/doubleTapScale``, or to that at which the page
  /// fills the viewport if that is more, and never beyond ``Configuration/maximumScale``. What
  /// counts is where the page is going: a second double tap on the way in leads out again.
  ///
  /// - Parameters:
  ///   - location: The place of the tap, in points of the viewport. What is there stays there, but
  ///     for the edges of the page.
  ///   - time: The time of the tap.
  /// - Returns: `false` without a visible page, under fingers, and if the scale cannot change.
  /// - Throws: `ZoomError.notFinite` if a coordinate is infinite or not a number.
  @discardableResult
  public mutating func doubleTap(at location: Point, at time: Duration) throws(ZoomError) -> Bool {
    guard location.isFinite else { throw .notFinite(.location, found: location) }
    let now = enter(at: time)
    guard isVisible, case .none = gesture else { return false }
    let target = targetScale == 1 ? filledScale : 1
    guard target != scaleMotion.value(at: now) || scaleMotion.isMoving else { return false }
    startScaling(to: target, around: location, at: now)
    return true
  }

  /// The scale to which a double tap leads.
  private var filledScale: Double {
    let size = fittedSize
    let fill = Swift.max(viewport.width / size.width, viewport.height / size.height)
    return Swift.min(configuration.maximumScale, Swift.max(configuration.doubleTapScale, fill))
  }

  /// Puts two fingers on the page, which then follows them.
  ///
  /// Whatever moved stops where it is, and another gesture ends.
  ///
  /// - Parameters:
  ///   - location: The middle of the fingers, in points of the viewport.
  ///   - time: The time of the touch.
  /// - Returns: `false` without a visible page.
  /// - Throws: `ZoomError.notFinite` if a coordinate is infinite or not a number.
  @discardableResult
  public mutating func beginPinch(at location: Point, at time: Duration) throws(ZoomError) -> Bool {
    guard location.isFinite else { throw .notFinite(.location, found: location) }
    let now = enter(at: time)
    guard isVisible else { return false }
    hold(at: location.limited, now)
    scaleMotion.stop(at: now)
    gesture = .pinch(
      Pinch(rawScale: rawScale(for: scaleMotion.target), location: location.limited))
    return true
  }

  /// Moves the two fingers.
  ///
  /// Beyond the least and the greatest scale the page follows with resistance: a rubber band over
  /// the logarithm of the scale, in which a factor of e counts as the length of a viewport.
  ///
  /// - Parameters:
  ///   - scale: The distance of the fingers in relation to that of the touch, above zero.
  ///   - location: The middle of the fingers. The place of the page that was there at the touch
  ///     follows it, but for the edges of the page.
  ///   - time: The time of the move.
  /// - Returns: `false` if there is no pinch.
  /// - Throws: `ZoomError.invalidScale` or `notFinite`.
  @discardableResult
  public mutating func pinch(
    scale: Double, at location: Point, at time: Duration
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

  /// Lifts the two fingers.
  ///
  /// A scale that is too small or too great goes back in 0.3 s around the middle of the fingers.
  ///
  /// - Parameter time: The time at which the fingers leave.
  /// - Returns: `false` if there is no pinch.
  @discardableResult
  public mutating func endPinch(at time: Duration) -> Bool {
    let now = enter(at: time)
    guard case .pinch(let pinch) = gesture else { return false }
    gesture = .none
    returnToLimits(around: pinch.location, at: now)
    return true
  }
}

// MARK: - Scales

extension PageZoom {
  private var scaleLimits: ClosedRange<Double> { 1...configuration.maximumScale }

  /// The resistance beyond the limits, of a displacement of 1 at most: the scale stays above zero
  /// and below twice the greatest one.
  private static var band: RubberBand { RubberBand(validDimension: 1) }

  /// The scale that is drawn for one that fingers ask for.
  private func shownScale(for raw: Double) -> Double {
    let raw = raw.clamped(to: .leastNonzeroMagnitude ... .greatestFiniteMagnitude)
    let limit = raw.clamped(to: scaleLimits)
    guard raw != limit else { return limit }
    let overshoot = ElementaryFunctions.logarithm(raw) - ElementaryFunctions.logarithm(limit)
    return limit * (1 + Self.band.displacement(forOvershoot: overshoot))
  }

  /// The scale for which fingers ask: the inverse of `shownScale`.
  private func rawScale(for shown: Double) -> Double {
    let limit = shown.clamped(to: scaleLimits)
    guard shown != limit else { return shown }
    let overshoot = Self.band.overshoot(forDisplacement: shown / limit - 1)
    return limit * ElementaryFunctions.exponential(overshoot.clamped(to: -600...600))
  }

  mutating func startScaling(to target: Double, around location: Point, at time: Int64) {
    hold(at: location.limited, time)
    scaleMotion = TimedMotion(
      from: scaleMotion.value(at: time), to: target, duration: Self.scalingDuration, at: time,
      pace: configuration.pace)
    if !scaleMotion.isMoving {
      hold(at: nil, time)
      pendingEvents.append(.settled(scale: target, at: Duration(galleryTime: time)))
    }
  }

  /// Ends a gesture: a scale beyond its limits goes back, others stay.
  mutating func returnToLimits(around location: Point, at time: Int64) {
    let scale = scaleMotion.value(at: time)
    let limit = scale.clamped(to: scaleLimits)
    guard limit != scale else { return hold(at: nil, time) }
    startScaling(to: limit, around: location, at: time)
  }
}
