// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

@Suite struct GalleryBookmarkTests {
  private func reopened(_ bookmark: GalleryBookmark, _ pages: [Page]) async throws -> Gallery {
    let data = try JSONEncoder().encode(bookmark)
    return try await Gallery(
      restoring: JSONDecoder().decode(GalleryBookmark.self, from: data),
      of: MemoryPageSource(pages),
      clock: ManualClock())
  }

  @Test func restoresPageAndViewport() async throws {
    let example = try await GalleryExample()
    try await example.gallery.goTo(3)
    let bookmark = await example.gallery.bookmark
    let gallery = try await reopened(bookmark, GalleryExample.pages(5))
    #expect(await gallery.bookmark == bookmark)
    #expect(await gallery.frame().position == 3)
    #expect(await gallery.frame().isAnimating == false)
  }

  @Test func goneEditedAndEmptyDocuments() async throws {
    let bookmark = GalleryBookmark(activePage: 3, activeIndex: 3, viewport: GalleryExample.viewport)
    let moved = GalleryExample.pages(5).reversed()
    #expect(await (try reopened(bookmark, Array(moved))).bookmark.activeIndex == 1)
    let without = GalleryExample.pages(5).filter { $0.id != 3 }
    #expect(await (try reopened(bookmark, without)).activePage == 4)
    #expect(await (try reopened(bookmark, GalleryExample.pages(2))).activePage == 1)
    #expect(await (try reopened(bookmark, [])).activePage == nil)
  }

  @Test func placeNamesItsDocument() async throws {
    let name = PageSourceName.custom("lease")
    let gallery = try await Gallery(
      showing: MemoryPageSource(GalleryExample.pages(3), name: name),
      viewport: GalleryExample.viewport, clock: ManualClock())
    let bookmark = await gallery.bookmark
    #expect(bookmark.document == name)
    let others: [PageSourceName?] = [.custom("contract"), .document(DocumentID(1)), nil]
    for other in others {
      let error = GalleryRestoreError.otherDocument(expected: name, found: other)
      await #expect(throws: error) {
        try await Gallery(
          restoring: bookmark, of: MemoryPageSource(GalleryExample.pages(3), name: other),
          clock: ManualClock())
      }
    }
    let restored = try await Gallery(
      restoring: bookmark, of: MemoryPageSource(GalleryExample.pages(3), name: name),
      clock: ManualClock())
    #expect(await restored.bookmark == bookmark)
  }

  @Test func mistakenDocumentIsToldInPlainEnglish() {
    let error = GalleryRestoreError.otherDocument(expected: .document(DocumentID(3)), found: nil)
    #expect(
      "\(error)" == "The place belongs to document 3, but the source shows a source without an ID."
    )
    let other = GalleryRestoreError.noStoredDocument(found: .custom("lease"))
    #expect("\(other)" == "The place belongs to \"lease\", not to a document in a store.")
  }

  @Test func pagesOfTheSameNameAreRefused() async throws {
    struct BadSource: PageSource {
      func pages() -> VersionedPages {
        VersionedPages(pages: [Page(id: 1), Page(id: 1)], version: 0)
      }
      func apply(_: Changeset, to _: Int) throws(PageSourceError) -> PageSourceReceipt {
        throw .conflict(version: 0)
      }
      func rotate(
        _: PageID, by _: QuarterTurns, to _: Int
      ) throws(PageSourceError) -> PageSourceReceipt { throw .unsupportedRotation }
      func changes(after _: Int) -> AsyncStream<PageSourceChange> { AsyncStream { $0.finish() } }
    }
    await #expect(throws: GalleryOpeningError.invalid(.duplicateID(1))) {
      try await Gallery(showing: BadSource(), viewport: GalleryExample.viewport)
    }
  }

  @Test func unreadableSourceThrowsItsError() async throws {
    struct Unreadable: PageSource {
      func pages() throws(PageSourceError) -> VersionedPages {
        throw PageSourceError(RecordingSource.DiskError())
      }
      func apply(_: Changeset, to version: Int) -> PageSourceReceipt {
        PageSourceReceipt(version: version, pageCount: 0)
      }
      func rotate(
        _: PageID, by _: QuarterTurns, to _: Int
      ) throws(PageSourceError) -> PageSourceReceipt { throw .unsupportedRotation }
      func changes(after _: Int) -> AsyncStream<PageSourceChange> { AsyncStream { $0.finish() } }
    }
    let failure = GalleryOpeningError.source(PageSourceError(RecordingSource.DiskError()))
    await #expect(throws: failure) {
      try await Gallery(showing: Unreadable(), viewport: GalleryExample.viewport)
    }
    let bookmark = GalleryBookmark(viewport: GalleryExample.viewport)
    await #expect(throws: GalleryRestoreError.opening(failure)) {
      try await Gallery(restoring: bookmark, of: Unreadable())
    }
  }
}
