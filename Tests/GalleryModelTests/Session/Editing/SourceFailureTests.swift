// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Sources that fail to make a change, or make another one.
struct SourceFailureTests {
  private static let error = UpdateError.sourceFailed(code: 1)

  @Test func onlyTheCulpritOfSeveralFails() throws {
    let example = GalleryExample()
    var session = try example.session()
    var source = ArraySource(
      pages: example.pages, answers: [nil, Self.error, nil, Self.error, nil])
    // Requests that arrive while it runs are made together.
    session.enqueue(.insert(Page(id: 900), at: 6), at: .zero)
    _ = try session.advance(to: .milliseconds(1), source: &source)
    let tickets = [0, 2, 4].map { session.enqueue(.delete(.index($0)), at: .milliseconds(1)) }

    let events = try session.advance(to: .seconds(9), source: &source)

    let ends = events.compactMap { event -> (UpdateTicket, Bool)? in
      guard case .completed(let ticket, let outcome, _) = event, tickets.contains(ticket) else {
        return nil
      }
      return (ticket, outcome == .failed(Self.error))
    }
    #expect(ends.map(\.0) == tickets)
    #expect(ends.map(\.1) == [false, true, false])
    #expect(session.pageIDs == [1, 2, 3, 5].map(GalleryExample.id) + [900])
  }

  struct LosingSource: GalleryDataSource {
    var pages: [Page]
    var pageCount: Int { pages.count }
    func page(at index: Int) -> Page { pages[index] }
    mutating func apply(_ changeset: Changeset) throws(UpdateError) {}
  }

  @Test(arguments: [0, 2, 5, 6])
  func pagesOfAnInconsistentHostAreTakenOver(count: Int) throws {
    let example = GalleryExample(activeIndex: 4)
    var session = try example.session()
    var source = LosingSource(pages: Array(example.pages.prefix(count)))
    let tickets = [0, 1].map { session.enqueue(.move(.index($0), to: 5), at: .zero) }

    let events = try session.advance(to: .seconds(2), source: &source).withoutPrefetch

    #expect(events.contains(.sourceInconsistent(at: .milliseconds(300))))
    for ticket in tickets {
      #expect(
        events.contains(
          .completed(ticket, .failed(.sourceInconsistent), at: .milliseconds(300))))
    }
    #expect(session.pageIDs == source.pages.map(\.id))
    let expected = count == 0 ? nil : GalleryExample.id(min(4, count - 1))
    #expect(session.activePage == expected)
    #expect(!session.frame(at: .seconds(2)).isAnimating)
  }

  /// A source that has other pages after a change.
  struct WrongSource: GalleryDataSource {
    var pages: [Page]
    let result: [PageID]
    var callCount = 0
    var pageCount: Int { pages.count }
    func page(at index: Int) -> Page { pages[index] }
    mutating func apply(_ changeset: Changeset) throws(UpdateError) {
      callCount += 1
      pages = result.map { Page(id: $0) }
    }
  }

  /// The number of pages is right, but another one was deleted or replaced.
  @Test(arguments: [
    ([PageEdit.delete(.index(1))], [1, 2, 3]), ([.delete(.index(3))], [1, 2, 4]),
    ([.delete(.index(0))], [1, 3, 4]), ([.replace(.index(2), with: nil)], [1, 2, 4, 3]),
    ([.delete(.index(0)), .delete(.index(3))], [2, 4]),
  ])
  func aChangeOfOtherPagesIsNoticed(edits: [PageEdit], result: [PageID]) throws {
    let pages: [Page] = [1, 2, 3, 4].map { Page(id: $0) }
    var session = try GallerySession(pages: pages, viewport: GalleryExample().viewport)
    var source = WrongSource(pages: pages, result: result)
    session.enqueue(.batch(edits), at: .zero)
    let events = try session.advance(to: .seconds(2), source: &source)
    #expect(
      events.contains { event in
        if case .sourceInconsistent = event { true } else { false }
      })
    #expect(session.pageIDs == result)
  }

  @Test func aSourceWithPagesThatOccurTwiceIsNotAskedAgain() throws {
    let pages: [Page] = [1, 2, 3].map { Page(id: $0) }
    var session = try GallerySession(pages: pages, viewport: GalleryExample().viewport)
    var source = WrongSource(pages: pages, result: [2, 2, 3])
    let ticket = session.enqueue(.delete(.index(0)), at: .zero)
    #expect(throws: GalleryError.self) {
      try session.advance(to: .seconds(1), source: &source)
    }
    let events = try session.advance(to: .seconds(3), source: &source)
    #expect(source.callCount == 1)
    #expect(session.pageIDs == [1, 2, 3])
    let ends = events.filter { event in
      if case .completed(ticket, .failed(.sourceInconsistent), _) = event { true } else { false }
    }
    #expect(ends.count == 1)
    #expect(
      events.contains { event in
        if case .commitRequested = event { true } else { false }
      })
  }
}
