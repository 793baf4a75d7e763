// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import PageStorage

/// Writes that are added to a commit that waits for its turn.
@Suite struct WriteGroupTests {
  private struct Write: PendingWriting {
    var stagedPages: [StagedPage] = []
    var takenPages: [StagedPage] { [] }

    func make(in batch: any WriteBatch) {}
  }

  /// A queue that calls a body with its first group, and ends the writes of each.
  private final class Run: Sendable {
    let queue = WriteQueue()
    private let body: @Sendable (Run, WriteQueue.Group) async throws -> Void
    /// The number of writes of each group, and the outcomes of all writes.
    private let state = Mutex<(sizes: [Int], outcomes: [PageStoreError?])>(([], []))

    init(_ body: @escaping @Sendable (Run, WriteQueue.Group) async throws -> Void) {
      self.body = body
    }

    @discardableResult
    func add(_ write: Write = Write()) -> WriteQueue.Waiting {
      let waiting = WriteQueue.Waiting(write)
      let end: WriteQueue.End = { failure in self.state.withLock { $0.outcomes.append(failure) } }
      queue.add(waiting, end: end, on: nil) { group in await self.perform(group) }
      return waiting
    }

    private func perform(_ group: WriteQueue.Group) async {
      if state.withLock(\.sizes.isEmpty) {
        do { try await body(self, group) } catch { Issue.record(error) }
      }
      state.withLock { $0.sizes.append(group.writes.count) }
      for write in group.writes { write.end(nil) }
    }

    /// Waits until writes have ended, and returns the number of them in each group.
    func sizes(ofWrites count: Int) async -> [Int] {
      while state.withLock({ $0.outcomes.count < count }) { await Task.yield() }
      return state.withLock(\.sizes)
    }

    var cancelledCount: Int { state.withLock { $0.outcomes.count { $0 == .cancelled } } }
  }

  @Test func writesThatComeMeanwhileAreAdded() async {
    let run = Run { run, group in
      #expect(group.grow() == 1)
      for _ in 0..<2 { run.add() }
      #expect(group.writes.count == 1)
      #expect(group.grow() == 3)
      run.add()
    }
    run.add()
    #expect(await run.sizes(ofWrites: 4) == [3, 1])
  }

  @Test func aGroupGrowsToItsLimit() async {
    let run = Run { run, group in
      for _ in 0..<40 { run.add() }
      #expect(group.grow() == 41)
      for _ in 0..<40 { run.add() }
      #expect(group.grow() == 64)
      #expect(group.grow() == 64)
    }
    run.add()
    #expect(await run.sizes(ofWrites: 81) == [64, 17])
  }

  @Test func pagesOfAllWritesAreCounted() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let page = try await store.stage(TestPage.input(0))
    let write: @Sendable (Int) -> Write = { Write(stagedPages: Array(repeating: page, count: $0)) }
    let run = Run { run, group in
      run.add(write(40))
      run.add(write(11))
      run.add(write(1))
      // The order of writes stays.
      #expect(group.grow() == 2)
    }
    run.add(write(200))
    #expect(await run.sizes(ofWrites: 4) == [2, 2])
    await store.close()
  }

  @Test func aCancelledWriteIsNotAdded() async {
    let run = Run { run, group in
      run.add().withdraw()
      run.add()
      #expect(group.grow() == 2)
    }
    run.add()
    #expect(await run.sizes(ofWrites: 3) == [2])
    #expect(run.cancelledCount == 1)
  }

  /// Who holds the queue waits for the writes before, and not for later ones.
  @Test func writesAfterAHoldAreNotAdded() async {
    let hold = Mutex<Task<WriteQueue.Hold, Never>?>(nil)
    let run = Run { run, group in
      run.add()
      let task = Task { await run.queue.hold() }
      hold.withLock { $0 = task }
      // A write that comes during the hold stays.
      while run.queue.holdCount == 0 { await Task.yield() }
      run.add()
      #expect(group.grow() == 2)
    }
    run.add()
    #expect(await run.sizes(ofWrites: 2) == [2])
    if let hold = hold.withLock(\.self) { run.queue.release(await hold.value) }
    #expect(await run.sizes(ofWrites: 3) == [2, 1])
  }

  /// The store may be closed twice at the same time: each caller waits for the writes that it found.
  @Test func aHoldWaitsForWritesBehindAnother() async {
    let run = Run { _, _ in }
    let first = await run.queue.hold()
    run.add()
    let second = Task { [queue = run.queue] in
      let hold = await queue.hold()
      return (hold, await run.sizes(ofWrites: 0))
    }
    while run.queue.holdCount < 2 { await Task.yield() }
    run.add()
    run.queue.release(first)
    let (hold, sizes) = await second.value
    #expect(sizes == [1])
    #expect(run.queue.waitingCount == 1)
    run.queue.release(hold)
    #expect(await run.sizes(ofWrites: 2) == [1, 1])
  }

  @Test func holdsEndInAnyOrder() async {
    let run = Run { _, _ in }
    let (first, second) = (await run.queue.hold(), await run.queue.hold())
    run.add()
    run.queue.release(first)
    #expect(run.queue.waitingCount == 1)
    let third = Task { [queue = run.queue] in await queue.hold() }
    while run.queue.holdCount < 2 { await Task.yield() }
    run.queue.release(second)
    run.queue.release(await third.value)
    #expect(await run.sizes(ofWrites: 1) == [1])
  }
}
