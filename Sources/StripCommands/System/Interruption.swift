// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Glibc
import Synchronization

/// A means to cancel work when the program is asked to terminate.
struct Interruption: Sendable {
  /// The descriptor that becomes readable when the program is asked to terminate.
  let requests: Int32

  // Too short to annoy a waiting user, and long enough for most work to end.
  private static let gracePeriod = Duration.milliseconds(500)
  // What is being committed has an outcome, which somebody waits for.
  private static let longGracePeriod = Duration.seconds(5)
  private static let interval = Duration.milliseconds(50)

  /// Whether the program is asked to terminate.
  var isRequested: Bool {
    (try? ThisProcess.waitToRead([requests], atMost: .zero).isEmpty) == false
  }

  /// Waits until a file takes bytes, or until 5 s after a request to terminate.
  ///
  /// - Throws: The error of a write that would wait, in the latter case.
  func waitForRoom(in file: Int32) throws(SystemError) {
    var end: ContinuousClock.Instant?
    while true {
      let time = end.map { $0 - ContinuousClock.now } ?? .seconds(3_600)
      // A request that is known is not waited for again.
      let ready = try ThisProcess.waitToWrite(
        file, or: end == nil ? requests : -1, atMost: time)
      if ready.contains(file) { return }
      if ready.contains(requests) {
        end = ContinuousClock.now + Self.longGracePeriod
      } else if end != nil {
        throw SystemError(call: "write", number: EAGAIN)
      }
    }
  }

  /// Runs work to its end, or until soon after a request to terminate.
  ///
  /// In the latter case the work is cancelled, and abandoned after 0.5 s.
  ///
  /// - Parameters:
  ///   - work: The work.
  ///   - isEnding: Returns whether the work must not be abandoned yet, for up to 5 s.
  /// - Returns: The result of the work, `nil` if it was abandoned.
  /// - Throws: The errors of the work.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value,
    waitingWhile isEnding: @escaping @Sendable () -> Bool = { false }
  ) async throws -> Value? {
    let race = Race<Result<Value, any Error>?>()
    let task = Task {
      do { race.end(with: .success(try await work())) } catch { race.end(with: .failure(error)) }
    }
    let guardian = Task {
      while !isRequested { try await Task.sleep(for: Self.interval) }
      task.cancel()
      try await Task.sleep(for: Self.gracePeriod)
      let end = ContinuousClock.now + Self.longGracePeriod
      while isEnding(), ContinuousClock.now < end { try await Task.sleep(for: Self.interval) }
      race.end(with: nil)
    }
    defer { guardian.cancel() }
    return try await race.result()?.get()
  }
}

/// A race that yields the first of several results.
private final class Race<Value: Sendable>: Sendable {
  private enum State {
    case running
    case awaited(CheckedContinuation<Value, Never>)
    case ended(Value)
  }

  private let state = Mutex(State.running)

  /// Ends the race with a result, unless it has already ended.
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

  /// Waits for the result; may be called once.
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
