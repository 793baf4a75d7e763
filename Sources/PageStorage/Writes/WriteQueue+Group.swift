// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension WriteQueue {
  /// The writes of a commit of a task.
  final class Group: Sendable {
    /// The queue of further writes, `nil` if none may join.
    private let queue: WriteQueue?
    private let all: Mutex<[Waiting]>

    init(_ writes: [Waiting], of queue: WriteQueue?) {
      self.queue = queue
      all = Mutex(writes)
    }

    /// The writes, which have begun.
    var writes: [Waiting] { all.withLock(\.self) }

    /// The writes, each in a group of its own that does not grow.
    var apart: [Group] { writes.map { Group([$0], of: nil) } }

    /// Adds those that have come meanwhile, as many as a commit takes.
    ///
    /// - Returns: The number of all.
    func grow() -> Int {
      all.withLock { all in
        all += queue?.takeMore(beside: all) ?? []
        return all.count
      }
    }
  }
}
