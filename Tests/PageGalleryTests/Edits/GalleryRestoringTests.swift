// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

@Suite struct GalleryRestoringTests {
  @Test func pagesAreAppendedInTheirOrder() async throws {
    let example = try await GalleryExample(count: 2)
    let gallery = example.gallery
    for id in 10..<14 as Range<UInt64> {
      let append = Task { try await gallery.append(Page(id: PageID(id))) }
      try await eventually { await gallery.shared.openRequestCount == Int(id) - 9 }
      withExtendedLifetime(append) {}
    }
    try await example.runUntilNothingMoves()
    #expect(await gallery.pageIDs == [0, 1, 10, 11, 12, 13])
    #expect(await example.source.ids == [0, 1, 10, 11, 12, 13])
  }

  typealias Stored = StoredDocumentTests.Example

  @Test(arguments: SourceKind.allCases)
  func pageIsRestoredToItsPosition(_ kind: SourceKind) async throws {
    let example = try await Stored(kind)
    let gallery = example.gallery
    let ids = try await example.stored
    let pages = await gallery.pages
    try await example.run { try await gallery.delete(ids[1]) }
    try await example.run { try await gallery.restore(ids[1]) }
    #expect(await gallery.pages == pages)
    #expect(try await example.stored == ids)
    // At another index, and at the end if there are fewer pages.
    try await example.run { try await gallery.delete(ids[3]) }
    try await example.run { try await gallery.restore(ids[3], at: 0) }
    #expect(try await example.stored == [ids[3], ids[0], ids[1], ids[2]])
    try await example.run { try await gallery.delete(ids[2]) }
    try await example.run { try await gallery.delete(ids[1]) }
    try await example.run { try await gallery.restore(ids[2]) }
    #expect(try await example.stored == [ids[3], ids[0], ids[2]])
  }

  @Test(arguments: SourceKind.allCases)
  func pageThatIsNotInTheTrashIsNotRestored(_ kind: SourceKind) async throws {
    let example = try await Stored(kind)
    let ids = try await example.stored
    await #expect(throws: GalleryEditError.source(.store(.notFound(.trashedPage(ids[0]))))) {
      try await example.gallery.restore(ids[0])
    }
  }

  @Test(arguments: SourceKind.allCases)
  func pageThatWasStagedElsewhereIsNamed(_ kind: SourceKind) async throws {
    let example = try await Stored(kind)
    let (other, server) = try await kind.document(example.document.id, in: example.store)
    let page = try await other.receive(Stored.png(9))
    withExtendedLifetime(server) {}
    let ids = try await example.stored
    await #expect {
      try await example.run { try await example.gallery.insert(page, at: 0) }
    } throws: { error in
      guard case GalleryEditError.source(let reason) = error else { return false }
      return reason == .unstagedPage(page.id)
        && "\(reason)".hasPrefix("Page \(page.id.rawValue) was not staged by this source")
    }
    #expect(try await example.stored == ids)
  }

  @Test func restoringFromASourceWithoutATrashFails() async throws {
    let clock = ManualClock()
    let source = FailingSource(GalleryExample.pages(2))
    let gallery = try await Gallery(
      showing: source, viewport: GalleryExample.viewport, clock: clock)
    await #expect(throws: GalleryEditError.source(.unsupportedRestoration)) {
      try await gallery.restore(1)
    }
  }
}
