// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

@Suite struct GalleryRotationTests {
  private static let wide = Page(id: 0, size: try? PageShape(aspectRatio: 2))
  private static let tall = Page(id: 1, size: try? PageShape(aspectRatio: 0.5))
  private static let unknown = Page(id: 2)

  private func makeExample() async throws -> GalleryExample {
    try await GalleryExample(of: [Self.wide, Self.tall, Self.unknown])
  }

  @Test func shapeMovesWhileThePageIsTurned() async throws {
    let example = try await makeExample()
    let before = try #require(await example.gallery.frame().strip.first).size.width
    let edit = Task { try await example.gallery.rotate(0, by: .clockwise) }
    try await eventually { await example.source.rotated == [0] }
    try await example.settle()
    #expect(await example.gallery.frame().strip.first?.size.width == before)
    try await example.run(to: .milliseconds(75))
    let half = try #require(await example.gallery.frame().strip.first).size.width
    #expect(await example.gallery.frame().preview.first?.contentBlend == 0.5)
    try await example.run(to: .seconds(1))
    #expect(try await edit.value == .success(commitTime: .zero))
    let after = try #require(await example.gallery.frame().strip.first).size.width
    #expect(after < half && half < before)
    let page = try #require(await example.gallery.frame().preview.first)
    #expect(page.contentVersion == 1 && page.contentBlend == 1)
    let ratio = page.contentRect.size.width / page.contentRect.size.height
    #expect(abs(ratio - 0.5) < 1e-12)
    // The source was asked to rotate the page, not to replace its image.
    #expect(await example.source.requests.isEmpty)
    #expect(await example.source.rotation(of: 0) == .clockwise)
  }

  @Test func rotationsThatWaitAreMadeOneAfterTheOther() async throws {
    let example = try await makeExample()
    let turns: [QuarterTurns] = [.clockwise, .clockwise, .counterclockwise, .clockwise]
    var edits: [Task<UpdateOutcome, any Error>] = []
    for turn in turns {
      let count = await example.gallery.shared.openRequestCount
      edits.append(Task { try await example.gallery.rotate(1, by: turn) })
      try await eventually { await example.gallery.shared.openRequestCount == count + 1 }
    }
    try await example.run(to: .seconds(3))
    for edit in edits { _ = try await edit.value }
    #expect(await example.source.rotation(of: 1) == .half)
    #expect(try await example.source.pages().pages[1].size == Self.tall.size)
    #expect(await example.gallery.session.page(1)?.size == Self.tall.size)
    #expect(await example.gallery.session.page(1)?.contentVersion == 4)
  }

  @Test func failingSourceTurnsNothing() async throws {
    let example = try await makeExample()
    let before = await example.gallery.frame()
    await example.source.failNext()
    await #expect { try await example.gallery.rotate(0, by: .clockwise) } throws: { error in
      guard case GalleryEditError.source(.other(let reason)) = error else { return false }
      return reason.error is RecordingSource.DiskError
    }
    try await example.run(to: .seconds(1))
    var after = await example.gallery.frame()
    after.time = before.time
    #expect(after == before)
    #expect(await example.source.rotation(of: 0) == .none)
    #expect(await example.gallery.rotations.isEmpty)
  }

  @Test func shapeIsRightAfterTheRotationInFrontHasFailed() async throws {
    let example = try await makeExample()
    await example.source.hold()
    let first = Task { try await example.gallery.rotate(0, by: .clockwise) }
    try await eventually { await example.source.isHolding }
    let second = Task { try await example.gallery.rotate(0, by: .clockwise) }
    try await eventually { await example.gallery.shared.openRequestCount == 2 }
    await example.source.failNext()
    await example.source.release()
    try await example.runUntilNothingMoves()
    await #expect(throws: GalleryEditError.self) { try await first.value }
    _ = try await second.value
    #expect(await example.gallery.session.page(0)?.size == Self.tall.size)
  }

  @Test func othersTurnTheSamePageMeanwhile() async throws {
    let example = try await makeExample()
    await example.source.hold()
    let edit = Task { try await example.gallery.rotate(0, by: .clockwise) }
    try await eventually { await example.source.isHolding }
    _ = await example.source.rotate(at: 0, by: .clockwise)
    await example.source.release()
    try await example.runUntilNothingMoves()
    _ = try await edit.value
    #expect(await example.source.rotation(of: 0) == .half)
    #expect(await example.gallery.session.page(0)?.size == Self.wide.size)
  }

  @Test func rotationOfOthersIsShown() async throws {
    let example = try await makeExample()
    _ = await example.source.rotate(at: 0, by: .counterclockwise)
    try await example.runUntilNothingMoves()
    #expect(await example.gallery.session.page(0)?.size == Self.tall.size)
    #expect(await example.gallery.session.page(0)?.contentVersion == 1)
  }

  @Test func pageThatIsNotThereYetIsTurnedAfterItsInsertion() async throws {
    let example = try await makeExample()
    let page = Page(id: 9, size: Self.wide.size)
    let insertion = Task { try await example.gallery.insert(page, at: 0) }
    try await eventually { await example.gallery.shared.openRequestCount == 1 }
    let rotation = Task { try await example.gallery.rotate(9, by: .clockwise) }
    try await eventually { await example.gallery.shared.openRequestCount == 2 }
    try await example.run(to: .seconds(3))
    _ = try await (insertion.value, rotation.value)
    #expect(await example.source.rotation(of: 9) == .clockwise)
    #expect(await example.gallery.session.page(9)?.size == Self.tall.size)
  }

  @Test func otherPicturesEndRotations() async throws {
    let source = MemoryPageSource([Self.wide, Self.tall])
    _ = try await source.rotate(0, by: .clockwise, to: 0)
    _ = try await source.rotate(1, by: .half, to: 1)
    let change = Changeset(replacements: [.init(index: 0, size: Self.wide.size)])
    _ = try await source.apply(change, to: 2)
    #expect(await source.rotation(of: 0) == .none)
    #expect(await source.rotation(of: 1) == .half)
    await #expect(throws: PageSourceError.conflict(version: 3)) {
      try await source.rotate(1, by: .half, to: 2)
    }
    await #expect(throws: PageSourceError.invalidChange(.unknownPage(7))) {
      try await source.rotate(7, by: .half, to: 3)
    }
  }

  @Test func nothingUnknownAndUnsupported() async throws {
    let example = try await makeExample()
    _ = try await example.gallery.rotate(2, by: .none)
    #expect(await example.source.rotated.isEmpty)
    for turns in [QuarterTurns.none, .half] {
      await #expect { try await example.gallery.rotate(77, by: turns) } throws: { error in
        if case GalleryEditError.rejected(.unknownPage(77)) = error { true } else { false }
      }
    }
    let gallery = try await Gallery(
      showing: UnturnableSource(), viewport: GalleryExample.viewport, clock: ManualClock())
    await #expect(throws: GalleryEditError.source(.unsupportedRotation)) {
      try await gallery.rotate(1, by: .half)
    }
  }
}

/// A source that cannot rotate pages.
private struct UnturnableSource: PageSource {
  func pages() -> VersionedPages { VersionedPages(pages: [Page(id: 1)], version: 0) }
  func apply(_: Changeset, to version: Int) -> PageSourceReceipt {
    PageSourceReceipt(version: version + 1)
  }
  func rotate(
    _: PageID, by _: QuarterTurns, to _: Int
  ) throws(PageSourceError) -> PageSourceReceipt { throw .unsupportedRotation }
  func changes(after _: Int) -> AsyncStream<PageSourceChange> { AsyncStream { $0.finish() } }
}
