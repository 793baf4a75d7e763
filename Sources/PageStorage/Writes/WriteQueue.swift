// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// The queue of a store's writes.
///
/// Writes that arrive during a commit wait together for the next one, which then syncs for all of
/// them. A write that arrives while nothing is running begins at once, and alone.
final class WriteQueue: Sendable {
  typealias End = @Sendable (PageStoreError?) -> Void

  /// The number of writes, and of pages, that one commit takes: other processes wait for it, and
  /// further ones would hardly make it cheaper.
  private static let limit = (writes: 64, pages: 250)

  private struct State {
    var waiting: [Waiting] = []
    /// Begins a task that takes the writes, `nil` if none waits for one.
    var begin: (@Sendable () -> Void)?
    /// Whether a task takes the writes.
    var hasTask = false
    /// The numbers of writes that were added, and taken.
    var (addedCount, takenCount) = (0, 0)
    var holds = Holds()

    /// The number of writes that a task may take.
    var availableCount: Int { holds.mark.map { max(0, $0 - takenCount) } ?? waiting.count }

    mutating func add(_ write: Waiting) {
      waiting.append(write)
      addedCount += 1
    }

    /// Takes writes for a commit that has others already.
    mutating func take(atMost count: Int, beside others: [Waiting] = []) -> [Waiting] {
      var pageCount = others.reduce(0) { $0 + $1.write.stagedPages.count }
      let room = max(0, WriteQueue.limit.writes - others.count)
      let group = waiting.prefix(min(room, count)).prefix { next in
        let count = next.write.stagedPages.count
        defer { pageCount += count }
        return pageCount == 0 || pageCount + count <= WriteQueue.limit.pages
      }
      waiting.removeFirst(group.count)
      takenCount += group.count
      return Array(group)
    }

    /// Returns what begins a task, if there has to be one.
    mutating func takeBegin() -> (@Sendable () -> Void)? {
      guard !hasTask, availableCount > 0, let begin else { return nil }
      hasTask = true
      return begin
    }
  }

  /// The queue on which all writes to a folder run, and whatever must not run beside them.
  let queue = DispatchQueue(label: "PageStorage.writes")
  private let state = Mutex(State())

  /// The number of those who hold the writes that a task makes.
  var holdCount: Int { state.withLock(\.holds.count) }

  /// The number of writes that wait.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  /// Adds a write that is made on the queue.
  ///
  /// - Parameters:
  ///   - write: The write.
  ///   - end: Called once, with its failure.
  ///   - perform: Called on the queue; takes the writes that wait, and ends all of them.
  func add(_ write: Waiting, end: @escaping End, perform: @escaping @Sendable () -> Void) {
    write.wait(end)
    state.withLock { $0.add(write) }
    // One for each write: those beyond a limit find one of their own.
    queue.async(execute: perform)
  }

  /// Adds a write that a task makes.
  ///
  /// - Parameters:
  ///   - write: The write.
  ///   - end: Called once, with its failure.
  ///   - executor: Where the task preferably runs.
  ///   - perform: Ends all writes of a group; called for one group after the other.
  func add(
    _ write: Waiting, end: @escaping End, on executor: (any TaskExecutor)?,
    perform: @escaping @Sendable (Group) async -> Void
  ) {
    write.wait(end)
    let begin = state.withLock { state in
      state.add(write)
      state.begin = { Task.detached(executorPreference: executor) { await self.takeEach(perform) } }
      return state.takeBegin()
    }
    begin?()
  }

  /// Waits for the writes that a task makes and that were added before; later ones wait for ``release(_:)``.
  func hold() async -> Hold {
    let hold = state.withLock { $0.holds.begin(at: $0.addedCount) }
    await withCheckedContinuation { waiter in
      let isFree = state.withLock { state in
        // The writes behind another hold are made when that ends.
        let isFree = !state.hasTask && (state.begin == nil || hold.mark <= state.takenCount)
        if !isFree { state.holds.wait(hold, waiter) }
        return isFree
      }
      if isFree { waiter.resume() }
    }
    return hold
  }

  /// Ends a hold.
  func release(_ hold: Hold) {
    let begin = state.withLock { state in
      state.holds.end(hold)
      return state.takeBegin()
    }
    begin?()
  }

  private func takeEach(_ perform: @Sendable (Group) async -> Void) async {
    while let writes = takeOrEnd() {
      let begun = writes.filter { $0.begin() }
      if !begun.isEmpty { await perform(Group(begun, of: self)) }
    }
  }

  /// Takes further writes for a commit, and begins them.
  func takeMore(beside others: [Waiting]) -> [Waiting] {
    state.withLock { $0.take(atMost: $0.availableCount, beside: others) }.filter { $0.begin() }
  }

  /// Takes the writes of the next commit on the queue, none if another one took them; what holds tasks does not hold it.
  func take() -> [Waiting] { state.withLock { $0.take(atMost: .max) } }

  /// Takes the writes of the next commit; without any, or while somebody holds them, the task ends.
  private func takeOrEnd() -> [Waiting]? {
    let (group, waiters) = state.withLock {
      state -> ([Waiting]?, [Holds.Waiter]) in
      if state.availableCount > 0 { return (state.take(atMost: state.availableCount), []) }
      state.hasTask = false
      if state.waiting.isEmpty { state.begin = nil }
      return (nil, state.holds.takeWaiters(after: state.takenCount))
    }
    for waiter in waiters { waiter.resume() }
    return group
  }
}
