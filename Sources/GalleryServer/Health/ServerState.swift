// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether a server still accepts new work.
final class ServerState: Sendable {
  /// The number of event streams at the same time.
  static let streamLimit = 2_000

  private let draining = Atomic(false)
  private let streamCount = Atomic(0)

  /// Whether the server is shutting down.
  var isDraining: Bool { draining.load(ordering: .acquiring) }

  /// Marks the server as shutting down.
  func drain() { draining.store(true, ordering: .releasing) }

  /// Counts an event stream; returns `false` if there are too many.
  func enterStream() -> Bool {
    let count = streamCount.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if count > Self.streamLimit { leaveStream() }
    return count <= Self.streamLimit
  }

  /// Counts an event stream no longer.
  func leaveStream() { streamCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}
