// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport

/// The initial state of a gallery for a test of the session.
struct GalleryExample {
  var aspectRatios: [Double?] = StripCase.document
  var activeIndex = 0
  var viewport = Self.phone
  var configuration = GalleryConfiguration()

  /// A strip of 375 by 66 points has a pitch of 37, and a preview of 375 points one of 419.
  static let phone = GalleryViewport(
    preview: Size(width: 375, height: 601), strip: Size(width: 375, height: 66))

  /// The identifiers differ from the indexes.
  static func id(_ index: Int) -> PageID { PageID(UInt64(100 + index)) }

  /// A document of many pages of unknown size.
  static func long(_ count: Int = 100, activeIndex: Int = 50) -> GalleryExample {
    GalleryExample(aspectRatios: Array(repeating: nil, count: count), activeIndex: activeIndex)
  }

  var pages: [Page] {
    aspectRatios.enumerated().map { index, ratio in
      Page(id: Self.id(index), size: ratio.flatMap { try? PageShape(aspectRatio: $0) })
    }
  }

  func session(at time: Duration = .zero) throws -> GallerySession {
    try GallerySession(
      pages: pages, viewport: viewport, configuration: configuration, activeIndex: activeIndex,
      at: time)
  }
}

// MARK: - Gestures on a phone

extension GallerySession {
  /// The points of a page on a phone.
  static func stride(_ surface: GallerySurface) -> Double { surface == .preview ? 375 : 37 }

  /// Begins a drag of a surface at a time in milliseconds, and moves the finger 10 ms later.
  ///
  /// The raw translation is given in pages, toward later ones.
  mutating func pull(_ surface: GallerySurface, by pages: Double, at start: Int = 0) throws {
    beginDrag(surface, at: .milliseconds(start))
    try drag(
      translation: -pages * Self.stride(surface), at: .milliseconds(start + 10))
  }

  /// Begins a drag of a surface, moves the finger 10 ms later, and ends the drag after 20 ms.
  mutating func toss(
    _ surface: GallerySurface, by pages: Double, velocity: Double, at start: Int = 0
  ) throws {
    try pull(surface, by: pages, at: start)
    try endDrag(velocity: velocity, at: .milliseconds(start + 20))
  }
}

extension GallerySession {
  func position(at milliseconds: Int) -> Double { frame(at: .milliseconds(milliseconds)).position }

  func focus(at milliseconds: Int) -> Double { frame(at: .milliseconds(milliseconds)).focus }

  func expansionRate(at milliseconds: Int) -> Double {
    frame(at: .milliseconds(milliseconds)).expansionRate
  }

  func active(at milliseconds: Int) -> Int? { frame(at: .milliseconds(milliseconds)).activeIndex }
}

extension GalleryFrame {
  /// The thumbnail of a page, if it is visible.
  func cell(_ index: Int) -> StripCell? { strip.first { $0.index == index } }
}

// MARK: - Events

extension [GalleryEvent] {
  /// The events without those about prefetching.
  var withoutPrefetch: [GalleryEvent] {
    filter {
      switch $0 {
      case .prefetch, .cancelPrefetch: false
      default: true
      }
    }
  }
}

/// The change of the active page from one index to another.
func activeChanged(_ from: Int, _ to: Int, at time: Duration) -> GalleryEvent {
  .activeChanged(from: GalleryExample.id(from), to: GalleryExample.id(to), at: time)
}

// MARK: - Curves, written down a second time

/// Quadratic ease-in-out.
func eased(_ x: Double) -> Double {
  let x = min(1, max(0, x))
  return x < 0.5 ? 2 * x * x : -2 * x * x + 4 * x - 1
}

/// Finds the first nanosecond from which on a condition holds.
func firstNanosecond(
  from start: Int64, to end: Int64, _ condition: (Duration) -> Bool
) -> Duration {
  var (low, high) = (start, end)
  while low < high {
    let middle = (low + high) / 2
    if condition(.nanoseconds(middle)) { high = middle } else { low = middle + 1 }
  }
  return .nanoseconds(high)
}
