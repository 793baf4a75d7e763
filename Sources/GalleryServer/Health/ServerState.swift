// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether a server still accepts new work.
final class ServerState: Sendable {
  private let draining = Atomic(false)

  /// Whether the server is shutting down.
  var isDraining: Bool { draining.load(ordering: .acquiring) }

  /// Marks the server as shutting down.
  func drain() { draining.store(true, ordering: .releasing) }
}
