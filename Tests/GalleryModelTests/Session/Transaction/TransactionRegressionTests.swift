// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Regressions found by programs with edits.
struct TransactionRegressionTests {
  @Test func changesAfterLostPagesAreAnimatedAgain() throws {
    let example = GalleryExample()
    var session = try example.session()
    session.enqueue(.delete(.index(0)), at: .zero)
    session.drain(at: .zero)
    _ = session.advance(to: .zero)

    try session.resynchronize(with: example.pages, at: .zero)
    session.enqueue(.delete(.index(0)), at: .zero)
    _ = session.advance(to: .milliseconds(10))

    #expect(session.frame(at: .milliseconds(10)).stage == .collapse)
  }

  @Test func placeOfAPageThatDoesNotComeIsLeft() throws {
    var session = try GalleryExample().session()
    let page = Page(id: 900)
    session.enqueue(.insert(page, at: 0), at: .zero)
    try session.toss(.preview, by: -1, velocity: 0, at: 200)
    _ = session.advance(to: .seconds(3))
    let id = try #require(session.waitingTransaction)
    #expect(session.frame(at: .seconds(3)).position == -1)

    session.resolveCommit(id, .failure(.sourceFailed(code: 1)), at: .seconds(3))
    _ = session.advance(to: .seconds(6))

    #expect(session.frame(at: .seconds(6)).position == 0)
    #expect(session.frame(at: .seconds(6)).activeIndex == 0)
  }

  @Test func placeOfAPageThatIsDiscardedIsLeft() throws {
    var session = try GalleryExample().session()
    session.enqueue(.insert(Page(id: 900), at: 0), at: .zero)
    try session.toss(.preview, by: -1, velocity: 0, at: 200)
    _ = session.advance(to: .seconds(3))
    #expect(session.frame(at: .seconds(3)).position == -1)

    session.discard(at: .seconds(3))
    _ = session.advance(to: .seconds(6))

    #expect(session.frame(at: .seconds(6)).position == 0)
  }

  @Test(arguments: [20, 400, 5000])
  func changesAreMadeWhenTheOnesBeforeEnd(milliseconds: Int) throws {
    let example = GalleryExample()
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(.delete(.index(3)), at: .zero)
    _ = try session.advance(to: .milliseconds(10), source: &source)
    session.enqueue(.replace(.index(0), with: nil), at: .milliseconds(10))

    var events: [GalleryEvent] = []
    for time in stride(from: 20, through: 5000, by: milliseconds) {
      events += try session.advance(to: .milliseconds(time), source: &source)
    }
    events += try session.advance(to: .seconds(5), source: &source)

    let commits = events.compactMap { event -> Duration? in
      if case .committed(_, _, let time) = event { time } else { nil }
    }
    #expect(commits == [.milliseconds(300), .milliseconds(300)])
  }

  @Test func tapOnAPageThatGoesAwayShowsTheOneThatTakesItsPlace() throws {
    var session = try GalleryExample().session()
    session.enqueue(.delete(.index(1)), at: .zero)
    _ = session.advance(to: .milliseconds(50))
    let cell = try #require(session.frame(at: .milliseconds(50)).cell(1))

    let tapped = session.tap(location: cell.center, at: .milliseconds(50))

    #expect(tapped == GalleryExample.id(1))
    #expect(session.activePage == GalleryExample.id(2))
    #expect(session.frame(at: .milliseconds(50)).activePage == GalleryExample.id(2))
  }
}
