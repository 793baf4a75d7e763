// SPDX-License-Identifier: Apache-2.0

/// The rate at which the bytes of a page arrive, which decides whether it keeps memory of which there is little.
///
/// That memory makes fast pages cheaper. A client that sends slowly would have it for hours, and gains nothing.
package struct ArrivalRate: Sendable {
  /// The least rate of a page that keeps the memory, in bytes per second.
  package static let least = 128.0 * 1024

  /// The time for which any rate is accepted.
  package static let grace = Duration.seconds(1)

  private var start: ContinuousClock.Instant?
  private var byteCount = 0

  /// Begins to count.
  ///
  /// - Parameter start: The time at which the bytes begin to arrive; by default that of the first ones, which do not
  ///   count then: a client may wait long before it sends any.
  package init(from start: ContinuousClock.Instant? = nil) { self.start = start }

  /// Notes bytes that have arrived, and returns whether all of them took too long.
  package mutating func note(_ count: Int, at now: ContinuousClock.Instant = .now) -> Bool {
    guard let start else {
      start = now
      return false
    }
    byteCount += count
    let elapsed = now - start
    return elapsed > Self.grace && Double(byteCount) < elapsed / .seconds(1) * Self.least
  }
}
