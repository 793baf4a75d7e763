// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Whether a server still accepts new work.
final class ServerState: Sendable {
  /// The number of event streams at the same time.
  static let streamLimit = 2_000

  private let draining = Atomic(false)
  private let streamCount = Atomic(0)
  private let events = Atomic(0)
  private let resets = Atomic(0)
  private let drainActions = Mutex<[@Sendable () -> Void]>([])

  /// The number of open event streams.
  var openStreamCount: Int { streamCount.load(ordering: .relaxed) }

  /// The number of events sent since the start.
  var eventCount: Int { events.load(ordering: .relaxed) }

  /// The number of those that told a client to read everything again.
  var resetCount: Int { resets.load(ordering: .relaxed) }

  /// Counts an event that was sent to a number of streams.
  func countEvent(isReset: Bool, streamCount: Int = 1) {
    events.wrappingAdd(streamCount, ordering: .relaxed)
    if isReset { resets.wrappingAdd(streamCount, ordering: .relaxed) }
  }

  /// Whether the server is shutting down.
  var isDraining: Bool { draining.load(ordering: .acquiring) }

  /// Marks the server as shutting down.
  func drain() {
    draining.store(true, ordering: .releasing)
    for action in drainActions.withLock(\.self) { action() }
  }

  /// Sets a function to be called when the server shuts down.
  func whenDraining(_ action: @escaping @Sendable () -> Void) {
    drainActions.withLock { $0.append(action) }
  }

  /// Counts an event stream; returns `false` if there are too many.
  func enterStream() -> Bool {
    let count = streamCount.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if count > Self.streamLimit { leaveStream() }
    return count <= Self.streamLimit
  }

  /// Counts an event stream no longer.
  func leaveStream() { streamCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}
