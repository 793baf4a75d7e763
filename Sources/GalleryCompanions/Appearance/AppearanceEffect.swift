// SPDX-License-Identifier: Apache-2.0

/// An effect for the first appearance of a page: the initial scale, offset and opacity.
public struct AppearanceEffect: Hashable, Sendable {
  /// The initial scale along x.
  public let xScale: Double

  /// The initial scale along y.
  public let yScale: Double

  /// The initial distance from the page's place, in points.
  public let offset: Point

  /// The initial opacity.
  public let alpha: Double

  /// The duration of the effect.
  public let duration: Duration

  /// The timing curve.
  public let curve: TimingCurve

  /// Creates an effect.
  ///
  /// - Parameters:
  ///   - xScale: The initial scale along x, in `0...1e9`.
  ///   - yScale: The initial scale along y, in `0...1e9`.
  ///   - offset: The initial distance from the page's place in points, coordinates in `-1e9...1e9`.
  ///   - alpha: The initial opacity, in `0...1`.
  ///   - duration: The duration of the effect, zero or more.
  ///   - curve: The timing curve.
  /// - Throws: `AppearanceError` if a number is out of range.
  public init(
    xScale: Double = 0.5, yScale: Double = 0.5, offset: Point = .zero, alpha: Double = 0.7,
    duration: Duration = .milliseconds(600), curve: TimingCurve = .easeInOut
  ) throws(AppearanceError) {
    for scale in [xScale, yScale] where !(0...1e9).contains(scale) {
      throw .invalidScale(found: scale)
    }
    for distance in [offset.x, offset.y] where !(-1e9...1e9).contains(distance) {
      throw .invalidOffset(found: distance)
    }
    guard (0...1).contains(alpha) else { throw .invalidAlpha(found: alpha) }
    guard duration >= .zero else { throw .invalidDuration(found: duration) }
    self.init(
      uncheckedXScale: xScale, yScale: yScale, offset: offset, alpha: alpha, duration: duration,
      curve: curve)
  }

  private init(
    uncheckedXScale xScale: Double, yScale: Double, offset: Point, alpha: Double,
    duration: Duration, curve: TimingCurve
  ) {
    self.xScale = xScale
    self.yScale = yScale
    self.offset = offset
    self.alpha = alpha
    self.duration = duration
    self.curve = curve
  }

  /// From half of its size and 70 % of its opacity, in 0.6 s.
  public static var standard: Self { make(0.5, 0.5, .zero, 0.7, 600) }

  /// From an opacity of zero, in 0.7 s.
  public static var fade: Self { make(1, 1, .zero, 0, 700) }

  /// From 50 points to the left, in 0.4 s.
  public static var slide: Self { make(1, 1, Point(x: -50, y: 0), 1, 400) }

  /// From a horizontal line, in 0.4 s.
  public static var flip: Self { make(1, 0.01, .zero, 1, 400) }

  /// From a point below to the right, in 0.4 s.
  public static var wild: Self { make(0.01, 0.01, Point(x: 100, y: 100), 1, 400) }

  private static func make(
    _ xScale: Double, _ yScale: Double, _ offset: Point, _ alpha: Double, _ milliseconds: Int
  ) -> Self {
    Self(
      uncheckedXScale: xScale, yScale: yScale, offset: offset, alpha: alpha,
      duration: .milliseconds(milliseconds), curve: .easeInOut)
  }

  /// Returns the effect with another timing curve.
  ///
  /// - Parameter curve: The timing curve.
  /// - Returns: The effect with that curve.
  public func with(curve: TimingCurve) -> Self {
    Self(
      uncheckedXScale: xScale, yScale: yScale, offset: offset, alpha: alpha, duration: duration,
      curve: curve)
  }

  /// Returns the appearance of a page during the effect.
  ///
  /// - Parameter progress: The fraction of the duration, clamped to `0...1`.
  /// - Returns: The transform and opacity to apply to the page.
  public func appearance(at progress: Double) -> Appearance {
    let share = curve.value(at: progress)
    guard share != 1 else { return .identity }
    let rest = 1 - share
    return Appearance(
      xScale: Swift.max(0, rest * xScale + share),
      yScale: Swift.max(0, rest * yScale + share),
      offset: Point(x: rest * offset.x, y: rest * offset.y),
      alpha: (rest * alpha + share).clamped(to: 0...1))
  }
}

/// The transform and opacity of a page at one time, applied after the layout.
public struct Appearance: Hashable, Sendable {
  /// The factor for its width, zero or more.
  public var xScale: Double

  /// The factor for its height, zero or more.
  public var yScale: Double

  /// The distance by which it is moved, in points; it is not scaled.
  public var offset: Point

  /// The factor for its opacity, in `0...1`.
  public var alpha: Double

  /// The appearance that changes nothing.
  public static var identity: Self { Self(xScale: 1, yScale: 1, offset: .zero, alpha: 1) }

  /// Returns the rectangle in which a page is drawn.
  ///
  /// - Parameter frame: The page's rectangle in the layout, in points.
  /// - Returns: The rectangle, scaled around its center and then moved.
  public func applied(to frame: Rect) -> Rect {
    Rect(
      center: Point(x: frame.center.x + offset.x, y: frame.center.y + offset.y),
      size: Size(width: frame.size.width * xScale, height: frame.size.height * yScale))
  }
}

#if !hasFeature(Embedded)
  extension Appearance: Codable {}
#endif
