// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import GalleryClient
@testable import PageGallery

/// Galleries over a connection that loses responses, and over a server that restarts.
struct LostConnectionTests {
  typealias Stored = StoredDocumentTests.Example

  /// A gallery behind a proxy.
  private final class Example: Sendable {
    let stored: Stored
    let server: LoopbackServer
    let proxy: CuttingProxy
    let document: RemoteDocument
    let gallery: Gallery

    init() async throws {
      stored = try await Stored()
      server = try await LoopbackServer(stored.store)
      proxy = try await CuttingProxy(to: server.port)
      document = try server.document(stored.document.id, through: proxy.port) {
        $0.retryDuration = .seconds(3_600)
      }
      gallery = try await Gallery(
        showing: document, viewport: GalleryExample.viewport, clock: stored.clock)
    }

    /// Advances the time until a condition holds.
    func pass(until condition: () async throws -> Bool) async throws {
      try await stored.pass {
        _ = await gallery.frame()
        return try await condition()
      }
    }

    /// Advances the time until an edit has ended.
    func run(
      _ edit: @escaping @Sendable (Gallery) async throws -> UpdateOutcome
    ) async throws -> UpdateOutcome {
      let ended = StoredDocumentTests.Flag()
      let task = Task { [gallery] in
        defer { ended.raise() }
        return try await edit(gallery)
      }
      try await pass { ended.isRaised }
      return try await task.value
    }

    func ids() async throws -> [PageID] { try await stored.stored }
  }

  enum Edit: CaseIterable { case delete, move, insert, rotate }

  @Test(arguments: Edit.allCases) func editWithALostResponseIsMadeOnce(_ edit: Edit) async throws {
    let example = try await Example()
    let old = try await example.ids()
    let page = edit == .insert ? try await example.document.stage(Stored.png(20)) : nil
    example.proxy.loseResponses(2)
    let outcome = try await example.run { gallery in
      switch (edit, page) {
      case (.insert, let page?): try await gallery.insert(page, at: 1)
      case (.move, _): try await gallery.move(old[3], to: 0)
      case (.rotate, _): try await gallery.rotate(old[1], by: .clockwise)
      default: try await gallery.delete(old[1])
      }
    }
    #expect(outcome.isSuccess)
    #expect(example.proxy.lostCount > 0)
    let expected =
      switch edit {
      case .delete: [old[0], old[2], old[3]]
      case .rotate: old
      case .move: [old[3], old[0], old[1], old[2]]
      case .insert: [old[0], try #require(page).id, old[1], old[2], old[3]]
      }
    #expect(try await example.ids() == expected)
    #expect(try await example.document.version() == 5)
    if edit == .rotate {
      #expect(try await example.stored.store.page(old[1]).rotation == .clockwise)
    }
    try await example.pass { await example.gallery.pageIDs == expected }
  }

  @Test func restartedServerIsFollowedAgain() async throws {
    let example = try await Example()
    let events = await example.gallery.sourceEvents()
    let old = try await example.ids()
    let store = example.stored.store
    try await store.move(old[3], to: 0)
    try await example.pass { await example.gallery.pageIDs.first == old[3] }
    // Changes while no server runs, and while another one does.
    await example.server.stop()
    try await example.pass { await example.gallery.isSourceLost }
    try await store.delete(old[0])
    try await store.rotate(old[1], by: .clockwise)
    let second = try await LoopbackServer(store)
    example.proxy.lead(to: second.port)
    try await example.pass { await example.gallery.pageIDs == [old[3], old[1], old[2]] }
    #expect(try await example.run { try await $0.delete(old[2]) }.isSuccess)
    #expect(try await example.ids() == [old[3], old[1]])
    try await store.delete(old[3])
    try await example.pass { await example.gallery.pageIDs == [old[1]] }
    await example.gallery.close()
    var seen: [String] = []
    for await event in events { seen.append(String(event.word.prefix(5))) }
    #expect(Set(seen) == ["lost ", "found"] && seen.last == "found", "\(seen)")
    withExtendedLifetime(second) {}
  }

  /// The log does not reach back far enough.
  @Test func galleryThatMissesManyChangesReadsThePagesAgain() async throws {
    let example = try await Example()
    let old = try await example.ids()
    await example.server.stop()
    for _ in 0..<71 { try await example.stored.store.rotate(old[1], by: .clockwise) }
    try await example.stored.store.delete(old[0])
    let second = try await LoopbackServer(example.stored.store)
    example.proxy.lead(to: second.port)
    try await example.pass { await example.gallery.pageIDs == Array(old[1...]) }
    let ratio = try #require(try await example.stored.store.aspectRatio(of: old[1]))
    let shown = await example.gallery.session.snapshot.pages[0].size?.aspectRatio
    #expect(shown == ratio)
    withExtendedLifetime(second) {}
  }

  @Test func serverThatIsAwayLetsEditsFail() async throws {
    let example = try await Example()
    let old = try await example.ids()
    let document = try example.server.document(
      example.stored.document.id, through: example.proxy.port)
    let gallery = try await Gallery(
      showing: document, viewport: GalleryExample.viewport, clock: example.stored.clock)
    await example.server.stop()
    let ended = StoredDocumentTests.Flag()
    let edit = Task {
      defer { ended.raise() }
      return try await gallery.delete(old[1])
    }
    try await example.pass {
      _ = await gallery.frame()
      return ended.isRaised
    }
    await #expect(throws: GalleryEditError.self) { try await edit.value }
    #expect(await gallery.pageIDs == old)
    #expect(try await example.ids() == old)
  }

  @Test func severalGalleriesShareAServerValue() async throws {
    let stored = try await Stored(.server)
    let document = try #require(stored.document as? RemoteDocument)
    var galleries: [Gallery] = []
    for _ in 0..<20 {
      galleries.append(
        try await Gallery(
          showing: RemoteDocument(document.id, on: document.server),
          viewport: GalleryExample.viewport, clock: stored.clock))
    }
    let old = try await stored.stored
    try await stored.store.delete(old[0])
    for gallery in galleries {
      try await stored.pass {
        _ = await gallery.frame()
        return await gallery.pageIDs == Array(old[1...])
      }
    }
  }

  @Test func keysFollowTheImages() async throws {
    let stored = try await Stored(.server)
    let document = try #require(stored.document as? RemoteDocument)
    let ids = try await stored.stored
    let key = try #require(document.key(of: ids[0]))
    let thumbnail = try await document.thumbnail(of: ids[0], key: key, style: .h66)
    #expect(thumbnail.mediaType == "image/jpeg" && !thumbnail.bytes.isEmpty)
    try await stored.run { try await stored.gallery.rotate(ids[0], by: .clockwise) }
    try await stored.pass { document.key(of: ids[0]) != key }
    let newKey = try #require(document.key(of: ids[0]))
    #expect(try await stored.store.page(ids[0]).key == newKey)
    await #expect {
      try await document.thumbnail(of: ids[0], key: key, style: .h66)
    } throws: { ($0 as? RemoteServerError)?.code == "notFound" }
    var bytes: [UInt8] = []
    for try await piece in try await document.original(of: ids[0]) { bytes += piece }
    #expect(bytes == (try Stored.png(0)))
  }
}

extension UpdateOutcome {
  fileprivate var isSuccess: Bool {
    if case .success = self { true } else { false }
  }
}
