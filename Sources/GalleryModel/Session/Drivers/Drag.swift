// SPDX-License-Identifier: Apache-2.0

/// A drag of a surface, with positions in pages.
struct Drag: Hashable, Sendable {
  let surface: GallerySurface

  /// The index of the page that was nearest at the touch.
  private(set) var startIndex: Int

  /// The sign of the last change of `raw`.
  private(set) var direction = 0.0

  private var motion: ElasticDrag<Tween>

  /// The largest displacement that the rubber band takes over from a position beyond the ends, as a
  /// fraction of the viewport.
  ///
  /// A preview at this displacement still shows its page.
  private static var heldShare: Double { 0.8 }

  /// Starts a drag at the shown position.
  init(
    surface: GallerySurface, position: Double, limits: ClosedRange<Double>, track: DragTrack,
    at time: Int64, excessDuration: Int64
  ) {
    self.surface = surface
    startIndex = Int(position.clamped(to: limits).roundedHalfUp())
    motion = ElasticDrag(from: position, in: limits, track, share: Self.heldShare, at: time) {
      Tween(from: $0, to: 0, at: time, duration: excessDuration)
    }
  }

  /// The position that the finger asks for.
  var raw: Double { motion.finger.raw }

  /// The points per page, zero if the surface has no area.
  var stride: Double { motion.finger.stride }

  /// The rubber band beyond the ends: as long as the viewport.
  var band: RubberBand { motion.band }

  /// The part of the position that the rubber band cannot hold, which fades to zero.
  var excess: Tween { motion.excess }

  /// The positions at which the surface may come to rest: one swipe turns one page of the preview.
  var reach: ClosedRange<Double> {
    guard surface == .preview else { return -.infinity ... .infinity }
    return Double(startIndex) - 1...Double(startIndex) + 1
  }

  func position(at time: Int64, limits: ClosedRange<Double>) -> Double {
    motion.position(at: time, in: limits)
  }

  /// Returns the position without the excess.
  func heldPosition(limits: ClosedRange<Double>) -> Double {
    motion.heldPosition(in: limits)
  }

  /// Returns the velocity of the position at a release, in points per second.
  func releaseVelocity(ofFinger finger: Double, at time: Int64) -> Double {
    motion.finger.releaseVelocity(ofFinger: finger, at: time)
  }

  mutating func move(to translation: Double, at time: Int64) {
    let previous = raw
    motion.move(to: translation, at: time)
    direction = raw == previous ? direction : (raw < previous ? -1 : 1)
  }

  /// Continues in a viewport of another size, from the shown position.
  mutating func adopt(
    _ track: DragTrack, limits: ClosedRange<Double>, at time: Int64, excessDuration: Int64
  ) {
    motion.adopt(track, in: limits, share: Self.heldShare, at: time) {
      Tween(from: $0, to: 0, at: time, duration: excessDuration)
    }
  }

  /// Continues after a commit that has shifted all positions.
  mutating func shift(by places: Int) {
    motion.shift(by: Double(places))
    startIndex += places
  }

  mutating func finishExcess(at time: Int64) { motion.finishExcess(at: time) }
}
