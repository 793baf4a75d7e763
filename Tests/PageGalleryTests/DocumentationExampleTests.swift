// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryClient
import GalleryModel
import GalleryTestSupport
import PageGallery
import PageImaging
import PageStorage
import Testing

/// The examples of the module's documentation, word for word.
@Suite struct DocumentationExampleTests {
  @Test func documentIsShown() async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("page-gallery-example-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let scans = try (1...3).map { number in
      let scan = folder.appendingPathComponent("scan-\(number).png")
      let page = try Bitmap(
        size: PixelSize(width: 10 * number, height: 10), format: .gray8, fill: 255)
      try Data(page.encoded(as: .png)).write(to: scan)
      return scan.path
    }
    let store = folder.appendingPathComponent("store").path

    try await showDocument(of: store, scans: scans)

    let stored = try await PageStore.open(at: store)
    let document = try #require(try await stored.documents().first)
    #expect(document.title == "Lease")
    let pages = try await stored.pages(in: 0..<document.pageCount, of: document.id)
    #expect(pages.map(\.rotation) == [.clockwise, .none])
    #expect(pages.map(\.aspectRatio) == [0.5, 3])
  }

  @Test func remoteDocumentIsShown() async throws {
    let stored = try await StoredDocumentTests.Example(.server)
    let port = try #require(stored.server).port
    let url = "http://127.0.0.1:\(port)"
    let ids = try await stored.stored
    try await show(stored.document.id, at: url, token: "any")
    let gallery = try await openGallery(of: stored.document.id, at: url)
    #expect(await gallery.pageIDs == Array(ids[1...]))
  }

  @Test func ownSourceIsShown() async throws {
    let scans = Scans((0..<4).map { Page(id: PageID($0)) })
    let gallery = try await Gallery(showing: scans, viewport: GalleryExample.viewport)
    try await gallery.delete(1)
    try await gallery.insert(Page(id: 9), at: 0)
    try await gallery.replace(9, with: PageShape(aspectRatio: 2))
    await #expect { try await gallery.move(0, to: 2) } throws: { error in
      guard case GalleryEditError.source(.other(let foreign)) = error else { return false }
      return foreign.error is OrderIsFixed
    }
    #expect(await scans.pages().pages.map(\.id) == [9, 0, 2, 3])
    #expect(await gallery.pageIDs == [9, 0, 2, 3])
  }

  @Test func lossesAreToldUntilTheEnd() async throws {
    let source = FailingSource(GalleryExample.pages(2))
    let gallery = try await Gallery(showing: source, viewport: GalleryExample.viewport)
    let told = Task { await tellLosses(of: gallery) }
    await source.fail(PageSourceError.gone)
    await told.value
    for await _ in gallery.frames() { Issue.record("a closed gallery shows something") }
  }
}

func showDocument(of folder: String, scans: [String]) async throws {
  let store = try await PageStore.open(at: folder)
  let id = try await store.createDocument(title: "Lease").id
  for scan in scans { try await store.append(.file(scan), to: id) }

  let document = StoredDocument(id, in: store)
  let viewport = GalleryViewport(
    preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
  let gallery = try await Gallery(showing: document, viewport: viewport)
  let player = Task {
    for await frame in gallery.frames(rate: 60) { print(frame.position) }
  }
  let pages = await gallery.pageIDs
  try await gallery.goTo(pages[1])
  try await gallery.rotate(pages[1], by: .clockwise)
  try await gallery.delete(pages[0])  // committed, and its animation has ended
  await gallery.close()
  await player.value
}

func tellLosses(of gallery: Gallery) async {
  for await event in await gallery.sourceEvents() {
    switch event {
    case .lost(let reason, _): print("The pages may be old: \(reason)")
    case .found: print("The pages are those of the store again.")
    case .gone: print("The document is gone.")
    }
  }
}

actor Scans: PageSource {
  private var scans: [Page]
  private var version = 0

  init(_ scans: [Page]) { self.scans = scans }

  func pages() -> VersionedPages { VersionedPages(pages: scans, version: version) }

  func apply(
    _ changeset: Changeset, to version: Int
  ) throws(PageSourceError) -> PageSourceReceipt {
    guard version == self.version else { throw .conflict(version: self.version) }
    guard changeset.moves.isEmpty else { throw PageSourceError(OrderIsFixed()) }
    for replacement in changeset.replacements {
      scans[replacement.index].size = replacement.size
      scans[replacement.index].contentVersion += 1
    }
    for index in changeset.deletions.reversed() { scans.remove(at: index) }
    for insertion in changeset.insertions { scans.insert(insertion.page, at: insertion.index) }
    self.version += 1
    return PageSourceReceipt(version: self.version, pageCount: scans.count)
  }

  func rotate(
    _ page: PageID, by turns: QuarterTurns, to version: Int
  ) throws(PageSourceError) -> PageSourceReceipt {
    throw .unsupportedRotation
  }

  nonisolated func changes(after version: Int) -> AsyncStream<PageSourceChange> {
    AsyncStream { $0.finish() }  // nobody else changes these
  }
}

struct OrderIsFixed: Error {}

func openGallery(of lease: DocumentID, at url: String) async throws -> Gallery {
  let document = RemoteDocument(lease, on: try RemoteServer(at: url))
  let viewport = GalleryViewport(
    preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
  return try await Gallery(showing: document, viewport: viewport)
}

func show(_ lease: DocumentID, at url: String, token: String) async throws {
  let server = try RemoteServer(
    at: url, configuration: RemoteServerConfiguration(token: token))
  let document = RemoteDocument(lease, on: server)
  let viewport = GalleryViewport(
    preview: Size(width: 375, height: 600), strip: Size(width: 375, height: 66))
  let gallery = try await Gallery(showing: document, viewport: viewport)
  guard let page = await gallery.activePage, let key = document.key(of: page) else { return }
  let image = try await document.thumbnail(of: page, key: key, style: .h132)
  print("\(image.bytes.count) bytes")
  try await gallery.delete(page)  // committed on the server, and its animation has ended
}
