// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Jumps to pages that are moving.
struct JumpDuringChangeTests {
  private let tolerance = 1e-9

  /// Page 13 moves from index 3 to index 2 between 150 and 300 ms, and is centered at all times.
  @Test(arguments: [(150, 3.0), (200, 3 - 1.0 / 3), (225, 2.5), (300, 2.0), (400, 2.0)])
  func targetIsInTheMiddleFromTheStart(milliseconds: Int, focus: Double) throws {
    var session = try GallerySession.squares(4)
    var source = ArraySource(pages: try SquarePages.pages(4))
    session.enqueue(.delete(.index(1)), at: .zero)
    _ = try session.advance(to: .milliseconds(150), source: &source)
    try session.goTo(page: 13, at: .milliseconds(150))

    _ = try session.advance(to: .milliseconds(milliseconds), source: &source)
    let frame = session.frame(at: .milliseconds(milliseconds))

    #expect(frame.focus.isApproximately(focus, tolerance: tolerance))
    let cell = try #require(frame.preview.first { $0.id == 13 })
    #expect(cell.pageDistance.isApproximately(0, tolerance: tolerance))
    #expect(cell.center.x.isApproximately(187.5, tolerance: 1e-6))
  }

  /// A jump without animation shows its page at once, too, and stays with it.
  @Test(arguments: GallerySurface.allCases, [0, 149, 150, 225, 299, 300, 400])
  func pageOfACutIsInTheMiddleFromTheStart(surface: GallerySurface, milliseconds: Int) throws {
    var session = try GallerySession.squares(4)
    var source = ArraySource(pages: try SquarePages.pages(4))
    session.beginDrag(surface, at: .zero)
    session.cancelDrag(at: .zero)
    session.enqueue(.delete(.index(1)), at: .zero)
    _ = session.advance(to: .zero)

    try session.goTo(page: 13, animated: false, at: .zero)
    _ = try session.advance(to: .milliseconds(milliseconds), source: &source)

    let cell = try #require(session.previewCell(of: 13, at: milliseconds))
    #expect(cell.pageDistance.isApproximately(0, tolerance: tolerance))
    #expect(session.activePage == 13)
    let progress = min(1, max(0, Double(milliseconds - 150) / 150))
    #expect(session.focus(at: milliseconds).isApproximately(3 - progress, tolerance: tolerance))
  }

  /// Page 12 moves from index 2 to index 1 between 150 and 450 ms: it is at `2 - eased(...)` when
  /// the jump to it ends at 310 ms, and the preview stays with it.
  @Test(arguments: [310, 380, 449, 450, 600])
  func targetStaysInTheMiddleAfterTheJump(milliseconds: Int) throws {
    var session = try GallerySession.squares(5)
    var source = ArraySource(pages: try SquarePages.pages(5))
    session.enqueue(.batch([.delete(.index(1)), .move(.index(4), to: 3)]), at: .zero)
    _ = session.advance(to: .milliseconds(10))
    try session.goTo(page: 12, at: .milliseconds(10))

    _ = try session.advance(to: .milliseconds(milliseconds), source: &source)

    let focus = 2 - eased(min(1, Double(milliseconds - 150) / 300))
    #expect(session.position(at: milliseconds) == 1)
    #expect(session.focus(at: milliseconds).isApproximately(focus, tolerance: tolerance))
    let cell = try #require(session.previewCell(of: 12, at: milliseconds))
    #expect(cell.pageDistance.isApproximately(0, tolerance: tolerance))
  }

  /// The jump ends at 300 ms, when page 16 has half of its three places to go, until 450 ms.
  @Test(arguments: GallerySurface.allCases)
  func targetFarFromItsPlaceDoesNotLeaveTheMiddle(surface: GallerySurface) throws {
    var session = try Self.sessionThatJumpsDuringAChange(surface)

    #expect(session.position(at: 300) == 3)
    #expect(session.focus(at: 300).isApproximately(4.5, tolerance: tolerance))
    #expect(session.focus(at: 350).isApproximately(6 - 7.0 / 3, tolerance: tolerance))
    for time in [299, 300, 301, 350, 449, 450, 600] {
      _ = session.advance(to: .milliseconds(time))
      let cell = try #require(session.previewCell(of: 16, at: time))
      #expect(cell.pageDistance.isApproximately(0, tolerance: tolerance))
    }
  }

  @Test(
    arguments: [
      { $0.beginDrag(.preview, at: .milliseconds(350)) },
      { $0.beginDrag(.strip, at: .milliseconds(350)) },
      { $0.cancel(UpdateTicket(number: 1), at: .milliseconds(350)) },
    ] as [@Sendable (inout GallerySession) -> Bool])
  func previewGlidesFromTheTargetIfTheChangeIsInterrupted(
    interrupt: @Sendable (inout GallerySession) -> Bool
  ) throws {
    var session = try Self.sessionThatJumpsDuringAChange(.preview)

    #expect(interrupt(&session))

    let cell = try #require(session.previewCell(of: 16, at: 350))
    #expect(cell.pageDistance.isApproximately(0, tolerance: tolerance))
    #expect(session.focus(at: 350).isApproximately(6 - 7.0 / 3, tolerance: tolerance))
  }

  /// A gallery of pages 10 to 20 that jumps from page 10 to 16 within 300 ms, while 13, 14 and 15
  /// are deleted, the last two pages change places, and both end at 450 ms.
  private static func sessionThatJumpsDuringAChange(
    _ surface: GallerySurface
  ) throws -> GallerySession {
    var session = try GallerySession.squares(11)
    session.beginDrag(surface, at: .zero)
    session.cancelDrag(at: .zero)
    session.enqueue(
      .batch([.delete(.index(3)), .delete(.index(4)), .delete(.index(5)), .move(.id(20), to: 9)]),
      at: .zero)
    _ = session.advance(to: .zero)
    try session.goTo(page: 16, at: .zero)
    return session
  }
}

extension GallerySession {
  fileprivate func previewCell(of page: PageID, at milliseconds: Int) -> PreviewCell? {
    frame(at: .milliseconds(milliseconds)).preview.first { $0.id == page }
  }
}
