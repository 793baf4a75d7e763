// SPDX-License-Identifier: Apache-2.0

/// A timing curve: the covered fraction of the distance as a function of the fraction of the
/// duration.
///
/// Every curve starts at 0 and ends at 1, exactly.
public enum TimingCurve: Hashable, Sendable {
  /// A constant speed.
  case linear

  /// Accelerates from rest: x².
  case quadIn

  /// Decelerates to rest: 1 - (1 - x)².
  case quadOut

  /// Accelerates from rest, then decelerates to rest: two parabolas that meet in the middle.
  case quadInOut

  /// A cubic Bezier curve.
  case cubicBezier(CubicBezier)

  /// Returns the covered fraction of the distance.
  ///
  /// - Parameter progress: The fraction of the duration, clamped to `0...1`. NaN counts as 0.
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

  /// Returns the derivative of the curve.
  ///
  /// - Parameter progress: The fraction of the duration, clamped as in ``value(at:)``.
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
  ///   - y1: The value of the first control point.
  ///   - x2: The time of the second control point, in `0...1`.
  ///   - y2: The value of the second control point.
  /// - Returns: The curve from (0, 0) to (1, 1).
  /// - Throws: `MotionError.invalidControlPoint` if a point is out of range or NaN.
  public static func cubicBezier(
    x1: Double, y1: Double, x2: Double, y2: Double
  ) throws(MotionError) -> TimingCurve {
    .cubicBezier(try CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2))
  }
}

extension TimingCurve {
  /// Returns the elapsed fraction of a duration.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - duration: The duration. If it is zero or less, the result is 1.
  /// - Returns: A number in `0...1`: exactly 0 until the start and exactly 1 from the end on.
  public static func progress(elapsed: Duration, duration: Duration) -> Double {
    progress(elapsed: elapsed.inNanoseconds, duration: duration.inNanoseconds)
  }

  /// Returns the elapsed fraction of a duration, for times in nanoseconds.
  ///
  /// - Parameters:
  ///   - elapsedNanoseconds: The time since the start.
  ///   - durationNanoseconds: The duration. If it is zero or less, the result is 1.
  /// - Returns: A number in `0...1`.
  package static func progress(elapsedNanoseconds: Int64, durationNanoseconds: Int64) -> Double {
    progress(elapsed: Double(elapsedNanoseconds), duration: Double(durationNanoseconds))
  }

  /// Returns the elapsed fraction of a duration, for two times in the same unit.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - duration: The duration. If it is zero or less, the result is 1.
  /// - Returns: A number in `0...1`.
  @inlinable
  package static func progress(elapsed: Double, duration: Double) -> Double {
    guard elapsed < duration, duration > 0 else { return 1 }
    return elapsed > 0 ? elapsed / duration : 0
  }
}
