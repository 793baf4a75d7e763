// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Deleted pages, and their successors.
struct DeletionTests {
  /// The pages to delete, the active page before and after.
  @Test(arguments: [
    ([2], 2, 3), ([5], 5, 4), ([0], 0, 1), ([2, 3], 2, 4), ([3, 4, 5], 4, 2), ([4, 5], 4, 3),
    ([0, 1], 3, 3), ([4], 3, 3), ([0, 1, 2, 3, 4], 0, 5), ([1, 2, 3, 4, 5], 5, 0),
  ])
  func successorBecomesActive(deleted: [Int], active: Int, expected: Int) throws {
    let example = GalleryExample(activeIndex: active)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    session.enqueue(.batch(deleted.map { .delete(.index($0)) }), at: .zero)

    _ = try session.advance(to: .zero, source: &source)
    #expect(session.activePage == GalleryExample.id(expected))

    _ = try session.advance(to: .seconds(2), source: &source)
    #expect(session.activePage == GalleryExample.id(expected))
    #expect(session.frame(at: .seconds(2)).position == session.activeIndex.map(Double.init))
  }

  @Test(arguments: [0, 100, 200, 400])
  func activePageIsDeletedTwice(delay: Int) throws {
    let example = GalleryExample(activeIndex: 1)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)

    session.deleteActive(at: .zero)
    _ = try session.advance(to: .milliseconds(delay), source: &source)
    session.deleteActive(at: .milliseconds(delay))
    _ = try session.advance(to: .seconds(3), source: &source)

    #expect(session.pageIDs == [0, 3, 4, 5].map(GalleryExample.id))
    #expect(session.activePage == GalleryExample.id(3))
  }

  @Test(arguments: [0, 1])
  func bothOfTwoPagesAreDeleted(active: Int) throws {
    var example = GalleryExample(activeIndex: active)
    example.aspectRatios = [1, 2]
    var session = try example.session()
    var source = ArraySource(pages: example.pages)

    let tickets = (0..<3).map { _ in session.deleteActive(at: .zero) }
    #expect(tickets.map { $0 == nil } == [false, false, true])
    _ = try session.advance(to: .milliseconds(300), source: &source)

    #expect(session.activePage == nil)
    _ = try session.advance(to: .seconds(1), source: &source)
    #expect(session.frame(at: .seconds(1)).isEmpty)
    #expect(session.frame(at: .seconds(1)).position == 0)
    let isDragged = session.beginDrag(.strip, at: .seconds(1))
    #expect(!isDragged)
    session.enqueue(.delete(.index(0)), at: .seconds(1))
    session.enqueue(.insert(Page(id: 900), at: 0), at: .seconds(1))
    _ = try session.advance(to: .seconds(2), source: &source)
    #expect(session.activePage == 900)
  }

  @Test(arguments: [GallerySurface.preview, .strip])
  func dragGoesOnWhileItsPageIsDeleted(surface: GallerySurface) throws {
    let example = GalleryExample(activeIndex: 2)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    try session.pull(surface, by: 0.25)
    session.enqueue(.delete(.index(2)), at: .milliseconds(20))
    _ = try session.advance(to: .milliseconds(20), source: &source)

    #expect(session.activePage == GalleryExample.id(3))
    #expect(session.position(at: 200) == 2.25)
    _ = try session.advance(to: .seconds(1), source: &source)
    #expect(session.position(at: 1000) == 2.25)
    try session.drag(
      translation: 0.5 * GallerySession.stride(surface), at: .milliseconds(1100))
    #expect(session.position(at: 1100) == 1.5)
    try session.endDrag(velocity: 0, at: .milliseconds(1300))
    _ = try session.advance(to: .seconds(5), source: &source)
    #expect(session.activePage == GalleryExample.id(3))
  }

  /// A surface settles from page 1 to page 2, which is deleted during the motion.
  @Test(arguments: [GallerySurface.preview, .strip])
  func settleGoesToTheSuccessor(surface: GallerySurface) throws {
    let example = GalleryExample(activeIndex: 1)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    try session.toss(surface, by: 0.6, velocity: 0)
    session.enqueue(.delete(.index(2)), at: .milliseconds(60))
    let before = session.position(at: 60)

    _ = try session.advance(to: .milliseconds(60), source: &source)
    #expect(session.position(at: 60) == before)
    _ = try session.advance(to: .seconds(5), source: &source)

    #expect(session.activePage == GalleryExample.id(3))
    #expect(session.position(at: 5000) == 2)
  }

  @Test(arguments: [(4, 5), (1, 4), (0, 4)])
  func jumpGoesToThePageThatStays(deleted: Int, expected: Int) throws {
    let example = GalleryExample(activeIndex: 1)
    var session = try example.session()
    var source = ArraySource(pages: example.pages)
    try session.goTo(index: 4, at: .zero)
    session.enqueue(.delete(.index(deleted)), at: .milliseconds(100))

    _ = try session.advance(to: .milliseconds(100), source: &source)
    #expect(session.activePage == GalleryExample.id(expected))
    _ = try session.advance(to: .seconds(3), source: &source)

    #expect(session.activePage == GalleryExample.id(expected))
    #expect(session.position(at: 3000) == session.activeIndex.map(Double.init))
  }

  /// All pages are deleted and others inserted in one change, for each active page.
  @Test(arguments: 0..<3)
  func firstOfOtherPagesBecomesActive(active: Int) throws {
    var session = try GallerySession.squares(3)
    var source = ArraySource(pages: try SquarePages.pages(3))
    try session.goTo(index: active, animated: false, at: .zero)
    let deletions = (0..<3).map { PageEdit.delete(.index($0)) }
    let insertions = [20, 21].map { PageEdit.insert(Page(id: $0), at: 3) }
    session.enqueue(.batch(deletions + insertions), at: .zero)

    _ = try session.advance(to: .zero, source: &source)
    #expect(session.activePage == nil)
    _ = try session.advance(to: .seconds(2), source: &source)

    #expect(session.pageIDs == [20, 21] && source.pages.map(\.id) == [20, 21])
    let frame = session.frame(at: .seconds(2))
    #expect(frame.activePage == 20 && frame.position == 0 && frame.focus == 0)
    #expect(frame.expansionRate == 1 && !frame.isAnimating)
  }
}
