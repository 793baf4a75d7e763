// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An independent implementation of the rules of a gallery: simple, slow, without code of the
/// model.
///
/// Seconds are `Double`s, positions are pages. Only boundaries are integral nanoseconds, because a
/// call at that instant must find the motion ended.
struct ReferenceGallery {
  enum Kind: Equatable { case idle, drag, settle, jump }

  /// A number that moves between two values, first accelerating, then decelerating.
  struct Glide {
    var from: Double
    var to: Double
    var start: Int64
    var length: Int64

    func value(at now: Int64) -> Double {
      let share = length > 0 ? min(1, max(0, Double(now - start) / Double(length))) : 1
      return from * (1 - ease(share)) + to * ease(share)
    }

    private func ease(_ x: Double) -> Double {
      x < 0.5 ? 2 * x * x : -2 * x * x + 4 * x - 1
    }
  }

  /// The areas of the screen, along and across the axis.
  struct Area {
    var previewMain = 0.0
    var previewCross = 0.0
    var stripMain = 0.0
    var stripCross = 0.0
  }

  struct Finger {
    var onStrip: Bool
    var startPage: Double
    var raw: Double
    var anchor: Double
    var origin = 0.0
    var translation = 0.0
    /// Points of a page, zero without an area.
    var stride: Double
    /// The length of the rubber band in pages.
    var band: Double
    var lastMove: Int64
  }

  // The constants.
  let count: Int
  let speed: Double
  let hysteresis: Double
  let isVertical: Bool
  /// -1 if the screen is mirrored.
  let sign: Double

  // The state.
  var now: Int64 = 0
  var area: Area
  var reduced: Bool
  var ratios: [Double]
  var ratioGlides: [Int: Glide] = [:]
  var kind = Kind.idle
  var stripLeads = false
  var active: Int
  var place: Double
  var finger: Finger?
  var excess = Glide(from: 0, to: 0, start: 0, length: 0)
  var path: Path?
  var target = 0
  var jump = Glide(from: 0, to: 0, start: 0, length: 0)
  var end = Int64.max
  var turn = Int64.max
  var rate = Glide(from: 1, to: 1, start: 0, length: 0)
  var weights: [Int: Glide] = [:]
  var trail = Glide(from: 0, to: 0, start: 0, length: 0)

  /// Whether a decision depended on the rounding of a number, so that another answer is also
  /// correct.
  var isUncertain = false
}

// MARK: - Values

extension ReferenceGallery {
  var last: Double { Double(max(0, count - 1)) }

  var pitch: Double { area.stripCross / 2 + 4 }

  /// The position of the gallery, in pages.
  var position: Double {
    switch kind {
    case .idle: return place
    case .drag: return stretched + excess.value(at: now)
    case .settle: return now >= end ? Double(target) : path?.value(at: now) ?? place
    case .jump: return jump.value(at: now)
    }
  }

  /// The position of the preview, in pages.
  var focus: Double { ownFocus + trail.value(at: now) }

  var ownFocus: Double {
    if kind == .jump { return Double(target) }
    return stripLeads ? inside(nearest(position)) : position
  }

  /// The expansion of a thumbnail.
  func expansion(_ index: Int) -> Double {
    let near = max(0, 1 - abs(Double(index) - inside(position)))
    return min(1, rate.value(at: now) * near + (weights[index]?.value(at: now) ?? 0))
  }

  /// Main length divided by cross length of an open thumbnail.
  func ratio(_ index: Int) -> Double { ratioGlides[index]?.value(at: now) ?? ratios[index] }

  func inside(_ position: Double) -> Double { min(max(position, 0), last) }

  /// The nearest integer, the greater one of two.
  func nearest(_ number: Double) -> Double { floor(number + 0.5) }

  /// The raw position of the finger, with a rubber band beyond the ends.
  private var stretched: Double {
    guard let finger else { return place }
    let over = abs(finger.raw - inside(finger.raw))
    guard over > 0 else { return finger.raw }
    guard finger.band > 0 else { return inside(finger.raw) }
    let way = (1 - 1 / (over * 0.55 / finger.band + 1)) * finger.band
    return inside(finger.raw) + (finger.raw < 0 ? -way : way)
  }
}

// MARK: - Decisions

extension ReferenceGallery {
  /// Marks the answer as uncertain if two numbers are equal up to rounding.
  mutating func compare(_ number: Double, with limit: Double, within margin: Double = 1e-9) {
    if number != limit, abs(number - limit) < margin * max(1, abs(limit)) { isUncertain = true }
  }

  /// Marks the answer as uncertain if a number is halfway between two pages up to rounding.
  mutating func compareWithTie(_ number: Double) {
    compare(number, with: floor(number) + 0.5)
  }

  mutating func compareWithPage(_ number: Double) {
    compare(number, with: number.rounded())
  }
}
