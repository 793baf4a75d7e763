// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization
import Testing

@testable import PageStorage

struct BlockingWorkTests {
  /// The result of an attempt to do something else beside lengthy work.
  private final class Meanwhile: Sendable {
    let isDone = Atomic(false)
  }

  /// Keeps all cores busy with lengthy work until something else is done, at most for a minute.
  ///
  /// - Returns: Whether it was done meanwhile.
  private func isDone(
    beside count: Int, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> Bool {
    let meanwhile = Meanwhile()
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await BlockingWork.run(on: BlockingWork.lengthy) { () throws(PageStoreError) in
            let end = ContinuousClock.now + .seconds(60)
            // Computes rather than sleeps: Dispatch adds threads only for those that sleep.
            while ContinuousClock.now < end {
              if meanwhile.isDone.load(ordering: .relaxed) { return true }
            }
            return false
          }
        }
      }
      group.addTask {
        try await body()
        meanwhile.isDone.store(true, ordering: .relaxed)
        return true
      }
      return try await group.reduce(true) { $0 && $1 }
    }
  }

  private var count: Int { 2 * ProcessInfo.processInfo.activeProcessorCount }

  @Test func lengthyWorkDelaysNoTasks() async throws {
    #expect(
      try await isDone(beside: count) {
        for _ in 0..<100 { await Task.yield() }
        await Task.detached {}.value
      })
  }

  @Test func lengthyWorkDelaysNoShortWork() async throws {
    #expect(
      try await isDone(beside: count) {
        try await BlockingWork.run { () throws(PageStoreError) in }
      })
  }
}
