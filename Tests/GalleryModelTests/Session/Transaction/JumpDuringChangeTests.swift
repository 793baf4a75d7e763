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

  /// Page 12 moves from index 2 to index 1 between 150 and 450 ms: it is at `2 - eased(...)` when
  /// the jump to it ends at 310 ms, and the preview glides from there to the position in 150 ms.
  @Test func previewGlidesToAPlaceThatIsNotReachedYet() throws {
    var session = try GallerySession.squares(5)
    session.enqueue(.batch([.delete(.index(1)), .move(.index(4), to: 3)]), at: .zero)
    _ = session.advance(to: .milliseconds(10))
    try session.goTo(page: 12, at: .milliseconds(10))

    let rest = 1 - eased(0.16 / 0.3)
    let before = session.frame(at: .nanoseconds(309_999_999)).focus
    #expect(before.isApproximately(1 + rest, tolerance: 1e-7))
    #expect(session.position(at: 310) == 1)
    #expect(session.focus(at: 310).isApproximately(1 + rest, tolerance: tolerance))
    #expect(session.focus(at: 385).isApproximately(1 + rest / 2, tolerance: tolerance))
    #expect(session.focus(at: 460) == 1)
  }
}
