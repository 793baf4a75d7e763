// SPDX-License-Identifier: Apache-2.0

/// The reason why a gallery refused a call.
///
/// A refused call changes nothing.
public enum GalleryError: Error, Hashable, Sendable {
  /// A number that comes with a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The distance that a finger has moved.
    case translation
    /// The speed at which a finger left.
    case velocity
  }

  /// A number is infinite or not a number.
  case notFinite(Input, found: Double)

  /// Lengths and ratios, or a viewport, that cannot be laid out.
  case layout(LayoutError)

  /// The distance to pass a midpoint is not in `0..<0.5`.
  case invalidHysteresis(found: Double)

  /// The speed of animations is not above 0 and at most 10.
  case invalidSpeed(found: Double)

  /// The number of pages to prefetch is not in `0...10_000`.
  case invalidPrefetchAhead(found: Int)

  /// The version of a picture is not in `0...Int32.max`.
  case invalidContentVersion(found: Int)

  /// An index is not that of a page.
  case indexOutOfRange(Int, count: Int)

  /// No page has this name.
  case unknownPage(PageID)

  /// Two pages have the same name.
  case duplicateID(PageID)

  /// There are more pages than 32 bits can count.
  case tooManyPages(count: Int)
}
