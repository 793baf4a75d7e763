// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryCompanions
import GalleryModel
import GalleryTestSupport
import PageImaging
import PageStorage
import Synchronization
import Testing

@testable import GalleryClient
@testable import PageGallery

@Suite struct StoredDocumentTests {
  /// A store in its own folder, and a gallery over a document of four pages, in this process or over
  /// a connection.
  final class Example: Sendable {
    let clock = ManualClock()
    let folder = TestFiles.folder
      .appendingPathComponent("page-gallery-tests-\(UUID().uuidString)")
    let store: PageStore
    let document: any TestedDocument
    let server: LoopbackServer?
    let gallery: Gallery

    init(_ kind: SourceKind = .store) async throws {
      store = try await PageStore.open(at: try await TestStores.location(of: folder.path))
      let id = try await store.createDocument(title: "Lease").id
      for number in 0..<4 { try await store.append(.bytes(Self.png(number)), to: id) }
      (document, server) = try await kind.document(id, in: store)
      gallery = try await Gallery(
        showing: document, viewport: GalleryExample.viewport, clock: clock)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var stored: [PageID] {
      get async throws { try await document.pages().pages.map(\.id) }
    }

    /// A page whose width depends on a number.
    static func png(_ number: Int) throws -> [UInt8] {
      try Bitmap(size: PixelSize(width: 10 + number, height: 10), format: .gray8, fill: 255)
        .encoded(as: .png)
    }

    /// Advances the time until a call has returned.
    @discardableResult
    func run<Result: Sendable>(
      _ call: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
      let ended = Flag()
      let task = Task {
        defer { ended.raise() }
        return try await call()
      }
      try await pass { ended.isRaised }
      return try await task.value
    }

    /// Advances the time until a condition holds.
    func pass(until condition: () async throws -> Bool) async throws {
      try await eventually {
        clock.set(to: clock.now.offset + .milliseconds(5))
        _ = await gallery.frame()
        return try await condition()
      }
    }
  }

  final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
  }

  @Test(arguments: SourceKind.allCases)
  func pagesOfTheStoreAreShown(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    #expect(try await example.gallery.pageIDs == example.stored)
    let cell = try #require(await example.gallery.frame().preview.first)
    #expect(cell.contentRect.size.width == cell.contentRect.size.height)
  }

  @Test(arguments: SourceKind.allCases)
  func stagedPageIsCommittedByItsInsertion(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let page = try await example.document.receive(Example.png(20))
    #expect(page.size?.aspectRatio == 3)
    #expect(try await example.stored.count == 4)
    try await example.run { try await example.gallery.insert(page, at: 0) }
    #expect(try await example.stored.first == page.id)
    #expect(try await example.store.bytes(of: page.id) == Example.png(20))
  }

  @Test(arguments: SourceKind.allCases)
  func editsReachTheStore(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let ids = try await example.stored
    try await example.run { try await example.gallery.delete(ids[1]) }
    try await example.run { try await example.gallery.move(ids[3], to: 0) }
    #expect(try await example.stored == [ids[3], ids[0], ids[2]])
    let size = try await example.document.receive(Example.png(30), replacing: ids[0])
    try await example.run { try await example.gallery.replace(ids[0], with: size) }
    #expect(try await example.store.bytes(of: ids[0]) == Example.png(30))
    #expect(try await example.store.trash(of: example.document.id).map(\.id) == [ids[1]])
    #expect(try await example.gallery.pageIDs == example.stored)
  }

  @Test func pagesKeepWhatTheirInputTells() async throws {
    let example = try await Example()
    var input = PageInput.bytes(try Example.png(20))
    input.metadata = PageMetadata(fileName: "a.png", source: "scanner")
    let document = try #require(example.document as? StoredDocument)
    let page = try await document.stage(input)
    try await example.run { try await example.gallery.insert(page, at: 0) }
    #expect(try await example.store.metadata(of: page.id) == input.metadata)
    input.metadata = PageMetadata(fileName: "b.png")
    let size = try await document.stageReplacement(of: page.id, with: input)
    try await example.run { try await example.gallery.replace(page.id, with: size) }
    let found = try await example.store.metadata(of: page.id)
    #expect(found == PageMetadata(fileName: "b.png", source: "scanner"))
  }

