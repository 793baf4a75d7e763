// SPDX-License-Identifier: Apache-2.0

/// The share of its way that an animation has covered, as a function of the share of its time.
///
/// Every curve starts at 0 and ends at 1, exactly.
public enum TimingCurve: Hashable, Sendable {
  /// A constant speed.
  case linear

  /// From rest, faster and faster: x².
  case quadIn

  /// At full speed first, into rest: 1 - (1 - x)².
  case quadOut

  /// From rest into rest: two parabolas that meet in the middle.
  case quadInOut

  /// A cubic Bezier curve.
  case cubicBezier(CubicBezier)

  /// Returns the share of the way that is covered.
  ///
  /// - Parameter progress: The share of the time. Below 0, and if it is not a number, it counts as
  ///   0; above 1, it counts as 1.
  /// - Returns: 0 at the start and 1 at the end. Only a Bezier curve leaves `0...1` in between.
  @inlinable
  public func value(at progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    switch self {
    case .linear: return progress
    case .quadIn: return progress * progress
    case .quadOut: return progress * (2 - progress)
    case .quadInOut:
      let rest = 1 - progress
      return progress < 0.5 ? 2 * progress * progress : 1 - 2 * rest * rest
    case .cubicBezier(let curve): return curve.value(at: progress)
    }
  }

  /// Returns how fast the covered share grows: the derivative of the curve.
  ///
  /// - Parameter progress: The share of the time, limited as in ``value(at:)``.
  /// - Returns: The slope, one-sided at the ends. It is infinite where a Bezier curve is vertical.
  public func slope(at progress: Double) -> Double {
    let progress = progress > 0 ? Swift.min(progress, 1) : 0
    switch self {
    case .linear: return 1
    case .quadIn: return 2 * progress
    case .quadOut: return 2 * (1 - progress)
    case .quadInOut: return progress < 0.5 ? 4 * progress : 4 * (1 - progress)
    case .cubicBezier(let curve): return curve.slope(at: progress)
    }
  }
}

extension TimingCurve {
  /// The curve that CSS calls `ease`: a short start, a long end.
  public static var ease: TimingCurve {
    .cubicBezier(CubicBezier(uncheckedX1: 0.25, y1: 0.1, x2: 0.25, y2: 1))
  }

  /// The curve that CSS calls `ease-in`: a slow start.
  public static var easeIn: TimingCurve {
    .cubicBezier(CubicBezier(uncheckedX1: 0.42, y1: 0, x2: 1, y2: 1))
  }

  /// The curve that CSS calls `ease-out`: a slow end.
  public static var easeOut: TimingCurve {
    .cubicBezier(CubicBezier(uncheckedX1: 0, y1: 0, x2: 0.58, y2: 1))
  }

  /// The curve that CSS calls `ease-in-out`: a slow start and a slow end.
  public static var easeInOut: TimingCurve {
    .cubicBezier(CubicBezier(uncheckedX1: 0.42, y1: 0, x2: 0.58, y2: 1))
  }

  /// Creates a Bezier curve from its two control points.
  ///
  /// - Parameters:
  ///   - x1: The time of the first control point, in `0...1`.
  ///   - y1: The way of the first control point.
  ///   - x2: The time of the second control point, in `0...1`.
  ///   - y2: The way of the second control point.
  /// - Returns: The curve from (0, 0) to (1, 1).
  /// - Throws: `MotionError.invalidControlPoint` if a point is out of range or not a number.
  public static func cubicBezier(
    x1: Double, y1: Double, x2: Double, y2: Double
  ) throws(MotionError) -> TimingCurve {
    .cubicBezier(try CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2))
  }
}

extension TimingCurve {
  /// Returns the share of the time that has passed.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - duration: The whole time. If it is not above zero, all of it has passed.
  /// - Returns: A number in `0...1`: exactly 0 until the start and exactly 1 from the end on.
  public static func progress(elapsed: Duration, duration: Duration) -> Double {
    progress(elapsed: elapsed.inNanoseconds, duration: duration.inNanoseconds)
  }

  /// Returns the share of the time that has passed, for times in nanoseconds.
  ///
  /// - Parameters:
  ///   - elapsedNanoseconds: The time since the start.
  ///   - durationNanoseconds: The whole time. If it is not above zero, all of it has passed.
  /// - Returns: A number in `0...1`.
  package static func progress(elapsedNanoseconds: Int64, durationNanoseconds: Int64) -> Double {
    progress(elapsed: Double(elapsedNanoseconds), duration: Double(durationNanoseconds))
  }

  /// Returns the share of the time that has passed, for two times of the same unit.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - duration: The whole time. If it is not above zero, all of it has passed.
  /// - Returns: A number in `0...1`.
  @inlinable
  package static func progress(elapsed: Double, duration: Double) -> Double {
    guard elapsed < duration, duration > 0 else { return 1 }
    return elapsed > 0 ? elapsed / duration : 0
  }
}
