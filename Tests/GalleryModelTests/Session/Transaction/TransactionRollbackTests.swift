// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Changes that fail or are cancelled.
struct TransactionRollbackTests {
  private static let error = UpdateError.sourceFailed(code: 1)

  /// The visible contents, except for what depends on the time and the stage.
  private func cells(_ session: GallerySession, at milliseconds: Int) -> [[Double]] {
    let frame = session.frame(at: .milliseconds(milliseconds))
    return frame.strip.map { [$0.center.x, $0.size.width, $0.alpha] }
      + frame.preview.map { [$0.center.x, $0.scale, $0.alpha] }
  }

  private func expectEqual(_ one: [[Double]], _ other: [[Double]]) {
    #expect(one.count == other.count)
    for (first, second) in zip(one.joined(), other.joined()) {
      #expect(first.isApproximately(second, tolerance: 1e-6))
    }
  }

  @Test(arguments: [
    UpdateRequest.delete(.index(0)), .batch([.delete(.index(2)), .move(.index(1), to: 3)]),
    .batch([.delete(.index(0)), .insert(Page(id: 900), at: 3)]),
  ])
  func failureGoesBackTheWayThatItCame(request: UpdateRequest) throws {
    var session = try GalleryExample(activeIndex: 1).session()
    let pages = session.pageIDs
    let active = session.activePage
    let ticket = session.enqueue(request, at: .zero)
    var before = session
    _ = session.advance(to: .seconds(2))
    let id = try #require(session.waitingTransaction)
    let end = Int(session.time / .milliseconds(1))

    session.resolveCommit(id, .failure(Self.error), at: session.time)

    for sample in stride(from: 0, through: end, by: 25) where sample != 150 {
      _ = before.advance(to: .milliseconds(sample))
      expectEqual(cells(session, at: 2 * end - sample), cells(before, at: sample))
    }
    let events = session.advance(to: .seconds(2)).withoutPrefetch
    #expect(events.last == .completed(ticket, .failed(Self.error), at: .milliseconds(2 * end)))
    #expect(session.pageIDs == pages)
    #expect(session.activePage == active)
  }

  @Test(arguments: [(75, 150), (150, 300), (225, 450), (299, 598)])
  func cancelGoesBackFromWhereItIs(time: Int, end: Int) throws {
    var session = try GalleryExample(activeIndex: 1).session()
    let ticket = session.enqueue(.delete(.index(1)), at: .zero)
    _ = session.advance(to: .milliseconds(time))
    _ = session.advance(to: .milliseconds(time))
    let seen = cells(session, at: time)

    let isCancelled = session.cancel(ticket, at: .milliseconds(time))

    #expect(isCancelled)
    expectEqual(cells(session, at: time), seen)
    #expect(session.activePage == GalleryExample.id(1))
    #expect(session.frame(at: .milliseconds(time)).stage == .rollback)
    let events = session.advance(to: .seconds(3)).withoutPrefetch
    #expect(events.last == .completed(ticket, .cancelled, at: .milliseconds(end)))
    #expect(session.count == 6)
  }

  /// The source may already be making the change.
  @Test(arguments: [300, 500, 1299])
  func cancelIsTooLateWhileTheHostIsAsked(time: Int) throws {
    var session = try GallerySession.squares(3)
    let ticket = session.enqueue(.delete(.index(0)), at: .zero)

    let isCancelled = session.cancel(ticket, at: .milliseconds(time))
    _ = session.advance(to: .milliseconds(time))

    #expect(!isCancelled)
    let id = try #require(session.waitingTransaction)
    let isTaken = session.resolveCommit(id, .success, at: .milliseconds(1300))
    #expect(isTaken)
    #expect(session.pageIDs == [11, 12])
    let events = session.advance(to: .seconds(3)).withoutPrefetch
    let end = Duration.milliseconds(1300)
    #expect(events.last == .completed(ticket, .success(commitTime: end), at: end))
  }

  @Test func cancelIsTooLateAfterTheCommit() throws {
    let example = GalleryExample()
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    let ticket = session.enqueue(.insert(Page(id: 900), at: 1), at: .zero)
    _ = try session.advance(to: .milliseconds(200), source: &source)

    let isCancelled = session.cancel(ticket, at: .milliseconds(200))
    _ = try session.advance(to: .seconds(1), source: &source)
    let isCancelledLater = session.cancel(ticket, at: .seconds(1))

    #expect(!isCancelled && !isCancelledLater)
    #expect(session.count == 7)
  }

  @Test func answerMayComeLateWhileTheUserScrolls() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    session.enqueue(.delete(.index(1)), at: .zero)
    _ = session.advance(to: .seconds(1))
    let id = try #require(session.waitingTransaction)
    try session.toss(.strip, by: 2, velocity: 0, at: 2000)
    _ = session.advance(to: .seconds(10))
    #expect(session.activePage == GalleryExample.id(4))
    let seen = cells(session, at: 10_000)

    session.resolveCommit(id, .success, at: .seconds(10))

    expectEqual(cells(session, at: 10_000), seen)
    #expect(session.activePage == GalleryExample.id(4))
    #expect(session.position(at: 10_000) == 3)
  }
}
