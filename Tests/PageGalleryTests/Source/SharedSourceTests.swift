// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Synchronization
import Testing

@testable import PageGallery

/// Foreign changes of the pages of a gallery.
@Suite struct SharedSourceTests {
  private func waitUntilKnown(_ example: GalleryExample) async throws {
    try await eventually {
      await example.gallery.shared.version == example.source.version
    }
  }

  @Test func changesOfOthersMove() async throws {
    let example = try await GalleryExample(activePage: 2)
    try await example.source.change(Changeset(deletions: [0]))
    try await waitUntilKnown(example)
    #expect(await example.gallery.frame().stage == .collapse)
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
    try await example.run(to: .milliseconds(301))
    #expect(await example.gallery.pageIDs == [1, 2, 3, 4])
    #expect(await example.gallery.activePage == 2)
    // The source is not asked for a change that it has already made.
    #expect(await example.source.requests.isEmpty)
    #expect(await example.gallery.shared.order == nil)
  }

  @Test func ownChangesAreNotTakenOverAgain() async throws {
    let example = try await GalleryExample()
    let edit = Task { try await example.gallery.delete(4) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .seconds(1))
    _ = try await edit.value
    try await waitUntilKnown(example)
    #expect(await example.gallery.frame().stage == .none)
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3])
  }

  @Test func editIsMadeForThePagesThatTheSourceHas() async throws {
    let example = try await GalleryExample()
    let edit = Task { try await example.gallery.move(0, to: 4) }
    try await eventually { await example.gallery.frame().stage == .close }
    try await example.source.change(
      Changeset(deletions: [1], insertions: [.init(index: 0, page: Page(id: 9))]))
    #expect(await example.source.ids == [9, 0, 2, 3, 4])
    try await example.run(to: .milliseconds(300))
    try await example.settle()
    #expect(await example.source.ids == [9, 2, 3, 4, 0])
    try await example.run(to: .seconds(3))
    _ = try await edit.value
    #expect(await example.gallery.pageIDs == [9, 2, 3, 4, 0])
  }

  @Test func pageThatSomebodyElseHasDeletedIsDeleted() async throws {
    let example = try await GalleryExample()
    await example.source.hold()
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .milliseconds(300))
    try await example.source.change(Changeset(deletions: [1]))
    await example.source.release()
    try await example.run(to: .seconds(3))
    _ = try await edit.value
    #expect(await example.gallery.pageIDs == [0, 2, 3, 4])
    #expect(await example.source.ids == [0, 2, 3, 4])
  }

  @Test func otherPageCountIsTakenOver() async throws {
    let example = try await GalleryExample()
    await example.source.tellWrongCounts()
    let events = await example.gallery.events()
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .seconds(1))
    await #expect { try await edit.value } throws: { error in
      if case GalleryEditError.sourceInconsistent = error { true } else { false }
    }
    #expect(await example.gallery.pageIDs == [0, 2, 3, 4])
    await example.gallery.close()
    let isReported = await events.contains { event in
      if case .sourceInconsistent = event { true } else { false }
    }
    #expect(isReported)
  }

  @Test func missingChangeIsMadeUpFor() async throws {
    let example = try await GalleryExample()
    try await example.source.change(Changeset(deletions: [0]))
    try await waitUntilKnown(example)
    try await example.run(to: .seconds(1))
    await example.gallery.receive(
      PageSourceChange(version: 7, changeset: Changeset(deletions: [3])))
    try await eventually { await !example.gallery.isWaitingForSource }
    #expect(await example.gallery.pageIDs == [1, 2, 3, 4])
  }

  @Test func sourceThatCannotBeReadIsLeftAlone() async throws {
    let example = try await GalleryExample()
    await example.source.becomeUnreadable()
    await example.gallery.receive(PageSourceChange(version: 1, changeset: nil))
    try await eventually { await !example.gallery.isWaitingForSource }
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
    #expect(await example.gallery.frame().stage == .none)
  }

  @Test func endlessEditsDoNotKeepOthersAway() async throws {
    let example = try await GalleryExample()
    let edits = BegunEdits()
    try await edits.begin(example) { try await example.gallery.move(0, to: 3) }
    try await example.source.change(Changeset(insertions: [.init(index: 1, page: Page(id: 9))]))
    for round in 1...20 {
      // The next edit begins before the running one has ended.
      try await edits.begin(example) { try await example.gallery.move(0, to: round % 4) }
      try await example.run(to: .milliseconds(200 * round))
      if await example.gallery.pageIDs.contains(9) { break }
      #expect(await example.gallery.shared.openRequestCount > 0)
    }
    #expect(await example.gallery.pageIDs.contains(9))
    #expect(example.clock.now.offset <= .seconds(2))
    try await example.runUntilNothingMoves()
    try await eventually {
      edits.endedCount.load(ordering: .relaxed) == edits.begunCount.load(ordering: .relaxed)
    }
    #expect(await example.gallery.pageIDs == example.source.ids)
  }

  /// Edits that have begun and not ended.
  private final class BegunEdits: Sendable {
    let begunCount = Atomic(0)
    let endedCount = Atomic(0)

    /// Starts an edit, and waits until it has begun.
    func begin(
      _ example: GalleryExample, _ edit: @escaping @Sendable () async throws -> UpdateOutcome
    ) async throws {
      Task {
        await #expect(throws: Never.self) { try await edit() }
        endedCount.add(1, ordering: .relaxed)
      }
      let (_, count) = begunCount.add(1, ordering: .relaxed)
      try await eventually {
        let openCount = await example.gallery.shared.openRequestCount
        return openCount + endedCount.load(ordering: .relaxed) == count
      }
    }
  }

  @Test func twoGalleriesAgree() async throws {
    let clock = ManualClock()
    let source = MemoryPageSource(GalleryExample.pages(4))
    let first = try await Gallery(
      showing: source, viewport: GalleryExample.viewport, clock: clock)
    let second = try await Gallery(
      showing: source, viewport: GalleryExample.viewport, clock: clock)
    let end = StoredDocumentTests.Flag()
    let edit = Task {
      defer { end.raise() }
      return try await first.insert(Page(id: 10), at: 0)
    }
    try await eventually { await first.shared.openRequestCount == 1 }
    // The second one may have the page before the first one has its receipt.
    while await second.pageIDs != [10, 0, 1, 2, 3] || !end.isRaised {
      clock.set(to: clock.now.offset + .milliseconds(50))
      _ = await (first.frame(), second.frame())
      await Task.yield()
    }
    _ = try await edit.value
    #expect(await first.pageIDs == second.pageIDs)
  }
}
