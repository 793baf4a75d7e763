// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Wakes those who wait for changes.
final class ChangeSignal: Sendable {
  private struct State {
    var generation = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The number of changes so far, by which a waiter tells whether it missed one.
  var generation: Int { state.withLock(\.generation) }

  /// Wakes everybody.
  func raise() {
    let waiters = state.withLock { state in
      state.generation += 1
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits for a change after a generation, at most for a time.
  func wait(after generation: Int, upTo time: Duration) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let timer = Task {
      try? await Task.sleep(for: time)
      wake(number)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isLate = state.withLock { state in
          // Of a task that is cancelled already, nobody would wake the waiter.
          if state.generation != generation || Task.isCancelled { return true }
          state.waiters[number] = waiter
          return false
        }
        if isLate { waiter.resume() }
      }
    } onCancel: {
      wake(number)
    }
    timer.cancel()
  }

  private func wake(_ number: Int) {
    state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
  }
}
