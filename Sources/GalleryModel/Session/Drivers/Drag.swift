// SPDX-License-Identifier: Apache-2.0

/// A drag of a surface.
///
/// The raw position follows the finger: `raw = anchor - (translation - origin) / stride`. The shown
/// position is the raw position inside the document; beyond its ends a rubber band applies.
struct Drag: Hashable, Sendable {
  let surface: GallerySurface

  /// The index of the page that was nearest at the touch.
  private(set) var startIndex: Int

  /// The position that the finger asks for, in pages.
  private(set) var raw: Double

  /// The points per page, zero if the surface has no area: then translations are ignored.
  private(set) var stride: Double

  /// The rubber band beyond the ends, in pages: as long as the viewport.
  private(set) var band: RubberBand

  /// The part of the position that the rubber band cannot hold, which fades to zero.
  private(set) var excess: Tween

  /// The time of the last move, in nanoseconds.
  private(set) var lastMove: Int64

  /// The sign of the last change of `raw`.
  private(set) var direction = 0.0

  /// The largest displacement that the rubber band takes over from a position beyond the ends, as a
  /// fraction of the viewport.
  ///
  /// A preview at this displacement still shows its page.
  private static var heldShare: Double { 0.8 }

  private(set) var anchor: Double
  private var origin = 0.0
  private var translation = 0.0

  /// Starts a drag at the shown position.
  init(
    surface: GallerySurface, position: Double, limits: ClosedRange<Double>, track: DragTrack,
    at time: Int64, excessDuration: Int64
  ) {
    let (raw, excess) = track.band.grab(at: position, in: limits, share: Self.heldShare)
    self.surface = surface
    self.raw = raw
    self.excess = Tween(from: excess, to: 0, at: time, duration: excessDuration)
    startIndex = Int(position.clamped(to: limits).roundedHalfUp())
    stride = track.stride
    band = track.band
    anchor = raw
    lastMove = time
  }

  func position(at time: Int64, limits: ClosedRange<Double>) -> Double {
    heldPosition(limits: limits) + excess.value(at: time)
  }

  /// Returns the position without the excess.
  func heldPosition(limits: ClosedRange<Double>) -> Double {
    band.position(for: raw, in: limits)
  }

  mutating func move(to translation: Double, at time: Int64) {
    lastMove = time
    self.translation = translation
    guard stride > 0 else { return }
    let previous = raw
    let sum = anchor - (translation - origin) / stride
    raw = sum.clamped(to: -1e300...1e300)
    direction = raw == previous ? direction : (raw < previous ? -1 : 1)
  }

  /// Continues in a viewport of another size, from the shown position.
  mutating func adopt(
    _ track: DragTrack, limits: ClosedRange<Double>, at time: Int64, excessDuration: Int64
  ) {
    if track.stride > 0, track.band != band {
      let bound = raw.clamped(to: limits)
      if raw != bound { stretch(track.band, limits, time, excessDuration) }
      band = track.band
    }
    stride = track.stride
    anchor = raw
    origin = translation
  }

  /// Finds the raw position that gives the same shown position with another rubber band.
  private mutating func stretch(
    _ newBand: RubberBand, _ limits: ClosedRange<Double>, _ time: Int64, _ duration: Int64
  ) {
    let shown = band.position(for: raw, in: limits)
    let (raw, rest) = newBand.grab(at: shown, in: limits, share: Self.heldShare)
    self.raw = raw
    guard rest != 0 else { return }
    excess = Tween(from: rest + excess.value(at: time), to: 0, at: time, duration: duration)
  }

  /// Continues after a commit that has shifted all positions.
  mutating func shift(by places: Int) {
    raw += Double(places)
    anchor += Double(places)
    startIndex += places
  }

  mutating func finishExcess(at time: Int64) {
    excess.finish(at: time)
  }
}

/// The conversion of a finger's translation to pages.
struct DragTrack: Hashable, Sendable {
  /// The points per page, zero if the surface has no area.
  var stride: Double

  /// The rubber band beyond the ends, in pages.
  var band: RubberBand
}
