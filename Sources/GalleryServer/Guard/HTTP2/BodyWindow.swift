// SPDX-License-Identifier: Apache-2.0

/// The window of a stream: how many bytes of its body a client may send before the server has used
/// earlier ones.
///
/// Every stream begins with a small window, because most requests have no body and a connection has many
/// streams. A few at a time get a large one, when their bodies turn out to be used.
struct BodyWindow: Sendable {
  /// The size of every window in bytes, which the settings of the connection announce.
  static let initialByteCount = 4 << 10

  /// The size of a large window in bytes.
  static let largeByteCount = 64 << 10

  /// The number of streams of a connection that have a large window.
  static let largeCount = 4

  private(set) var isLarge = false

  private var grantedCount = Self.initialByteCount
  private var receivedCount = 0

  var hasReceived: Bool { receivedCount > 0 }

  /// Notes bytes of the client, with their padding.
  mutating func receive(_ count: Int) { receivedCount += count }

  mutating func enlarge() { isLarge = true }

  /// Notes that all bytes were used, and returns how many further ones the client may send.
  ///
  /// An increment that is small against the window waits for the next call.
  mutating func replenish() -> Int? {
    let size = isLarge ? Self.largeByteCount : Self.initialByteCount
    let increment = size - (grantedCount - receivedCount)
    guard increment >= size / 2 else { return nil }
    grantedCount += increment
    return increment
  }
}
