// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Many edits at once, and edits of very long galleries.
struct LargeEditTests {
  @Test func thousandAppendsInABurstKeepTheirOrder() throws {
    let example = GalleryExample()
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    let pages = (0..<1000).map { Page(id: PageID(UInt64(1000 + $0))) }

    let tickets = pages.map { session.enqueue(.insert($0, at: 6), at: .zero) }
    let events = try session.advance(to: .seconds(5), source: &source)

    let ends = events.compactMap { event -> UpdateTicket? in
      if case .completed(let ticket, .success, _) = event { ticket } else { nil }
    }
    let commits = events.filter { if case .committed = $0 { true } else { false } }
    #expect(ends == tickets)
    // The first request alone, and then 256 at a time.
    #expect(commits.count == 5)
    #expect(session.pageIDs == example.pages.map(\.id) + pages.map(\.id))
    #expect(session.activePage == GalleryExample.id(0))
    #expect(!session.frame(at: .seconds(5)).isAnimating)
  }

  @Test func thousandAndTwentyFifthWaitingRequestIsRefused() throws {
    var session = try GalleryExample().session()
    session.enqueue(.delete(.index(0)), at: .zero)
    _ = session.advance(to: .milliseconds(1))
    for number: UInt64 in 0..<1024 {
      session.enqueue(.insert(Page(id: PageID(1000 + number)), at: 6), at: .milliseconds(1))
    }

    let ticket = session.enqueue(.delete(.index(1)), at: .milliseconds(1))

    let events = session.advance(to: .milliseconds(1)).withoutPrefetch
    #expect(
      events == [
        .completed(ticket, .rejected(.queueFull(limit: 1024)), at: .milliseconds(1))
      ])
  }

  /// The ends of a gallery of a million pages.
  @Test func millionPagesChangeAtBothEnds() throws {
    let count = 1_000_000
    let pages = (0..<count).map { Page(id: PageID(UInt64($0))) }
    var session = try GallerySession(
      pages: pages, viewport: GalleryExample.phone, activeIndex: count / 2)
    let requests: [UpdateRequest] = [
      .delete(.index(0)), .insert(Page(id: 5_000_000), at: 0),
      .delete(.index(count - 1)), .insert(Page(id: 6_000_000), at: count - 1),
      .move(.index(1), to: count - 2), .move(.index(count - 2), to: 1),
    ]
    var time = Duration.zero
    for request in requests {
      session.enqueue(request, at: time)
      repeat {
        if let id = session.waitingTransaction { session.resolveCommit(id, .success, at: time) }
        time = session.time + .seconds(1)
        _ = session.advance(to: time)
      } while session.waitingTransaction != nil
      let frame = session.frame(at: time)
      #expect(frame.activePage == PageID(UInt64(count / 2)))
      #expect(frame.strip.first { $0.index == frame.activeIndex }?.center.x == 187.5)
    }
    #expect(session.count == count)
    #expect(session.pageIDs.first == 5_000_000 && session.pageIDs.last == 6_000_000)
    for index in [0, 1, 2, count / 2, count - 2, count - 1] {
      #expect(session.index(of: session.pageIDs[index]) == index)
    }
  }
}
