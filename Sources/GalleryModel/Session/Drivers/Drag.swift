// SPDX-License-Identifier: Apache-2.0

/// A finger on a surface.
///
/// The raw position follows the finger: `raw = anchor - (translation - origin) / stride`. What is
/// shown is the raw position inside of the document, and a rubber band beyond its ends.
struct Drag: Hashable, Sendable {
  let surface: GallerySurface

  /// The position of the page that was nearest when the finger touched.
  private(set) var startIndex: Int

  /// The position that the finger asks for, in pages.
  private(set) var raw: Double

  /// The points of a page, zero if the surface has no area: then translations are ignored.
  private(set) var stride: Double

  /// The rubber band beyond the ends, in pages: as long as the viewport.
  private(set) var band: RubberBand

  /// A part of the position that the rubber band cannot hold, on its way to zero.
  private(set) var excess: Tween

  /// The time of the last move, in nanoseconds.
  private(set) var lastMove: Int64

  /// The sign of the last change of `raw`.
  private(set) var direction = 0.0

  /// The share of a viewport that the rubber band takes over from a position beyond the ends.
  ///
  /// A preview at this share still shows its page.
  private static var heldShare: Double { 0.8 }

  private(set) var anchor: Double
  private var origin = 0.0
  private var translation = 0.0

  /// Takes hold of a position, wherever it is.
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

  /// The position without the part that the rubber band cannot hold.
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

  /// Goes on in a viewport of another size, from the position that is shown.
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

  /// Finds the raw position that shows the same place with another rubber band.
  private mutating func stretch(
    _ newBand: RubberBand, _ limits: ClosedRange<Double>, _ time: Int64, _ duration: Int64
  ) {
    let shown = band.position(for: raw, in: limits)
    let (raw, rest) = newBand.grab(at: shown, in: limits, share: Self.heldShare)
    self.raw = raw
    guard rest != 0 else { return }
    excess = Tween(from: rest + excess.value(at: time), to: 0, at: time, duration: duration)
  }

  /// Goes on in an order of pages in which all places are other ones.
  mutating func shift(by places: Int) {
    raw += Double(places)
    anchor += Double(places)
    startIndex += places
  }

  mutating func finishExcess(at time: Int64) {
    excess.finish(at: time)
  }
}

/// How a surface turns the way of a finger into pages.
struct DragTrack: Hashable, Sendable {
  /// The points of a page, zero if the surface has no area.
  var stride: Double

  /// The rubber band beyond the ends, in pages.
  var band: RubberBand
}
