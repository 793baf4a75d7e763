// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing
import Testing

/// Pages that another client deletes, restores and changes before the gallery has shown any of it.
@Suite struct ReturnedPageTests {
  private static let known = VersionedPages(
    pages: [1, 2, 3].map { Page(id: $0, size: shape(1)) }, version: 7)

  private static func shape(_ ratio: Double) -> PageShape? { try? PageShape(aspectRatio: ratio) }

  /// Page 1 after a change of its image by another client.
  private static let changed = Page(id: 1, size: shape(2), contentVersion: 1)

  private static let deletion = PageSourceChange(
    version: 8, changeset: Changeset(deletions: [0]))

  /// Answers the last request of a gallery.
  private func respond(_ response: PageSourceResponse, in host: inout GalleryHost) throws {
    let request = try #require(host.requests.last)
    #expect(try host.perform { $0.respond(to: request.number, with: response, at: $1) })
  }

  /// A gallery that asks for the deletion of page 2, and knows that page 1 was deleted, but still
  /// shows it.
  private func asking() throws -> GalleryHost {
    var host = try GalleryHost(Self.known)
    try host.request(.other) { $0.enqueue(.delete(.id(2)), at: $1) }
    try host.pass(.seconds(1))
    let conflict = PageSourceFailure.conflict(version: 8, changes: [Self.deletion])
    try respond(.failure(conflict), in: &host)
    #expect(host.gallery.session.pageIDs == [1, 2, 3])
    return host
  }

  /// Expects that the gallery shows a page of the source in the end.
  private func expect(_ page: Page, in host: inout GalleryHost) throws {
    try host.pass(.seconds(2))
    #expect(host.gallery.session.page(page.id)?.size == page.size)
    #expect(host.followed == host.gallery.pages)
  }

  @Test func imageChangedAfterTheReturnIsReadWithThePages() throws {
    var host = try asking()
    try respond(.failure(.conflict(version: 10)), in: &host)
    #expect(host.requests.last?.call == .pages)
    let pages = [Self.changed, Self.known.pages[1], Self.known.pages[2]]
    try respond(.pages(VersionedPages(pages: pages, version: 10)), in: &host)
    try respond(.receipt(PageSourceReceipt(version: 11, pageCount: 2)), in: &host)
    try expect(Self.changed, in: &host)
  }

  @Test func imageChangedWithTheReturnArrivesAsAChange() throws {
    var host = try asking()
    let insertion = Changeset.Insertion(index: 0, page: Self.changed)
    let change = PageSourceChange(version: 9, changeset: Changeset(insertions: [insertion]))
    try respond(.failure(.conflict(version: 9, changes: [change])), in: &host)
    try respond(.receipt(PageSourceReceipt(version: 10, pageCount: 2)), in: &host)
    try expect(Self.changed, in: &host)
  }

  /// The source has no page to replace at the time of the request.
  @Test func replacementThatTheSourceDidNotMakeIsReversed() throws {
    var host = try GalleryHost(Self.known)
    try host.request(.other) { $0.enqueue(.replace(.id(1), with: Self.shape(3)), at: $1) }
    try host.pass(.seconds(1))
    try respond(.failure(.conflict(version: 8)), in: &host)
    let others = Array(Self.known.pages[1...])
    try receiveLargeChanges(8...9, in: &host)
    try respond(.pages(VersionedPages(pages: others, version: 8)), in: &host)
    try receiveLargeChanges(10...10, in: &host)
    try respond(.pages(VersionedPages(pages: others, version: 9)), in: &host)
    #expect(host.gallery.session.page(1)?.size == Self.shape(3), "there was nothing to request")
    try respond(.pages(VersionedPages(pages: Self.known.pages, version: 10)), in: &host)
    try expect(Self.known.pages[0], in: &host)
  }

  /// Delivers changes after which the pages have to be read.
  private func receiveLargeChanges(
    _ versions: ClosedRange<Int>, in host: inout GalleryHost
  ) throws {
    let stream = try #require(host.requests.first).number
    for version in versions {
      let change = PageSourceChange(version: version, changeset: nil)
      #expect(try host.perform { $0.respond(to: stream, with: .change(change), at: $1) })
    }
  }
}
