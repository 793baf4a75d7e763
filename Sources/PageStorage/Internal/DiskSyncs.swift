// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Concurrent disk syncs on many threads.
///
/// A file system combines concurrent syncs into one write of its journal, and a disk handles many
/// requests at once. Syncing files one after the other costs a full wait for each.
final class DiskSyncs: Sendable {
  /// The maximum number of concurrent syncs, for all stores of a process.
  ///
  /// Measured: four syncs achieve most of the gain; more than sixteen gained nothing on any tested
  /// disk.
  private static let count = 16

  // One serial queue per sync, with a thread while it waits. A concurrent queue is limited to the
  // number of processors, although waiting uses none.
  private static let queues = (0..<count).map {
    DispatchQueue(label: "PageStorage.waits.\($0)")
  }
  private static let next = Mutex(0)
  // Shared by all callers, to limit the number of open files.
  private static let room = DispatchSemaphore(value: 2 * count)

  private let group = DispatchGroup()
  private let failures = Mutex<[Int: PageStoreError]>([:])

  /// Starts a sync, once fewer than the limit are running.
  ///
  /// - Parameters:
  ///   - number: The key of a failure.
  ///   - wait: The call.
  func start(_ number: Int, _ wait: @escaping @Sendable () throws(PageStoreError) -> Void) {
    Self.room.wait()
    Self.nextQueue().async(group: group) {
      do throws(PageStoreError) {
        try wait()
      } catch {
        self.failures.withLock { $0[number] = error }
      }
      Self.room.signal()
    }
  }

  /// Waits for all syncs.
  ///
  /// - Returns: The failures, by key.
  func finish() -> [Int: PageStoreError] {
    group.wait()
    return failures.withLock(\.self)
  }

  /// Runs a call that waits for the disk, without blocking the task or a thread of other work.
  ///
  /// - Parameter body: The call.
  /// - Returns: What the call returns.
  /// - Throws: What the call throws.
  static func run<Result: Sendable>(
    _ body: @escaping @Sendable () throws(PageStoreError) -> Result
  ) async throws(PageStoreError) -> Result {
    try await BlockingWork.run(on: nextQueue(), body)
  }

  private static func nextQueue() -> DispatchQueue {
    let number = next.withLock { next in
      next = (next + 1) % count
      return next
    }
    return queues[number]
  }
}
