// SPDX-License-Identifier: Apache-2.0

/// A number over time that comes to rest.
@usableFromInline
package protocol TimedNumber: Hashable, Sendable {
  /// The time of arrival, ``Swift/Int64/never`` at rest.
  var end: Int64 { get }

  /// Returns the number at a time.
  ///
  /// - Parameter time: The time, in nanoseconds.
  /// - Returns: The number.
  func value(at time: Int64) -> Double

  /// Comes to rest if the motion has ended.
  ///
  /// - Parameter time: The time, in nanoseconds.
  mutating func finish(at time: Int64)
}

extension TimedMotion: TimedNumber {}

/// The conversion of a finger's translation to positions.
@usableFromInline
package struct DragTrack: Hashable, Sendable {
  /// The points per unit, zero without an area: then translations are ignored.
  @usableFromInline
  package var stride: Double

  /// The rubber band beyond the ends, as long as the viewport.
  @usableFromInline
  package var band: RubberBand

  /// Creates a conversion.
  ///
  /// - Parameters:
  ///   - stride: The points per unit.
  ///   - band: The rubber band beyond the ends.
  @inlinable
  package init(stride: Double, band: RubberBand) {
    self.stride = stride
    self.band = band
  }
}

/// A drag of content with two ends.
///
/// Between the ends the position follows the finger; beyond them a rubber band applies. What the
/// band cannot hold when the drag begins is the excess, which fades to zero. It is generic over the
/// excess because the gallery fades it with a tween, a third as large as the motions of the other
/// models.
@usableFromInline
package struct ElasticDrag<Excess: TimedNumber>: Hashable, Sendable {
  /// The finger and the position that it asks for.
  @usableFromInline
  package internal(set) var finger: DragTracker

  /// The rubber band beyond the ends.
  @usableFromInline
  package internal(set) var band: RubberBand

  /// The part of the position that the rubber band cannot hold.
  @usableFromInline
  package internal(set) var excess: Excess

  /// Starts at the shown position.
  ///
  /// - Parameters:
  ///   - position: The shown position.
  ///   - limits: The positions of the ends.
  ///   - track: The conversion of the translation.
  ///   - share: The largest displacement that the band takes over, as a fraction of the viewport.
  ///   - time: The time of the touch, in nanoseconds.
  ///   - fade: Returns the fade from an excess to zero.
  @inlinable
  package init(
    from position: Double, in limits: ClosedRange<Double>, _ track: DragTrack, share: Double = 0.9,
    at time: Int64, fade: (Double) -> Excess
  ) {
    let (raw, rest) = track.band.grab(position: position, in: limits, share: share)
    finger = DragTracker(from: raw, stride: track.stride, at: time)
    band = track.band
    excess = fade(rest)
  }

  /// Returns the position at a time.
  ///
  /// - Parameters:
  ///   - time: The time, in nanoseconds.
  ///   - limits: The positions of the ends.
  /// - Returns: The shown position.
  @inlinable
  package func position(at time: Int64, in limits: ClosedRange<Double>) -> Double {
    heldPosition(in: limits) + excess.value(at: time)
  }

  /// Returns the position without the excess.
  ///
  /// - Parameter limits: The positions of the ends.
  /// - Returns: The position that the rubber band holds.
  @inlinable
  package func heldPosition(in limits: ClosedRange<Double>) -> Double {
    band.position(for: finger.raw, in: limits)
  }

  /// Follows the finger.
  ///
  /// - Parameters:
  ///   - translation: The translation since the touch, in points.
  ///   - time: The time of the move, in nanoseconds.
  @inlinable
  package mutating func move(to translation: Double, at time: Int64) {
    finger.move(to: translation, at: time)
  }

  /// Ends the fade of the excess if it ends by a time.
  ///
  /// - Parameter time: The time, in nanoseconds.
  @inlinable
  package mutating func finishExcess(at time: Int64) { excess.finish(at: time) }

  /// Shifts the position by a distance.
  ///
  /// - Parameter distance: The distance.
  @inlinable
  package mutating func shift(by distance: Double) { finger.shift(by: distance) }
}

// MARK: - Other tracks

extension ElasticDrag {
  /// Continues on another track or between other ends as if the drag began at the shown position.
  ///
  /// - Parameters:
  ///   - position: The shown position.
  ///   - limits: The positions of the ends.
  ///   - track: The conversion of the translation.
  ///   - fade: Returns the fade from an excess to zero.
  @inlinable
  package mutating func regrab(
    from position: Double, in limits: ClosedRange<Double>, _ track: DragTrack,
    fade: (Double) -> Excess
  ) {
    let (raw, rest) = track.band.grab(position: position, in: limits)
    finger.restart(from: raw, stride: track.stride)
    band = track.band
    excess = fade(rest)
  }

  /// Continues on another track from the held position; the excess continues to fade.
  ///
  /// - Parameters:
  ///   - track: The conversion of the translation.
  ///   - limits: The positions of the ends.
  ///   - share: The largest displacement that the band takes over, as a fraction of the viewport.
  ///   - time: The time, in nanoseconds.
  ///   - fade: Returns the fade from an excess to zero.
  @inlinable
  package mutating func adopt(
    _ track: DragTrack, in limits: ClosedRange<Double>, share: Double, at time: Int64,
    fade: (Double) -> Excess
  ) {
    var raw = finger.raw
    if track.stride > 0, track.band != band {
      if raw != raw.clamped(to: limits) {
        let held = track.band.grab(position: heldPosition(in: limits), in: limits, share: share)
        raw = held.raw
        if held.excess != 0 { excess = fade(held.excess + excess.value(at: time)) }
      }
      band = track.band
    }
    finger.restart(from: raw, stride: track.stride)
  }
}
