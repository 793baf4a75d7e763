// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

/// A document that another process moves to the trash, restores, and permanently deletes.
@Suite struct LostDocumentTests {
  typealias Example = StoredDocumentTests.Example

  @Test(arguments: SourceKind.allCases)
  func restoredDocumentIsFollowedAgain(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let events = await example.gallery.sourceEvents()
    let other = try await PageStore.open(at: example.store.path)
    let ids = try await example.stored
    try await other.deleteDocument(example.document.id)
    try await example.pass { await example.gallery.isSourceLost }
    #expect(await example.gallery.pageIDs == ids, "its pages are shown still")
    try await other.restoreDocument(example.document.id)
    try await other.delete(ids[0])
    try await example.pass { await example.gallery.pageIDs == Array(ids[1...]) }
    // Also after an edit by the gallery itself.
    try await example.run { try await example.gallery.delete(ids[1]) }
    try await other.delete(ids[2])
    try await example.pass { await example.gallery.pageIDs == [ids[3]] }
    await example.gallery.close()
    var seen: [String] = []
    for await event in events { seen.append(event.word) }
    let message = PageStoreError.notFound(.document(example.document.id)).description
    #expect(seen.count == 2 && seen.last == "found")
    // The server ends the stream of such a document, and a late client may first notice that.
    let isKnown =
      seen.first == "lost \(message)"
      || (kind == .server && seen.first?.hasPrefix("lost The connection") == true)
    #expect(isKnown, "\(seen)")
  }

  @Test(arguments: [true, false], SourceKind.allCases)
  func removedDocumentClosesTheGallery(isPurged: Bool, _ kind: SourceKind) async throws {
    let example = try await Example(kind)
    let events = await example.gallery.sourceEvents()
    let other = try await PageStore.open(at: example.store.path)
    if isPurged {
      try await other.deleteDocument(example.document.id)
      try await other.purge(deletedBefore: .distantFuture)
    } else {
      let target = try await other.createDocument(title: "All")
      try await other.merge(example.document.id, into: target.id)
    }
    try await example.pass { await example.gallery.isClosed }
    var last: PageSourceEvent?
    for await event in events { last = event }
    #expect(last?.word == "gone")
    await #expect(throws: PageSourceError.gone) { try await example.document.pages() }
  }
}
