// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageGallery

@Suite struct GalleryEditTests {
  @Test func deletionEndsWithItsAnimation() async throws {
    let example = try await GalleryExample()
    let edit = Task { try await example.gallery.delete(1) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    #expect(await example.gallery.pageIDs == [0, 1, 2, 3, 4])
    try await example.run(to: .milliseconds(300))
    #expect(try await edit.value == .success(commitTime: .milliseconds(300)))
    #expect(await example.gallery.pageIDs == [0, 2, 3, 4])
    #expect(await example.source.ids == [0, 2, 3, 4])
  }

  @Test func sourceIsAskedAtTheCommitPoint() async throws {
    let example = try await GalleryExample()
    let edit = Task { try await example.gallery.insert(Page(id: 9), at: 2) }
    try await eventually { await example.gallery.frame().stage == .close }
    try await example.run(to: .milliseconds(149))
    #expect(await example.source.requests.isEmpty)
    try await example.run(to: .seconds(1))
    _ = try await edit.value
    let requests = await example.source.requests
    #expect(requests.map(\.time) == [.milliseconds(150)])
    #expect(await example.source.ids == [0, 1, 9, 2, 3, 4])
  }

  @Test func lateAnswerHoldsThePictureAndNotTheFinger() async throws {
    let example = try await GalleryExample()
    await example.source.hold()
    let edit = Task { try await example.gallery.delete(3) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .seconds(5))
    #expect(await example.gallery.frame().stage == .waiting)
    #expect(await example.gallery.beginDrag(.strip))
    #expect(try await example.gallery.drag(translation: -37))
    #expect(await example.gallery.frame().position > 0.5)
    await example.source.release()
    try await example.settle()
    #expect(try await edit.value == .success(commitTime: .seconds(5)))
    #expect(await example.gallery.pageIDs == [0, 1, 2, 4])
  }

  @Test func failingSourceRollsBackAndThrowsItsError() async throws {
    let example = try await GalleryExample()
    let before = await example.gallery.frame()
    await example.source.failNext()
    let edit = Task { try await example.gallery.delete(2) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    try await example.run(to: .milliseconds(301))
    #expect(await example.gallery.frame().stage == .rollback)
    try await example.run(to: .seconds(1))
    await #expect { try await edit.value } throws: { error in
      guard case GalleryEditError.source(.other(let reason)) = error else { return false }
      return reason.error is RecordingSource.DiskError
    }
    var after = await example.gallery.frame()
    after.time = before.time
    #expect(after == before)
    #expect(await example.source.ids == [0, 1, 2, 3, 4])
  }

  @Test func onlyTheCulpritOfATogetherMadeChangeFails() async throws {
    let example = try await GalleryExample()
    let first = Task { try await example.gallery.delete(0) }
    try await eventually { await example.gallery.frame().stage == .collapse }
    let second = Task { try await example.gallery.delete(1) }
    let third = Task { try await example.gallery.delete(2) }
    try await eventually { await example.gallery.shared.openRequestCount == 3 }
    try await example.run(to: .milliseconds(310))
    _ = try await first.value
    // The second and the third edit fail together; retried alone, the second fails again.
    await example.source.failNext(2)
    try await example.run(to: .seconds(5))
    let results = [await second.result, await third.result]
    #expect(results.filter { (try? $0.get()) != nil }.count == 1)
    let left = await example.gallery.pageIDs
    #expect(left.count == 3)
    #expect(await example.source.ids == left)
  }

  @Test func quickDeletionsDeleteSuccessivePages() async throws {
    let example = try await GalleryExample(activePage: 1)
    let first = Task { try await example.gallery.deleteActivePage() }
    try await eventually { await example.gallery.shared.openRequestCount == 1 }
    let second = Task { try await example.gallery.deleteActivePage() }
    try await eventually { await example.gallery.shared.openRequestCount == 2 }
    try await example.run(to: .seconds(2))
    _ = try await (first.value, second.value)
    #expect(await example.gallery.pageIDs == [0, 3, 4])
    #expect(await example.gallery.activePage == 3)
  }

  @Test func refusedEditThrowsAtOnce() async throws {
    let example = try await GalleryExample()
    await #expect { try await example.gallery.delete(77) } throws: { error in
      if case GalleryEditError.rejected(.unknownPage(77)) = error { true } else { false }
    }
    await #expect { try await example.gallery.insert(Page(id: 9), at: 6) } throws: { error in
      if case GalleryEditError.rejected(.gapOutOfRange(6, count: 5)) = error { true } else { false }
    }
    #expect(await example.gallery.shared.openRequestCount == 0)
    #expect(await example.source.requests.isEmpty)
  }

  @Test func nothingToDeleteIsNoError() async throws {
    let example = try await GalleryExample(count: 0)
    #expect(try await example.gallery.deleteActivePage() == nil)
  }

  @Test func replacedAndMovedPagesReachTheSource() async throws {
    let example = try await GalleryExample()
    let size = try PageShape(aspectRatio: 2)
    let edits = Task {
      try await example.gallery.replace(4, with: size)
      try await example.gallery.move(4, to: 0)
    }
    try await example.value(of: edits)
    let pages = try await example.source.pages().pages
    #expect(pages.map(\.id) == [4, 0, 1, 2, 3])
    #expect(pages[0].size == size)
    #expect(pages[0].contentVersion == 1)
  }
}
