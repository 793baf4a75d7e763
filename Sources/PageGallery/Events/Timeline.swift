// SPDX-License-Identifier: Apache-2.0

/// A clock whose instants are durations since its creation.
struct Timeline: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let origin = clock.now
    read = { origin.duration(to: clock.now) }
    wait = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }

  /// The time since the origin, never negative.
  var now: Duration { max(.zero, read()) }

  /// Waits until a time.
  ///
  /// - Throws: `CancellationError` if the task is cancelled first.
  func sleep(until time: Duration) async throws { try await wait(time) }
}
