// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Wakes those who wait for changes.
final class ChangeSignal: Sendable {
  private struct Waiter {
    /// The document whose changes are waited for, `nil` for any change.
    var document: DocumentID?
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var generation = 0
    var nextWaiter = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let state = Mutex(State())

  /// The number of changes so far, by which a waiter tells whether it missed one.
  var generation: Int { state.withLock(\.generation) }

  /// Whether nobody waits.
  var isEmpty: Bool { state.withLock(\.waiters.isEmpty) }

  /// The number of those who wait.
  var waiterCount: Int { state.withLock(\.waiters.count) }

  /// Counts those who have waited so far.
  var lastWaiter: Int { state.withLock(\.nextWaiter) }

  /// Notes a change that nobody waits for.
  ///
  /// - Returns: `false` if somebody waits.
  func skip() -> Bool {
    state.withLock { state in
      guard state.waiters.isEmpty else { return false }
      state.generation += 1
      return true
    }
  }

  /// Wakes those who wait for changes of some documents.
  ///
  /// - Parameter documents: The documents, `nil` for all.
  func raise(_ documents: Set<DocumentID>? = nil) {
    let woken = state.withLock { state in
      state.generation += 1
      let woken = state.waiters.filter { _, waiter in
        guard let documents, let document = waiter.document else { return true }
        return documents.contains(document)
      }
      for number in woken.keys { state.waiters[number] = nil }
      return woken.values
    }
    for waiter in woken { waiter.continuation.resume() }
  }

  /// Waits for a change after a generation.
  ///
  /// - Parameters:
  ///   - generation: The generation before the caller has looked.
  ///   - document: The document whose changes are waited for, `nil` for any change.
  ///   - registered: Called when the caller waits, before it sleeps.
  func wait(
    after generation: Int, for document: DocumentID?, registered: () -> Void
  ) async {
    let number = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isLate = state.withLock { state in
          // Of a task that is cancelled already, nobody would wake the waiter.
          if state.generation != generation || Task.isCancelled { return true }
          state.waiters[number] = Waiter(document: document, continuation: continuation)
          return false
        }
        if isLate { continuation.resume() } else { registered() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
  }
}
