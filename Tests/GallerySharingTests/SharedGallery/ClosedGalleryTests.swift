// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing
import Testing

/// What a gallery does with responses that arrive after its end.
@Suite struct ClosedGalleryTests {
  private static let known = VersionedPages(
    pages: [1, 2, 3].map { Page(id: $0) }, version: 0)

  private static let arrival = PageSourceChange(
    version: 1, changeset: Changeset(insertions: [.init(index: 0, page: Page(id: 9))]))

  /// A closed gallery that had requested the deletion of page 1.
  private func closed() throws -> (host: GalleryHost, request: PageSourceRequest) {
    var host = try GalleryHost(Self.known)
    try host.request(.deletion(1)) { $0.enqueue(.delete(.id(1)), at: $1) }
    try host.pass(.seconds(1))
    let request = try #require(host.requests.last)
    #expect(request.call == .apply(Changeset(deletions: [0]), to: 0))
    try host.perform { $0.close(at: $1) }
    return (host, request)
  }

  private func respond(
    _ response: PageSourceResponse, to number: Int, of host: inout GalleryHost
  ) throws -> Bool {
    try host.perform { $0.respond(to: number, with: response, at: $1) }
  }

  @Test func cancelledEditIsNotRebased() throws {
    var (host, request) = try closed()
    let ticket = try #require(host.edits.keys.first)
    #expect(host.outcomes[ticket] == .cancelled)
    let conflict = PageSourceFailure.conflict(version: 1, changes: [Self.arrival])
    #expect(try !respond(.failure(conflict), to: request.number, of: &host))
    #expect(host.requestsAfterTheEnd == 0)
  }

  @Test(arguments: [
    PageSourceResponse.failure(.conflict(version: 1)), .receipt(PageSourceReceipt(version: 5)),
    .receipt(PageSourceReceipt(version: 1)), .failure(.failed(code: 1)), .failure(.gone),
  ])
  func anyAnswerToItIsIgnored(response: PageSourceResponse) throws {
    var (host, request) = try closed()
    let count = host.outputs.count
    #expect(try !respond(response, to: request.number, of: &host))
    try host.pass(.seconds(60))
    #expect(host.outputs.count == count)
    #expect(host.gallery.session.pageIDs == [1, 2, 3])
  }

  @Test func pagesReadForAnEditAreIgnored() throws {
    var host = try GalleryHost(Self.known)
    try host.request(.deletion(1)) { $0.enqueue(.delete(.id(1)), at: $1) }
    try host.pass(.seconds(1))
    let request = try #require(host.requests.last)
    #expect(try respond(.failure(.conflict(version: 1)), to: request.number, of: &host))
    let read = try #require(host.requests.last)
    #expect(read.call == .pages)
    try host.perform { $0.close(at: $1) }
    let pages = VersionedPages(pages: Self.known.pages.reversed(), version: 1)
    #expect(try !respond(.pages(pages), to: read.number, of: &host))
    #expect(host.requestsAfterTheEnd == 0)
  }

  @Test func pagesReadForMissingChangesAreIgnored() throws {
    var host = try GalleryHost(Self.known)
    let listening = try #require(host.requests.first)
    let late = PageSourceChange(version: 5, changeset: Changeset(deletions: [0]))
    #expect(try respond(.change(late), to: listening.number, of: &host))
    let read = try #require(host.requests.last)
    #expect(read.call == .pages)
    try host.perform { $0.close(at: $1) }
    let pages = VersionedPages(pages: Self.known.pages.reversed(), version: 5)
    #expect(try !respond(.pages(pages), to: read.number, of: &host))
    try host.pass(.seconds(60))
    #expect(host.gallery.session.pageIDs == [1, 2, 3])
    #expect(host.requestsAfterTheEnd == 0)
  }
}