  @Test(arguments: SourceKind.allCases)
  func otherMetadataAreNoChangeOfTheGallery(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let ids = try await example.stored
    let (version, frame) = (await example.gallery.shared.version, await example.gallery.frame())
    try await example.store.setMetadata(PageMetadata(source: "x"), of: ids[0])
    try await example.store.rotate(ids[1], by: .clockwise)
    // The rotation is the first change that a gallery receives.
    let change = try await example.document.firstChange(after: version)
    #expect(change?.version == version + 1)
    #expect(change?.changeset?.replacements.map(\.index) == [1])
    #expect(try await example.document.pages().pages[0].contentVersion == 0)
    #expect(frame.preview.map(\.id).contains(ids[0]))
  }

  @Test(arguments: SourceKind.allCases)
  func newPageThatIsReplacedAtOnceHasTheNewBytes(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let page = try await example.document.receive(Example.png(20))
    let insertion = Task { try await example.gallery.insert(page, at: 0) }
    try await eventually { await example.gallery.shared.openRequestCount == 1 }
    let size = try await example.document.receive(Example.png(21), replacing: page.id)
    try await example.run { try await example.gallery.replace(page.id, with: size) }
    _ = try await insertion.value
    #expect(try await example.store.bytes(of: page.id) == Example.png(21))
  }

  @Test(arguments: SourceKind.allCases)
  func pageThatABatchInsertsAndReplacesHasTheNewBytes(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let page = try await example.document.receive(Example.png(20))
    let size = try await example.document.receive(Example.png(21), replacing: page.id)
    try await example.run {
      try await example.gallery.update(
        .batch([.insert(page, at: 0), .replace(.id(page.id), with: size)]))
    }
    #expect(try await example.store.bytes(of: page.id) == Example.png(21))
    let shown = await example.gallery.session.snapshot.pages
    #expect(try await example.document.pages().pages == shown)
  }

  @Test(arguments: SourceKind.allCases)
  func pageThatIsInsertedAloneKeepsItsBytesUntilItIsReplaced(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let page = try await example.document.receive(Example.png(20))
    let size = try await example.document.receive(Example.png(21), replacing: page.id)
    try await example.run { try await example.gallery.insert(page, at: 0) }
    #expect(try await example.store.bytes(of: page.id) == Example.png(20))
    try await example.run { try await example.gallery.replace(page.id, with: size) }
    #expect(try await example.store.bytes(of: page.id) == Example.png(21))
  }

  @Test(arguments: SourceKind.allCases)
  func pageThatABatchTakesOutOfTheTrashAndReplacesHasTheNewBytes(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let page = try await example.document.pages().pages[2]
    try await example.run { try await example.gallery.delete(page.id) }
    let size = try await example.document.receive(Example.png(21), replacing: page.id)
    try await example.run { try await example.gallery.insert(page, at: 0) }
    #expect(try await example.store.bytes(of: page.id) == Example.png(2))
    try await example.run { try await example.gallery.delete(page.id) }
    try await example.run {
      try await example.gallery.update(
        .batch([.insert(page, at: 1), .replace(.id(page.id), with: size)]))
    }
    #expect(try await example.store.bytes(of: page.id) == Example.png(21))
    let shown = await example.gallery.session.snapshot.pages
    #expect(try await example.document.pages().pages == shown)
  }

