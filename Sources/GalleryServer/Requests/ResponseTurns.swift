// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The turns of the requests of a connection of HTTP/2 whose responses are made whole.
///
/// A client may begin a hundred requests, and read none of the responses: each of them would wait in memory. With
/// turns, those beyond a few are made when an earlier one was sent. A client with such a connection thus waits
/// for nobody but itself; the clients of a proxy share its connections, which therefore have more turns.
final class ResponseTurns: Sendable {
  /// The number of responses of a connection that are in memory at the same time.
  static let connectionCount = 8

  /// The same for the connection of a proxy, or of another program on this machine.
  static let sharedConnectionCount = 64

  /// The time after which a request gives up, so that clients that read nothing do not hold up all others for long.
  static let longestWait = Duration.seconds(10)

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

  private let longestWait: Duration

  /// Creates turns of which none is taken.
  ///
  /// - Parameters:
  ///   - count: The number of turns at the same time, at least 1.
  ///   - longestWait: The time after which a request gives up.
  init(count: Int = connectionCount, longestWait: Duration = ResponseTurns.longestWait) {
    state = Mutex(State(freeCount: count))
    self.longestWait = longestWait
  }

  /// The number of requests that wait.
  var waitingCount: Int { state.withLock(\.waiters.count) }

  /// Waits for a turn: those who asked first have theirs first.
  ///
  /// - Parameter end: The end of the stream whose request waits, `nil` if it is unknown.
  /// - Returns: The turn; `nil` if its time has passed, or the stream or the task has ended.
  func take(until end: EventLoopFuture<Void>? = nil) async -> Turn? {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard wait(number, continuation) else { return }
        end?.whenComplete { _ in self.giveUp(number) }
        Task {
          try await Task.sleep(for: longestWait)
          giveUp(number)
        }
      }
    } onCancel: {
      giveUp(number)
    }
    return isTaken ? Turn(self) : nil
  }

  /// Takes a turn that is free, or waits; returns whether it waits.
  private func wait(_ number: Int, _ continuation: CheckedContinuation<Bool, Never>) -> Bool {
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
    return isTaken == nil
  }

  private func giveUp(_ number: Int) {
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
