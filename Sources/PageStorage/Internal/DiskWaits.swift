// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Waits for the disk on many threads at a time.
///
/// A file system brings everything that it is asked for at the same time to the disk by one write of
/// its journal, and a disk does much at once. Who waits for one file after the other pays for each.
final class DiskWaits: Sendable {
  /// The waits at a time, in all stores of a process.
  ///
  /// Measured: four take most of the way, more than sixteen gain nothing on any disk that was tried.
  private static let count = 16

  // Each queue has a thread while it waits. Those of a concurrent queue are as many as there are
  // processors, as if waiting were work.
  private static let queues = (0..<count).map {
    DispatchQueue(label: "PageStorage.waits.\($0)")
  }
  private static let next = Mutex(0)
  // Of all callers together, so that many who store pages do not have many files open.
  private static let room = DispatchSemaphore(value: 2 * count)

  private let group = DispatchGroup()
  private let failures = Mutex<[Int: PageStoreError]>([:])

  /// Starts a wait, as soon as few enough are under way.
  ///
  /// - Parameters:
  ///   - number: What the failure is known by.
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

  /// Waits for all.
  ///
  /// - Returns: The failures, by their numbers.
  func finish() -> [Int: PageStoreError] {
    group.wait()
    return failures.withLock(\.self)
  }

  private static func nextQueue() -> DispatchQueue {
    let number = next.withLock { next in
      next = (next + 1) % count
      return next
    }
    return queues[number]
  }
}
