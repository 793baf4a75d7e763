// SPDX-License-Identifier: Apache-2.0

/// One axis of a zoom: a place of the page that is held at a place of the viewport.
///
/// Places are shares of lengths, so that a viewport of another size changes nothing: at rest the
/// share of the page that is in the middle of the viewport stays there.
struct ZoomAnchor: Hashable, Sendable {
  /// The place on the page, 0 at its start and 1 at its end; outside of that during a pan.
  var content = TimedMotion(restingAt: 0.5)

  /// The place in the viewport, as a share of its length.
  var screen = 0.5

  /// The lengths along the axis at some scale, in points.
  struct Lengths {
    var viewport: Double
    /// The scaled page.
    var content: Double

    /// The offset at which the end of the page is at the end of the viewport; not positive where the
    /// page fits.
    var slack: Double { content - viewport }
  }

  /// The offset that would hold the anchor exactly.
  func rawOffset(at time: Int64, _ lengths: Lengths) -> Double {
    content.value(at: time) * lengths.content - screen * lengths.viewport
  }

  /// The offset that is shown: the page covers the viewport, or is in its middle if it is shorter.
  ///
  /// Where the page just fits both rules give zero, so that the offset is continuous in the scale.
  func offset(at time: Int64, _ lengths: Lengths) -> Double {
    guard lengths.slack > 0 else { return lengths.slack / 2 }
    return rawOffset(at: time, lengths).clamped(to: 0...lengths.slack)
  }

  /// The velocity of the offset, in points per second.
  func velocity(at time: Int64, _ lengths: Lengths) -> Double {
    content.velocity(at: time) * lengths.content
  }

  /// Holds the place of the page that is shown at another place of the viewport.
  ///
  /// - Parameters:
  ///   - place: The place in the viewport, in points.
  ///   - time: The time.
  ///   - lengths: The lengths at that time.
  mutating func hold(at place: Double, _ time: Int64, _ lengths: Lengths) {
    guard lengths.viewport > 0, lengths.content > 0 else { return }
    set(
      offset: offset(at: time, lengths), heldAt: place.clamped(to: Self.reach(lengths)), lengths)
  }

  /// Moves the anchor to another place of the viewport.
  mutating func move(to place: Double, _ lengths: Lengths) {
    guard lengths.viewport > 0 else { return }
    screen = place.clamped(to: Self.reach(lengths)) / lengths.viewport
  }

  /// The places where fingers count, in points: beyond that digits of the offset would be lost.
  private static func reach(_ lengths: Lengths) -> ClosedRange<Double> {
    -10 * lengths.viewport...10 * lengths.viewport
  }

  /// Shows a place of the page and holds it.
  mutating func set(offset: Double, heldAt place: Double, _ lengths: Lengths) {
    let content = ((offset + place) / lengths.content).clamped(to: -1e15...1e15)
    self.content = TimedMotion(restingAt: content)
    screen = (place / lengths.viewport).clamped(to: -1e15...1e15)
  }

  /// Rolls on after a finger has left, and stays on the page.
  ///
  /// Friction stops it where that is on the page, and a spring that does not swing at the edge
  /// otherwise.
  mutating func roll(velocity: Double, _ lengths: Lengths, at time: Int64, pace: Pace) {
    guard lengths.slack > 0, velocity != 0 else { return }
    let start = content.value(at: time)
    let speed = velocity / lengths.content
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
