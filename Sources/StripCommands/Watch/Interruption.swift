// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Work that a request to end the program cuts short.
struct Interruption: Sendable {
  /// What can be read when the program is to end.
  let requests: System.Descriptor

  // A person who waits does not notice, and most work ends within it.
  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(50)

  /// Whether the program is to end.
  var isRequested: Bool {
    (try? System.waitToRead([requests], atMost: .zero).isEmpty) == false
  }

  /// Runs work to its end, or to soon after a request, when it is cancelled and then left alone.
  ///
  /// - Returns: What the work returned, `nil` if it was left alone.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    let race = Race<Result<Value, any Error>?>()
    let task = Task {
      do { race.end(with: .success(try await work())) } catch { race.end(with: .failure(error)) }
    }
    let guardian = Task {
      while !isRequested { try await Task.sleep(for: Self.interval) }
      task.cancel()
      try await Task.sleep(for: Self.patience)
      race.end(with: nil)
    }
    defer { guardian.cancel() }
    return try await race.result()?.get()
  }
}

/// The first of several results.
private final class Race<Value: Sendable>: Sendable {
  private enum State {
    case running
    case awaited(CheckedContinuation<Value, Never>)
    case ended(Value)
  }

  private let state = Mutex(State.running)

  /// Ends the race, if it has not ended.
  func end(with value: Value) {
    let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .ended: return nil
      case .running:
        state = .ended(value)
        return nil
      case .awaited(let waiter):
        state = .ended(value)
        return waiter
      }
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the end; once.
  func result() async -> Value {
    await withCheckedContinuation { waiter in
      let value = state.withLock { state -> Value? in
        if case .ended(let value) = state { return value }
        state = .awaited(waiter)
        return nil
      }
      if let value { waiter.resume(returning: value) }
    }
  }
}
