// SPDX-License-Identifier: Apache-2.0

/// One axis of a zoom: a point of the page that is held at a point of the viewport.
///
/// Points are fractions of lengths, so that a change of the viewport has no effect: at rest the
/// same fraction of the page stays in the center of the viewport.
struct ZoomAnchor: Hashable, Sendable {
  /// The point of the page, 0 at its start and 1 at its end; a drag may lead outside.
  var content = TimedMotion(restingAt: 0.5)

  /// The point of the viewport, as a fraction of its length.
  var screen = 0.5

  /// The lengths along the axis at one scale, in points.
  struct Lengths {
    var viewport: Double
    /// The length of the scaled page.
    var content: Double

    /// The offset at which the end of the page is at the end of the viewport; zero or negative
    /// where the page fits.
    var slack: Double { content - viewport }
  }

  /// Returns the offset that would hold the anchor exactly.
  func rawOffset(at time: Int64, _ lengths: Lengths) -> Double {
    content.value(at: time) * lengths.content - screen * lengths.viewport
  }

  /// Returns the shown offset: the page covers the viewport, or is centered if it is shorter.
  ///
  /// Where the page fits exactly, both rules give zero, so that the offset is continuous in the
  /// scale.
  func offset(at time: Int64, _ lengths: Lengths) -> Double {
    guard lengths.slack > 0 else { return lengths.slack / 2 }
    return rawOffset(at: time, lengths).clamped(to: 0...lengths.slack)
  }

  /// Returns the velocity of the offset, in points per second.
  func velocity(at time: Int64, _ lengths: Lengths) -> Double {
    content.velocity(at: time) * lengths.content
  }

  /// Anchors the page at another point of the viewport, without moving it.
  ///
  /// - Parameters:
  ///   - location: The point of the viewport, in points.
  ///   - time: The time.
  ///   - lengths: The lengths at that time.
  mutating func hold(location: Double, at time: Int64, _ lengths: Lengths) {
    guard lengths.viewport > 0, lengths.content > 0 else { return }
    set(
      offset: offset(at: time, lengths), location: location.clamped(to: Self.reach(lengths)),
      lengths)
  }

  /// Moves the anchor to another point of the viewport.
  mutating func move(to location: Double, _ lengths: Lengths) {
    guard lengths.viewport > 0 else { return }
    screen = location.clamped(to: Self.reach(lengths)) / lengths.viewport
  }

  /// Returns the range of finger locations, in points: beyond it the offset would lose precision.
  private static func reach(_ lengths: Lengths) -> ClosedRange<Double> {
    -10 * lengths.viewport...10 * lengths.viewport
  }

  /// Sets the offset and anchors the page there.
  mutating func set(offset: Double, location: Double, _ lengths: Lengths) {
    let content = ((offset + location) / lengths.content).clamped(to: -1e15...1e15)
    self.content = TimedMotion(restingAt: content)
    screen = (location / lengths.viewport).clamped(to: -1e15...1e15)
  }

  /// Decelerates after a release, and stays on the page.
  ///
  /// The motion is friction if that ends on the page, otherwise a critical spring to the edge.
  mutating func roll(velocity: Double, _ lengths: Lengths, at time: Int64, pace: AnimationSpeed) {
    guard lengths.slack > 0, velocity != 0 else { return }
    let start = content.value(at: time)
    let speed = velocity / lengths.content
    // A page of almost no length would pass its viewport infinitely fast.
    guard speed.isFinite else { return }
    let threshold = 0.25 / lengths.content
    let half = screen * lengths.viewport / lengths.content
    let bounds = half...Swift.max(half, half + lengths.slack / lengths.content)
    let decay = Deceleration.normal.motion(from: start, velocity: speed, threshold: threshold)
    let target = decay.target.clamped(to: bounds)
    let path: TimedMotion.Path =
      target == decay.target
      ? .decay(decay)
      : .spring(
        Spring.snapping.motion(from: start, to: target, velocity: speed, threshold: threshold))
    content = TimedMotion(path, at: time, pace: pace)
  }
}