  @Test(arguments: SourceKind.allCases)
  func batchThatReplacesANewPageWithoutBytesFailsAndChangesNothing(_ kind: SourceKind) async throws
  {
    let example = try await Example(kind)
    let ids = try await example.stored
    let page = try await example.document.receive(Example.png(20))
    await #expect {
      try await example.run {
        try await example.gallery.update(
          .batch([.insert(page, at: 0), .replace(.id(page.id), with: nil)]))
      }
    } throws: { error in
      error as? GalleryEditError == .source(.store(.notFound(.stagedPage(page.id))))
    }
    #expect(try await example.stored == ids)
    #expect(await example.gallery.pageIDs == ids)
  }

  @Test(arguments: SourceKind.allCases)
  func replacementWithoutBytesFailsAndChangesNothing(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let ids = try await example.stored
    await #expect {
      try await example.run { try await example.gallery.replace(ids[0], with: nil) }
    } throws: { error in
      if case GalleryEditError.source(.store(.notFound)) = error { true } else { false }
    }
    #expect(try await example.store.bytes(of: ids[0]) == Example.png(0))
  }

  /// Whether an error is that of a server whose store was closed; the connection of the edit may have ended as well.
  private static func isEndOfServer(_ error: RemoteServerError?) -> Bool {
    if case .disconnected = error { true } else { error?.code == "draining" }
  }

  @Test(arguments: SourceKind.allCases)
  func failingStoreTurnsTheAnimationBack(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let ids = try await example.stored
    let before = await example.gallery.frame()
    await example.store.close()
    await #expect {
      try await example.run { try await example.gallery.delete(ids[1]) }
    } throws: { error in
      switch (kind, error) {
      case (.store, GalleryEditError.source(.store(.closed))): true
      case (.server, GalleryEditError.source(.other(let reason))):
        Self.isEndOfServer(reason.error as? RemoteServerError)
      default: false
      }
    }
    var after = await example.gallery.frame()
    after.time = before.time
    #expect(after == before)
    let store = try await PageStore.open(at: example.store.path)
    #expect(try await store.pages(in: 0..<4, of: example.document.id).map(\.id) == ids)
  }

  @Test(arguments: SourceKind.allCases)
  func pageIsRestoredFromTheTrash(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let ids = try await example.stored
    let review = try await PageReview(
      of: example.gallery, in: Size(width: 300, height: 400))
    for direction in [CardDirection.left, .right, .left, .right] { await review.swipe(direction) }
    #expect(try await example.run { try await review.finish() } == [ids[0], ids[2]])
    #expect(try await example.stored == [ids[1], ids[3]])
    #expect(try await example.run { try await review.undo() })
    #expect(try await example.stored == ids)
    #expect(try await example.store.bytes(of: ids[2]) == Example.png(2))
  }

  @Test(arguments: SourceKind.allCases)
  func rotationReachesTheStoreAndKeepsTheBytes(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let ids = try await example.stored
    try await example.run { try await example.gallery.rotate(ids[2], by: .clockwise) }
    #expect(try await example.store.page(ids[2]).rotation == .clockwise)
    #expect(try await example.store.bytes(of: ids[2]) == Example.png(2))
    #expect(try await example.store.aspectRatio(of: ids[2]) == 10 / 12)
    let shown = await example.gallery.session.snapshot.pages
    #expect(try await example.document.pages().pages == shown)
    // A page of another document is not rotated.
    let other = try await example.store.createDocument(title: "Other").id
    let (foreign) = try await example.store.append(.bytes(Example.png(5)), to: other).id
    await #expect { try await example.document.rotate(foreign, by: .half, to: 5) } throws: {
      $0 as? PageSourceError == .store(.notFound(.page(foreign)))
    }
    await #expect {
      try await example.document.rotate(ids[0], by: .half, to: 4)
    } throws: { error in
      if case PageSourceError.conflict(version: 5, _) = error { true } else { false }
    }
  }

  @Test func placeIsRestoredFromTheStoreAfterARestart() async throws {
    let example = try await Example()
    let ids = try await example.stored
    try await example.gallery.goTo(ids[2], animated: false)
    let data = try JSONEncoder().encode(await example.gallery.bookmark)
    await example.gallery.close()
    let store = try await PageStore.open(at: example.store.path)
    let bookmark = try JSONDecoder().decode(GalleryBookmark.self, from: data)
    #expect(bookmark.document == .document(example.document.id))
    let gallery = try await Gallery(restoring: bookmark, from: store, clock: ManualClock())
    #expect(await gallery.bookmark == bookmark)
    #expect(await gallery.activePage == ids[2])
    let other = StoredDocument(try await store.createDocument(title: "Other").id, in: store)
    await #expect(
      throws: GalleryRestoreError.otherDocument(expected: bookmark.document, found: other.name)
    ) { try await Gallery(restoring: bookmark, of: other, clock: ManualClock()) }
    await #expect(throws: GalleryRestoreError.noStoredDocument(found: nil)) {
      let unnamed = GalleryBookmark(viewport: GalleryExample.viewport)
      return try await Gallery(restoring: unnamed, from: store, clock: ManualClock())
    }
  }

  @Test(arguments: SourceKind.allCases)
  func othersChangeTheSameDocument(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let ids = try await example.stored
    let other = try await PageStore.open(at: example.store.path)
    try await other.rotate(ids[0], by: .clockwise)
    try await other.move(ids[3], to: 0)
    try await example.pass { try await example.gallery.pageIDs == example.stored }
    #expect(await example.gallery.pageIDs.first == ids[3])
    // Between request and answer: the edit is rebased on the new pages.
    let edit = Task { try await example.gallery.delete(ids[1]) }
    try await eventually { await example.gallery.frame().stage != .none }
    try await other.delete(ids[2])
    try await example.pass { try await example.stored == [ids[3], ids[0]] }
    try await example.pass { try await example.gallery.pageIDs == example.stored }
    _ = try await example.run { try await edit.value }
  }
}
