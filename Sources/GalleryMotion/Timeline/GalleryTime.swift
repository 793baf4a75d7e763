// SPDX-License-Identifier: Apache-2.0

// Inside the models all times are whole nanoseconds since the host's origin. Times are limited to
// ±2^61, 73 years, and animations to 2^60, so that no sum overflows.

extension Int64 {
  /// The latest time.
  @inlinable
  package static var latestGalleryTime: Int64 { 1 << 61 }

  /// The longest duration of an animation.
  @inlinable
  package static var longestAnimation: Int64 { 1 << 60 }

  /// The value for "no time": later than all times.
  @inlinable
  package static var never: Int64 { .max }

  /// Creates the time of a call in whole nanoseconds; a fraction is dropped.
  ///
  /// - Parameter time: The time since the host's origin.
  @inlinable
  package init(galleryTime time: Duration) {
    let latest = Int128(Self.latestGalleryTime)
    self = Int64(Swift.max(-latest, Swift.min(latest, time.attoseconds / 1_000_000_000)))
  }
}

extension Duration {
  /// Creates the time of a call from whole nanoseconds.
  ///
  /// - Parameter nanoseconds: The time since the host's origin.
  @inlinable
  package init(galleryTime nanoseconds: Int64) {
    self.init(attoseconds: Int128(nanoseconds) * 1_000_000_000)
  }
}
