// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

/// Sources that return older pages than they have, such as a replica that lags behind.
@Suite struct StalePagesTests {
  typealias Example = SourceVersionTests.Example

  private static let start: [PageID] = [0, 1, 2, 3, 4]

  /// The source reports a conflict, but keeps returning the older pages: an immediate retry would
  /// have the same result.
  @Test func conflictWithPagesThatAreNotGivenEndsTheEdit() async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.set(GalleryExample.pages(3), version: 8)
    await source.answerPages(with: GalleryExample.pages(5), version: 7)
    let edit = Task { try await gallery.delete(0) }
    try await example.passUntilEnded()
    await #expect(throws: GalleryEditError.source(.conflict(version: 8))) { try await edit.value }
    #expect(await source.readCount == 2)
    #expect(await gallery.pageIDs == Self.start)
    await source.answerTruly()
    let other = Task { try await gallery.delete(0) }
    try await example.pass { await gallery.pageIDs == [1, 2] }
    _ = try await other.value
  }

  /// A conflict with the version of the request ends the edit at once.
  ///
  /// One with an older version ends it after one more request.
  @Test(arguments: [(7, 1), (5, 2)]) func conflictThatLeadsNowhereEndsTheEdit(
    found: Int, requestCount: Int
  ) async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.refuse(with: .conflict(version: found))
    let edit = Task { try await gallery.delete(0) }
    try await example.passUntilEnded()
    await #expect(throws: GalleryEditError.source(.conflict(version: found))) {
      try await edit.value
    }
    #expect(await source.requestCount == requestCount)
    await source.answerTruly()
    let other = Task { try await gallery.delete(0) }
    try await example.pass { await gallery.pageIDs == [1, 2, 3, 4] }
    _ = try await other.value
  }

  /// The source has made another change than the requested one, and returns the pages before it.
  @Test func oldPagesAreNotTakenForTheNewest() async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.miscountReceipts(by: 12)
    await source.answerPages(with: [Page(id: 8)], version: 6)
    let edit = Task { try await gallery.delete(0) }
    try await example.pass {
      let readCount = await source.readCount
      let isWaiting = await gallery.isWaitingForSource
      return readCount == 2 && !isWaiting
    }
    #expect(await gallery.pageIDs == Self.start)
    await source.answerTruly()
    try await example.pass { await gallery.pageIDs == [1, 2, 3, 4] }
    await #expect(throws: GalleryEditError.sourceInconsistent) { try await edit.value }
    #expect(await gallery.shared.version == 8)
    try await eventually { await source.streamCount == 2 }
    await source.set(GalleryExample.pages(5).suffix(3), version: 9)
    await source.tell(9, Changeset(deletions: [0]))
    try await example.pass { await gallery.pageIDs == [2, 3, 4] }
  }

  /// The receipt has an unexpected version, and the pages cannot be read at first.
  ///
  /// Without them the result of the edit is unknown.
  @Test func pagesThatAreNotGivenAfterAnUnexpectedChangeAreAskedForAgain() async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.miscountReceipts(by: 12)
    await source.failPages(with: .store(.closed))
    let edit = Task { try await gallery.delete(0) }
    try await example.pass { await source.readCount >= 3 }
    await source.answerTruly()
    try await example.pass { await gallery.pageIDs == [1, 2, 3, 4] }
    await #expect(throws: GalleryEditError.sourceInconsistent) { try await edit.value }
    #expect(await example.words().map { $0.prefix(5) } == ["lost ", "found"])
  }

  /// Pages that were read before changes arrived, and are returned after them, do not discard these
  /// changes.
  @Test func lateAnswerDoesNotHideAChange() async throws {
    let example = try await Example(version: 7)
    let (source, gallery) = (example.source, example.gallery)
    await source.set(GalleryExample.pages(4), version: 8)
    await source.holdNextPages()
    await source.tell(8)
    try await eventually { await source.isHoldingPages }
    await source.hold()
    let edit = Task { try await gallery.delete(0) }
    try await example.pass { await source.isHolding }
    await source.tell(9)
    await source.tell(10)
    try await eventually { await gallery.shared.arrived.count == 2 }
    await source.release()
    _ = try await example.passUntilAnswered()
    await source.set([Page(id: 3)], version: 10)
    await source.releasePages()
    try await example.pass { await gallery.pageIDs == [3] }
    _ = try await edit.value
  }
}

extension SourceVersionTests.Example {
  /// Advances the time until an edit has begun and ended.
  func passUntilEnded() async throws {
    try await pass { await gallery.frame().stage != .none }
    try await pass { await gallery.frame().stage == .none }
  }

  /// Advances the time until the source has answered the request for a change.
  func passUntilAnswered() async throws {
    try await pass { await !gallery.shared.isAsking }
  }
}
