// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that tests set explicitly.
///
/// Sleepers wake in the order of their deadlines, as soon as the clock reaches them.
public final class ManualClock: Clock, Sendable {
  /// An instant, as an offset from the clock's origin.
  public struct Instant: InstantProtocol {
    /// The offset from the origin.
    public var offset: Duration

    /// Returns a later instant.
    ///
    /// - Parameter duration: The distance to it.
    /// - Returns: The instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the distance to another instant.
    ///
    /// - Parameter other: The other instant.
    /// - Returns: The distance, negative if it is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Compares two instants.
    ///
    /// - Parameters:
    ///   - first: An instant.
    ///   - second: Another one.
    /// - Returns: Whether the first one is earlier.
    public static func < (first: Instant, second: Instant) -> Bool {
      first.offset < second.offset
    }
  }

  private struct Sleeper {
    var deadline: Duration
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var sleepers: [Int: Sleeper] = [:]
    var sleeperCount = 0
  }

  private let state = Mutex(State())

  /// Creates a clock at its origin.
  public init() {}

  /// The current instant.
  public var now: Instant { Instant(offset: state.withLock { $0.now }) }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The number of calls of `sleep` so far.
  public var sleepCount: Int { state.withLock { $0.sleeperCount } }

  /// The deadlines of the current sleepers, ascending.
  public var deadlines: [Duration] {
    state.withLock { $0.sleepers.values.map(\.deadline).sorted() }
  }

  /// The earliest deadline of a sleeper, `nil` if there are no sleepers.
  public var nextDeadline: Duration? { deadlines.first }

  /// Waits until the clock reaches a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The deadline.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.sleeperCount += 1
      return state.sleeperCount
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.now >= deadline.offset { return .success(()) }
          state.sleepers[number] = Sleeper(
            deadline: deadline.offset, continuation: continuation)
          return nil
        }
        result.map { continuation.resume(with: $0) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: number) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Sets the clock, and wakes the sleepers whose deadline has come.
  ///
  /// - Parameter time: The distance from the origin. Earlier than now counts as now.
  public func set(to time: Duration) {
    let due = state.withLock { state in
      state.now = max(state.now, time)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values.sorted { $0.deadline < $1.deadline }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }
}
