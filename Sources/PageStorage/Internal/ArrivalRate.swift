// SPDX-License-Identifier: Apache-2.0

/// The rate at which the bytes of a page arrive, which decides whether it keeps memory of which there is little.
///
/// That memory makes fast pages cheaper. A client that sends slowly would have it for hours, and gains nothing.
package struct ArrivalRate: Sendable {
  /// The least rate of a page that keeps the memory, in bytes per second.
  package static let least = 128.0 * 1024

  /// The time for which any rate is accepted.
  package static let grace = Duration.seconds(1)

  private let start: ContinuousClock.Instant
  private var byteCount = 0

  /// Begins to count.
  ///
  /// - Parameter start: The time at which the bytes are awaited; now by default.
  package init(from start: ContinuousClock.Instant = .now) { self.start = start }

  /// Notes bytes that have arrived, and returns whether all of them took too long.
  package mutating func note(_ count: Int, at now: ContinuousClock.Instant = .now) -> Bool {
    byteCount += count
    let elapsed = now - start
    return elapsed > Self.grace && Double(byteCount) < elapsed / .seconds(1) * Self.least
  }
}
