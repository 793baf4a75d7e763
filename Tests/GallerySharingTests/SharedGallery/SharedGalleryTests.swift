// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing
import Testing

@Suite struct SharedGalleryTests {
  private static let known = VersionedPages(
    pages: [1, 2, 3].map { Page(id: $0) }, version: 7)

  private func page(_ id: PageID) -> Page { Page(id: id) }

  /// A gallery with a pending deletion of page 2, and the request for it.
  private func deletion() throws -> (host: GalleryHost, request: PageSourceRequest) {
    var host = try GalleryHost(Self.known)
    try host.request(.deletion(2)) { $0.enqueue(.delete(.id(2)), at: $1) }
    try host.pass(.seconds(1))
    return (host, try #require(host.requests.last))
  }

  private func respond(
    _ response: PageSourceResponse, to request: PageSourceRequest, of host: inout GalleryHost
  ) throws -> Bool {
    try host.perform { $0.respond(to: request.number, with: response, at: $1) }
  }

  @Test func changesAfterTheKnownVersionAreRequestedFirst() throws {
    let host = try GalleryHost(Self.known)
    #expect(host.requests.map(\.call) == [.changes(after: 7)])
    #expect(host.gallery.nextBoundary() == nil)
  }

  @Test func editIsRequestedForTheKnownVersion() throws {
    var (host, request) = try deletion()
    #expect(request.call == .apply(Changeset(deletions: [1]), to: 7))
    #expect(host.gallery.session.pageIDs == [1, 2, 3])
    let receipt = PageSourceReceipt(version: 8, pageCount: 2)
    #expect(try respond(.receipt(receipt), to: request, of: &host))
    #expect(host.gallery.session.pageIDs == [1, 3])
    #expect(host.gallery.sourceVersion == 8)
    #expect(host.followed == host.gallery.pages)
    #expect(try !respond(.receipt(receipt), to: request, of: &host), "it was answered before")
  }

  @Test func explainedConflictIsRebasedWithoutReadingThePages() throws {
    var (host, request) = try deletion()
    let change = PageSourceChange(
      version: 8, changeset: Changeset(insertions: [.init(index: 0, page: page(9))]))
    let conflict = PageSourceFailure.conflict(version: 8, changes: [change])
    #expect(try respond(.failure(conflict), to: request, of: &host))
    let next = try #require(host.requests.last)
    #expect(next.call == .apply(Changeset(deletions: [2]), to: 8))
    #expect(try respond(.receipt(PageSourceReceipt(version: 9)), to: next, of: &host))
    try host.pass(.seconds(2))
    #expect(host.gallery.session.pageIDs == [9, 1, 3])
  }

  @Test func otherConflictIsRebasedOnThePagesOfTheSource() throws {
    var (host, request) = try deletion()
    #expect(try respond(.failure(.conflict(version: 8)), to: request, of: &host))
    let read = try #require(host.requests.last)
    #expect(read.call == .pages)
    let pages = VersionedPages(pages: [2, 1].map(page), version: 8)
    #expect(try !respond(.version(8), to: read, of: &host), "pages were requested")
    #expect(try respond(.pages(pages), to: read, of: &host))
    #expect(host.requests.last?.call == .apply(Changeset(deletions: [0]), to: 8))
  }

  @Test func refusedEditIsReversed() throws {
    var (host, request) = try deletion()
    #expect(try respond(.failure(.failed(code: 5)), to: request, of: &host))
    try host.pass(.seconds(1))
    #expect(host.gallery.session.pageIDs == [1, 2, 3])
    let ticket = try #require(host.edits.keys.first)
    guard case .failed(.sourceFailed(code: 5)) = host.outcomes[ticket] else {
      Issue.record("\(String(describing: host.outcomes[ticket]))")
      return
    }
    #expect(host.outputs.contains(.refused([ticket], .failed(code: 5))))
  }

  @Test func changesOfOthersAreShownWithoutARequest() throws {
    var host = try GalleryHost(Self.known)
    let listening = try #require(host.requests.first)
    let change = PageSourceChange(version: 8, changeset: Changeset(deletions: [0]))
    #expect(try respond(.change(change), to: listening, of: &host))
    #expect(host.gallery.frame(after: .milliseconds(50)).stage != .none)
    try host.pass(.seconds(1))
    #expect(host.gallery.session.pageIDs == [2, 3])
    #expect(host.requests == [listening])
  }

  @Test func lostSourceIsCalledAfterGrowingPauses() throws {
    var host = try GalleryHost(Self.known)
    var request = host.requests.removeFirst()
    for pause in [100, 200, 400] {
      #expect(try respond(.failure(.failed(code: 1)), to: request, of: &host))
      #expect(host.gallery.isSourceLost && host.requests.isEmpty)
      #expect(host.gallery.nextBoundary() == host.time + .milliseconds(pause))
      try host.pass(.milliseconds(pause))
      request = host.requests.removeFirst()
      #expect(request.call == .version)
    }
    #expect(try respond(.version(9), to: request, of: &host))
    #expect(host.requests.map(\.call) == [.changes(after: 7)])
    let states: [SharedGalleryOutput] = host.outputs.filter { output in
      switch output {
      case .sourceLost, .sourceFound, .sourceGone: true
      default: false
      }
    }
    #expect(
      states == [
        .sourceLost(.failed(code: 1), at: .zero), .sourceFound(at: .milliseconds(700)),
      ])
  }

  @Test func galleryWithoutASourceIsClosed() throws {
    var (host, request) = try deletion()
    #expect(try respond(.failure(.gone), to: request, of: &host))
    #expect(host.gallery.isClosed)
    #expect(host.outputs.contains(.sourceGone(at: host.time)))
    #expect(try host.perform { $0.enqueue(.delete(.id(1)), at: $1) } == nil)
    try host.pass(.seconds(60))
    #expect(host.gallery.nextBoundary() == nil)
  }

  @Test func timeInThePastIsReportedOnce() throws {
    var host = try GalleryHost(Self.known)
    try host.pass(.seconds(1))
    let outputs = host.gallery.advance(to: .zero)
    #expect(outputs == [.event(.clockWentBackwards(found: .zero, at: .seconds(1)))])
  }
}

extension SharedGallery {
  fileprivate func frame(after duration: Duration) -> GalleryFrame {
    session.frame(at: session.time + duration)
  }
}
