// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

/// A gallery without gestures while its change fails.
struct FailureAtRestTests {
  private static let error = UpdateError.sourceFailed(code: 1)

  /// The remaining fraction of the distance of a critically damped spring with stiffness 200 after
  /// a time.
  private func rest(after seconds: Double) -> Double {
    let turns = 200.0.squareRoot() * seconds
    return (1 + turns) * exp(-turns)
  }

  /// Page 11 has been centered since the deletion of page 10, and stays there when it is restored.
  @Test func pageInViewStaysWhenTheOneBeforeItComesBack() throws {
    var session = try GallerySession.squares(4)
    var source = ArraySource(pages: try SquarePages.pages(4), answers: [Self.error])
    session.enqueue(.delete(.index(0)), at: .zero)

    let events = try session.advance(to: .milliseconds(300), source: &source)
    let origin = session
    let later = try session.advance(to: .seconds(3), source: &source).withoutPrefetch

    #expect(events.contains(.activeChanged(from: 10, to: 11, at: .zero)))
    #expect(origin.position(at: 300) == 0)
    for time in [350, 400, 500, 700] {
      let expected = 1 - rest(after: Double(time - 300) / 1000)
      #expect(origin.position(at: time).isApproximately(expected, tolerance: 1e-9))
    }
    // On the way back page 10 is nearest until half of the distance.
    let crossing = firstNanosecond(from: 300_000_000, to: 700_000_000) {
      origin.frame(at: $0).position >= 0.5
    }
    #expect(abs(crossing / .nanoseconds(1) - 418_677_054) < 1000)
    #expect(later.first == .activeChanged(from: 10, to: 11, at: crossing))
    #expect(session.activePage == 11 && session.position(at: 3000) == 1)
    #expect(session.pageIDs == [10, 11, 12, 13])
  }

  /// With a page before it, page 12 is at index 3.
  private func waiting(on surface: GallerySurface) throws -> GallerySession {
    var session = try GallerySession.squares(4)
    session.enqueue(.insert(Page(id: 20), at: 2), at: .zero)
    _ = session.advance(to: .milliseconds(150))
    session.beginDrag(surface, at: .milliseconds(200))
    session.cancelDrag(at: .milliseconds(200))
    try session.goTo(page: 12, at: .milliseconds(300))
    _ = session.advance(to: .seconds(1))
    #expect(session.position(at: 1000) == 3)
    return session
  }

  @Test(arguments: [GallerySurface.preview, .strip])
  func pageToWhichTheUserWentStaysInView(surface: GallerySurface) throws {
    var session = try waiting(on: surface)
    let id = try #require(session.waitingTransaction)

    session.resolveCommit(id, .failure(Self.error), at: .seconds(1))

    #expect(session.position(at: 1000) == 3)
    #expect(session.position(at: 1100).isApproximately(2 + rest(after: 0.1), tolerance: 1e-9))
    _ = session.advance(to: .seconds(4))
    #expect(session.position(at: 4000) == 2 && session.activePage == 12)
  }

  @Test func pageToWhichTheUserWentStaysInViewAfterADiscard() throws {
    var session = try waiting(on: .preview)

    session.discard(at: .seconds(1))
    _ = session.advance(to: .seconds(4))

    #expect(session.position(at: 4000) == 2 && session.activePage == 12)
  }

  @Test func pageToWhichTheUserWentStaysInViewAfterACancel() throws {
    var session = try GallerySession.squares(4)
    let ticket = session.enqueue(.insert(Page(id: 20), at: 2), at: .zero)
    try session.goTo(page: 12, animated: false, at: .milliseconds(50))
    #expect(session.position(at: 50) == 3)

    let isCancelled = session.cancel(ticket, at: .milliseconds(100))
    #expect(isCancelled)
    _ = session.advance(to: .seconds(4))

    #expect(session.position(at: 4000) == 2 && session.activePage == 12)
  }

  /// Cancelling a deletion shows the page.
  @Test func pageComesBackToTheMiddleIfItsDeletionIsTakenBack() throws {
    var session = try GallerySession.squares(4)
    let ticket = session.enqueue(.delete(.index(0)), at: .zero)

    let isCancelled = session.cancel(ticket, at: .milliseconds(200))
    #expect(isCancelled)

    #expect(session.activePage == 10)
    #expect(session.position(at: 200) == 0 && session.position(at: 1000) == 0)
  }
}
