// SPDX-License-Identifier: Apache-2.0

/// How a page appears when it is seen for the first time: from which shape it comes to its own.
public struct AppearanceEffect: Hashable, Sendable {
  /// The first scale along x.
  public let xScale: Double

  /// The first scale along y.
  public let yScale: Double

  /// The first distance from its place, in points.
  public let offset: Point

  /// The first opacity.
  public let alpha: Double

  /// How long it takes.
  public let duration: Duration

  /// The share of the way as a function of the share of the time.
  public let curve: TimingCurve

  /// Creates an effect.
  ///
  /// - Parameters:
  ///   - xScale: The first scale along x, in `0...1e9`.
  ///   - yScale: The first scale along y, in `0...1e9`.
  ///   - offset: The first distance from its place in points, coordinates in `-1e9...1e9`.
  ///   - alpha: The first opacity, in `0...1`.
  ///   - duration: How long it takes, zero or more.
  ///   - curve: The share of the way as a function of the share of the time.
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

  /// Out of nothing, in 0.7 s.
  public static var fade: Self { make(1, 1, .zero, 0, 700) }

  /// From 50 points to the left, in 0.4 s.
  public static var slide: Self { make(1, 1, Point(x: -50, y: 0), 1, 400) }

  /// Out of a horizontal line, in 0.4 s.
  public static var flip: Self { make(1, 0.01, .zero, 1, 400) }

  /// Out of a point below to the right, in 0.4 s.
  public static var wild: Self { make(0.01, 0.01, Point(x: 100, y: 100), 1, 400) }

  private static func make(
    _ xScale: Double, _ yScale: Double, _ offset: Point, _ alpha: Double, _ milliseconds: Int
  ) -> Self {
    Self(
      uncheckedXScale: xScale, yScale: yScale, offset: offset, alpha: alpha,
      duration: .milliseconds(milliseconds), curve: .easeInOut)
  }

  /// Returns the same effect along another curve.
  ///
  /// - Parameter curve: The share of the way as a function of the share of the time.
  /// - Returns: The effect with that curve.
  public func with(curve: TimingCurve) -> Self {
    Self(
      uncheckedXScale: xScale, yScale: yScale, offset: offset, alpha: alpha, duration: duration,
      curve: curve)
  }

  /// Returns how a page looks on its way.
  ///
  /// - Parameter progress: The share of the time, limited to `0...1`.
  /// - Returns: What to do to the page.
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

/// What an effect does to a page at one time, after all that the layout does to it.
public struct Appearance: Hashable, Sendable {
  /// The factor on its width, zero or more.
  public var xScale: Double

  /// The factor on its height, zero or more.
  public var yScale: Double

  /// The distance by which it is moved, in points; it is not scaled.
  public var offset: Point

  /// The factor on its opacity, in `0...1`.
  public var alpha: Double

  /// Nothing.
  public static var identity: Self { Self(xScale: 1, yScale: 1, offset: .zero, alpha: 1) }

  /// Returns where a page is drawn.
  ///
  /// - Parameter frame: The place that the layout gives it, in points.
  /// - Returns: The rectangle, scaled around its middle and then moved.
  public func applied(to frame: Rect) -> Rect {
    Rect(
      center: Point(x: frame.center.x + offset.x, y: frame.center.y + offset.y),
      size: Size(width: frame.size.width * xScale, height: frame.size.height * yScale))
  }
}

#if !hasFeature(Embedded)
  extension Appearance: Codable {}
#endif
