// SPDX-License-Identifier: Apache-2.0

/// The reason why a gallery rejected a call.
///
/// A rejected call has no effect.
public enum GalleryError: Error, Hashable, Sendable {
  /// A number argument of a gesture.
  public enum Input: String, Hashable, Sendable, CaseIterable {
    /// The distance that a finger has moved.
    case translation
    /// The velocity of a finger at its release.
    case velocity
  }

  /// A number is infinite or NaN.
  case notFinite(Input, found: Double)

  /// The lengths and ratios, or a viewport, are not valid for the layout.
  case layout(LayoutError)

  /// The hysteresis is not in `0..<0.5`.
  case invalidHysteresis(found: Double)

  /// The speed of animations is not above 0 and at most 10.
  case invalidSpeed(found: Double)

  /// The number of pages to prefetch is not in `0...10_000`.
  case invalidPrefetchAhead(found: Int)

  /// A content version is not in `0...Int32.max`.
  case invalidContentVersion(found: Int)

  /// An index is not that of a page.
  case indexOutOfRange(Int, count: Int)

  /// No page has this identifier.
  case unknownPage(PageID)

  /// Two pages have the same identifier.
  case duplicateID(PageID)

  /// There are more pages than 32 bits can count.
  case tooManyPages(count: Int)
}
