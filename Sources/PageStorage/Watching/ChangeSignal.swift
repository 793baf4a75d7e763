// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A signal that wakes tasks waiting for changes.
final class ChangeSignal: Sendable {
  private struct Waiter {
    /// The document to wait for, `nil` for any change.
    var document: DocumentID?
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var generation = 0
    var nextWaiter = 0
    var waiters: [Int: Waiter] = [:]
  }

  private let state = Mutex(State())

  /// The number of changes so far; a waiter compares it to detect a missed change.
  var generation: Int { state.withLock(\.generation) }

  /// Whether no task is waiting.
  var isEmpty: Bool { state.withLock(\.waiters.isEmpty) }

  /// The number of waiting tasks.
  var waiterCount: Int { state.withLock(\.waiters.count) }

  /// The number of waits so far.
  var lastWaiter: Int { state.withLock(\.nextWaiter) }

  /// Counts a change if no task is waiting.
  ///
  /// - Returns: `false` if a task is waiting.
  func skip() -> Bool {
    state.withLock { state in
      guard state.waiters.isEmpty else { return false }
      state.generation += 1
      return true
    }
  }

  /// Wakes the tasks waiting for changes of some documents.
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
  ///   - generation: The generation before the caller's last read.
  ///   - document: The document to wait for, `nil` for any change.
  ///   - registered: Called once the waiter is registered, before it suspends.
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
          // A waiter of a cancelled task would never be woken.
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
