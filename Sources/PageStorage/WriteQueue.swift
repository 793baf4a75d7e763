// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The queue of a store's writes.
///
/// Writes that arrive during a commit wait together for the next one, which then syncs for all of
/// them. A write that arrives while nothing is running begins at once, and alone.
final class WriteQueue: Sendable {
  typealias End = @Sendable (PageStoreError?) -> Void

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
    fileprivate func wait(_ end: @escaping End) { state.withLock { $0 = .waiting(end) } }

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

  /// The number of writes, and of pages, that one commit takes: other processes wait for it, and
  /// further ones would hardly make it cheaper.
  private static let limit = (writes: 64, pages: 250)

  /// The queue on which all writes run, and whatever must not run beside them.
  let queue = DispatchQueue(label: "PageStorage.writes")
  private let waiting = Mutex<[Waiting]>([])

  /// The number of writes that wait.
  var waitingCount: Int { waiting.withLock(\.count) }

  /// Adds a write.
  ///
  /// - Parameters:
  ///   - write: The write.
  ///   - end: Called once, with its failure.
  ///   - perform: Called on the queue; takes the writes that wait, and ends all of them.
  func add(_ write: Waiting, end: @escaping End, perform: @escaping @Sendable () -> Void) {
    write.wait(end)
    waiting.withLock { $0.append(write) }
    // One for each write: those beyond a limit find one of their own.
    queue.async(execute: perform)
  }

  /// Lets nothing on the queue begin until ``resume()``, while no thread waits.
  ///
  /// Called on the queue.
  func pause() { queue.suspend() }

  /// Ends a pause.
  func resume() { queue.resume() }

  /// Takes the writes of the next commit, none if another one took them.
  func take() -> [Waiting] {
    waiting.withLock { waiting in
      var pageCount = 0
      let group = waiting.prefix(Self.limit.writes).prefix { next in
        let count = next.write.stagedPages.count
        defer { pageCount += count }
        return pageCount == 0 || pageCount + count <= Self.limit.pages
      }
      waiting.removeFirst(group.count)
      return Array(group)
    }
  }
}
