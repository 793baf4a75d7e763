// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension WriteQueue {
  /// A write whose caller waits.
  final class Waiting: Sendable {
    private enum State {
      case new
      case waiting(End)
      case begun(End)
      case ended
    }

    let write: any PendingWriting
    private let state = Mutex(State.new)

    init(_ write: any PendingWriting) { self.write = write }

    /// Lets the write wait.
    ///
    /// - Parameter end: Called once, with the failure of the write.
    func wait(_ end: @escaping End) { state.withLock { $0 = .waiting(end) } }

    /// Begins the write, perhaps again after a transaction that failed.
    ///
    /// - Returns: Whether its caller still waits for it.
    func begin() -> Bool {
      state.withLock { state in
        switch state {
        case .waiting(let end):
          state = .begun(end)
          return true
        case .begun: return true
        case .new, .ended: return false
        }
      }
    }

    /// Ends a write that has begun.
    func end(_ failure: PageStoreError?) {
      let end = state.withLock { state -> End? in
        guard case .begun(let end) = state else { return nil }
        state = .ended
        return end
      }
      end?(failure)
    }

    /// Ends a write that has not begun, because its caller does not want it any more.
    func withdraw() {
      let end = state.withLock { state -> End? in
        guard case .waiting(let end) = state else { return nil }
        state = .ended
        return end
      }
      end?(.cancelled)
    }
  }
}
