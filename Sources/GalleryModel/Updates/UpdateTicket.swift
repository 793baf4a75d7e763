// SPDX-License-Identifier: Apache-2.0

/// The identifier of an accepted request: later requests have larger tickets.
public struct UpdateTicket: Hashable, Comparable, Sendable {
  /// The number, 1 for the first request of a queue.
  package let number: UInt64

  /// Creates the ticket with a number, which may belong to no request.
  package init(number: UInt64) {
    self.number = number
  }

  /// Returns whether a request was made before another one.
  ///
  /// - Parameters:
  ///   - first: The ticket of a request.
  ///   - second: The ticket of another request of the same gallery.
  /// - Returns: `true` if `first` was issued earlier.
  public static func < (first: Self, second: Self) -> Bool { first.number < second.number }
}

#if !hasFeature(Embedded)
  extension UpdateTicket: Codable {}

  extension UpdateTicket: CustomStringConvertible {
    /// The number of the request.
    public var description: String { "\(number)" }
  }
#endif
