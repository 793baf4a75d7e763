// SPDX-License-Identifier: Apache-2.0

extension WriteQueue {
  /// Keeps a task from making the writes that were added after it began.
  struct Hold: Hashable {
    /// The number of writes that were added before.
    let mark: Int
    fileprivate let id: Int
  }

  /// The holds of a queue, and those who wait for the writes before theirs.
  struct Holds {
    typealias Waiter = CheckedContinuation<Void, Never>

    /// The holds, in the order in which they began.
    private var all: [Hold] = []
    private var waiters: [Hold: Waiter] = [:]
    private var beganCount = 0

    var count: Int { all.count }

    /// The number of writes that were added before the first hold.
    var mark: Int? { all.first?.mark }

    /// Adds a hold that begins behind a number of added writes.
    mutating func begin(at mark: Int) -> Hold {
      defer { beganCount += 1 }
      all.append(Hold(mark: mark, id: beganCount))
      return all[all.count - 1]
    }

    mutating func wait(_ hold: Hold, _ waiter: Waiter) { waiters[hold] = waiter }

    mutating func end(_ hold: Hold) { all.removeAll { $0 == hold } }

    /// Takes those who wait for no more than a number of writes.
    mutating func takeWaiters(after count: Int) -> [Waiter] {
      let ready = waiters.keys.filter { $0.mark <= count }
      return ready.compactMap { waiters.removeValue(forKey: $0) }
    }
  }
}
