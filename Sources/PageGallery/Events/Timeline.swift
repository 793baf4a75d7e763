// SPDX-License-Identifier: Apache-2.0

/// A clock whose instants are distances from the moment at which the timeline was made.
struct Timeline: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let origin = clock.now
    read = { origin.duration(to: clock.now) }
    wait = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }

  /// The distance from the origin, never negative.
  var now: Duration { max(.zero, read()) }

  /// Waits until a time.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  func sleep(until time: Duration) async throws { try await wait(time) }
}
