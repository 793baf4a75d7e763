// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Calls during the rollback of a change.
struct RollbackInterruptionTests {
  /// A gallery in which the deletion of the page before the active one is rolled back: the gap
  /// opens until 450 ms, the page grows until 600 ms.
  private func rollingBack(
    at time: Int, source: inout ArraySource
  ) throws -> GallerySession {
    let example = GalleryExample(activeIndex: 2)
    var session = try example.session()
    source = ArraySource(pages: example.pages, answers: [.sourceFailed(code: 1), nil])
    session.enqueue(.delete(.index(1)), at: .zero)
    _ = try session.advance(to: .milliseconds(time), source: &source)
    #expect(session.frame(at: .milliseconds(time)).stage == .rollback)
    return session
  }

  @Test(arguments: [300, 375, 449, 450, 525, 599], [0, 2, 3, 5])
  func jumpArrives(time: Int, target: Int) throws {
    var source = ArraySource(pages: [])
    var session = try rollingBack(at: time, source: &source)
    let before = session.frame(at: .milliseconds(time))

    try session.goTo(index: target, at: .milliseconds(time))

    let after = session.frame(at: .milliseconds(time))
    #expect(after.position == before.position)
    #expect(after.activePage == GalleryExample.id(target))
    for cell in after.strip {
      let old = try #require(before.cell(cell.index))
      #expect(cell.center.x.isApproximately(old.center.x, tolerance: 0.02))
      #expect(cell.size.width.isApproximately(old.size.width, tolerance: 0.02))
    }
    _ = try session.advance(to: .milliseconds(time + 300), source: &source)
    #expect(session.position(at: time + 300) == Double(target))
    _ = try session.advance(to: .seconds(3), source: &source)
    let rest = session.frame(at: .seconds(3))
    #expect(rest.activePage == GalleryExample.id(target))
    #expect(rest.cell(target)?.center.x == 187.5)
    #expect(!rest.isAnimating && session.count == 6)
  }

  @Test(arguments: [300, 375, 449, 450, 525, 599], 0..<6)
  func deletionWaitsUntilItIsOver(time: Int, deleted: Int) throws {
    var source = ArraySource(pages: [])
    var session = try rollingBack(at: time, source: &source)

    let ticket = session.enqueue(.delete(.index(deleted)), at: .milliseconds(time))
    let events = try session.advance(to: .seconds(3), source: &source)

    let asked = events.compactMap { event -> Duration? in
      if case .commitRequested(_, _, let time) = event { time } else { nil }
    }
    #expect(asked == [.milliseconds(900)])
    #expect(
      events.withoutPrefetch.last
        == .completed(
          ticket, .success(commitTime: .milliseconds(900)), at: .milliseconds(900)))
    #expect(session.pageIDs == (0..<6).filter { $0 != deleted }.map(GalleryExample.id))
    #expect(session.activePage == GalleryExample.id(deleted == 2 ? 3 : 2))
  }

  /// During a rollback, indexes are those before the change from its first moment on.
  @Test(arguments: [300, 500])
  func activePageIsDeletedAfterAll(time: Int) throws {
    var source = ArraySource(pages: [])
    var session = try rollingBack(at: time, source: &source)
    #expect(session.activePage == GalleryExample.id(2))

    session.deleteActive(at: .milliseconds(time))
    session.deleteActive(at: .milliseconds(time))
    _ = try session.advance(to: .seconds(3), source: &source)

    #expect(session.pageIDs == [0, 1, 4, 5].map(GalleryExample.id))
    #expect(session.activePage == GalleryExample.id(4))
  }

  @Test(arguments: [GallerySurface.preview, .strip])
  func fingerTakesHold(surface: GallerySurface) throws {
    var source = ArraySource(pages: [])
    var session = try rollingBack(at: 350, source: &source)
    let before = session.frame(at: .milliseconds(350))

    session.beginDrag(surface, at: .milliseconds(350))
    #expect(session.frame(at: .milliseconds(350)).strip == before.strip)
    try session.drag(
      translation: -GallerySession.stride(surface), at: .milliseconds(650))
    try session.endDrag(velocity: 0, at: .milliseconds(850))
    _ = try session.advance(to: .seconds(4), source: &source)

    #expect(session.activePage == GalleryExample.id(3))
    #expect(session.position(at: 4000) == 3)
  }

  @Test(arguments: [310, 460])
  func requestThatWaitsIsForgotten(time: Int) throws {
    var source = ArraySource(pages: [])
    var session = try rollingBack(at: time, source: &source)
    let ticket = session.enqueue(.delete(.index(5)), at: .milliseconds(time))

    let isCancelled = session.cancel(ticket, at: .milliseconds(time))
    let isCancelledAgain = session.cancel(ticket, at: .milliseconds(time))
    let events = try session.advance(to: .seconds(2), source: &source)

    #expect(isCancelled && !isCancelledAgain)
    #expect(events.contains(.completed(ticket, .cancelled, at: .milliseconds(time))))
    #expect(session.count == 6)
  }
}
