// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing
import Testing

/// Changes of another client that are queued behind an edit which affects what they do.
///
/// The version of the source stays the same from the arrival of the change to the end of its
/// adoption, but the gallery shows other pages afterwards, and has to adopt the rest.
@Suite struct TakeoverTests {
  /// A gallery of pages 1 to 4 with a request that has not reached the source.
  private func host(_ request: UpdateRequest) throws -> GalleryHost {
    let pages = (1...4).map { Page(id: PageID($0)) }
    var host = try GalleryHost(VersionedPages(pages: pages, version: 7))
    try host.request(.other) { $0.enqueue(request, at: $1) }
    return host
  }

  /// Delivers the change of another client.
  private func receive(_ changeset: Changeset, in host: inout GalleryHost) throws {
    let stream = try #require(host.requests.first)
    #expect(stream.call == .changes(after: 7))
    let change = PageSourceChange(version: 8, changeset: changeset)
    #expect(
      try host.perform { $0.respond(to: stream.number, with: .change(change), at: $1) })
  }

  /// Expects that the gallery shows the pages of the source in the end.
  private func expect(_ pages: [PageID], in host: inout GalleryHost) throws {
    try host.pass(.seconds(5))
    #expect(host.gallery.session.pageIDs == pages)
    #expect(host.gallery.sourceVersion == 8)
    #expect(host.followed == host.gallery.pages)
    #expect(host.gallery.nextBoundary() == nil)
  }

  /// Page 3 already is before page 1 in the source, which is all that the edit asks for.
  @Test func moveThatTheSourceDoesNotNeedChangesOnlyTheGallery() throws {
    var host = try host(.move(.id(3), to: 0))
    try receive(Changeset(moves: [.init(source: 0, destination: 2)]), in: &host)
    try expect([2, 3, 1, 4], in: &host)
    #expect(host.requests.count == 1, "there was nothing to request")
    #expect(host.outcomes.count == 1)
  }

  /// Page 2 is not deleted with page 3, because the edit was to delete it.
  @Test func deletionLeftToACancelledEditIsMadeUpFor() throws {
    var host = try host(.delete(.id(2)))
    try receive(Changeset(deletions: [1, 2]), in: &host)
    let ticket = try #require(host.edits.keys.first)
    #expect(try host.perform { $0.cancel(ticket, at: $1) })
    try expect([1, 4], in: &host)
  }

  /// The same, but the source refuses the rest of the edit, the deletion of page 4.
  @Test func deletionLeftToARefusedEditIsMadeUpFor() throws {
    var host = try host(.batch([.delete(.id(2)), .delete(.id(4))]))
    try receive(Changeset(deletions: [1, 2]), in: &host)
    try host.pass(.seconds(1))
    let request = try #require(host.requests.last)
    #expect(request.call == .apply(Changeset(deletions: [1]), to: 8))
    let refusal = PageSourceResponse.failure(.failed(code: 5))
    #expect(try host.perform { $0.respond(to: request.number, with: refusal, at: $1) })
    try expect([1, 4], in: &host)
  }
}
