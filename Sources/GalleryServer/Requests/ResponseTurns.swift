// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The turns of the requests of a connection of HTTP/2 whose responses are made whole.
///
/// A client may begin a hundred requests, and read none of the responses: each of them would wait in memory. With
/// turns, those beyond a few are made when an earlier one was sent. A client with such a connection thus waits
/// for nobody but itself.
final class ResponseTurns: Sendable {
  /// The number of responses of a connection that are in memory at the same time.
  static let connectionCount = 8

  /// The right to make a response; it ends with its last reference.
  final class Turn: Sendable {
    private let turns: ResponseTurns

    fileprivate init(_ turns: ResponseTurns) { self.turns = turns }

    deinit { turns.end() }
  }

  private struct State {
    var freeCount: Int
    var lastNumber = 0
    var waiters: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state: Mutex<State>

  /// Creates turns of which none is taken.
  ///
  /// - Parameter count: The number of turns at the same time, at least 1.
  init(count: Int = connectionCount) {
    state = Mutex(State(freeCount: count))
  }

  /// The number of requests that wait.
  var waitingCount: Int { state.withLock(\.waiters.count) }

  /// Waits for a turn: those who asked first have theirs first.
  ///
  /// - Returns: The turn.
  /// - Throws: `CancellationError` if the task is cancelled before.
  func take() async throws -> Turn {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { wait(number, $0) }
    } onCancel: {
      cancel(number)
    }
    guard isTaken else { throw CancellationError() }
    return Turn(self)
  }

  private func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) {
    let isTaken: Bool? = state.withLock { state in
      // A cancellation before this found nothing to cancel; one after it finds the waiter.
      if Task.isCancelled { return false }
      guard state.freeCount == 0 else {
        state.freeCount -= 1
        return true
      }
      state.waiters.append((number, continuation))
      return nil
    }
    if let isTaken { continuation.resume(returning: isTaken) }
  }

  private func cancel(_ number: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: false)
  }

  /// Ends a turn, which the next waiter has then.
  private func end() {
    let next = state.withLock { state in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() as Optional }
      state.freeCount += 1
      return nil
    }
    next?.continuation.resume(returning: true)
  }
}
