// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// A finger that interrupts a jump, and a jump without distance.
struct JumpInterruptionTests {
  private let tolerance = 1e-12

  /// A session halfway through a jump from page 1 to page 4.
  private func halfway() throws -> GallerySession {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)
    return session
  }

  private func expansions(_ session: GallerySession, at milliseconds: Int) -> [Double] {
    let cells = session.frame(at: .milliseconds(milliseconds)).strip
    return (0..<6).map { index in cells.first { $0.index == index }?.expansion ?? 0 }
  }

  @Test func stripDragKeepsThePositionAndClosesWhatWasOpen() throws {
    var session = try halfway()

    session.beginDrag(.strip, at: .milliseconds(150))

    for time in [150, 225, 300, 1000] {
      #expect(session.position(at: time) == 2.5)
      #expect(session.expansionRate(at: time) == 0)
    }
    #expect(
      expansions(session, at: 150).isApproximately([0, 0.5, 0, 0, 0.5, 0], tolerance: tolerance))
    #expect(
      expansions(session, at: 225).isApproximately([0, 0.25, 0, 0, 0.25, 0], tolerance: tolerance))
    #expect(expansions(session, at: 300) == [0, 0, 0, 0, 0, 0])
  }

  @Test func previewDragOpensThePagesAtThePosition() throws {
    var session = try halfway()

    session.beginDrag(.preview, at: .milliseconds(150))

    #expect(session.position(at: 150) == 2.5)
    #expect(session.expansionRate(at: 225) == 0.5)
    #expect(
      expansions(session, at: 225).isApproximately(
        [0, 0.25, 0.25, 0.25, 0.25, 0], tolerance: tolerance))
    #expect(expansions(session, at: 300) == [0, 0, 0.5, 0.5, 0, 0])
  }

  @Test func previewOfALongJumpFlipsToOnePageAway() throws {
    var session = try GalleryExample().session()
    try session.goTo(index: 5, at: .zero)

    // The preview shows page 5, the position is 2.5.
    session.beginDrag(.preview, at: .milliseconds(150))

    #expect(session.focus(at: 150) == 3.5)
    #expect(session.focus(at: 225) == 3)
    #expect(session.focus(at: 300) == 2.5)
  }

  @Test func previewOfALongJumpBackwardsFlipsToOnePageAway() throws {
    var session = try GalleryExample(activeIndex: 5).session()
    try session.goTo(index: 0, at: .zero)

    // A strip at 2.5 shows page 3.
    session.beginDrag(.strip, at: .milliseconds(150))

    #expect(session.focus(at: 150) == 2)
    #expect(session.focus(at: 225) == 2.5)
    #expect(session.focus(at: 300) == 3)
  }

  @Test(arguments: [(GallerySurface.preview, 2.5), (.strip, 3)])
  func previewOfAShortJumpGlides(surface: GallerySurface, end: Double) throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.goTo(index: 3, at: .zero)

    session.beginDrag(surface, at: .milliseconds(150))

    #expect(session.focus(at: 150) == 3)
    #expect(session.focus(at: 225) == (3 + end) / 2)
    #expect(session.focus(at: 300) == end)
  }

  @Test func activePageReturnsToTheNearest() throws {
    var session = try halfway()

    session.beginDrag(.strip, at: .milliseconds(75))

    // After a quarter of the time, an eighth of the distance is covered: 1.375.
    #expect(session.position(at: 75).isApproximately(1.375, tolerance: tolerance))
    #expect(
      session.advance(to: .milliseconds(75)).withoutPrefetch == [
        activeChanged(1, 4, at: .zero), activeChanged(4, 1, at: .milliseconds(75)),
      ])
  }

  @Test func cutShowsThePageAtOnce() throws {
    let drivers: [(inout GallerySession) throws -> Void] = [
      { _ in },
      { try $0.pull(.preview, by: 0.3) },
      { try $0.pull(.strip, by: -3) },
      { try $0.toss(.strip, by: 0.3, velocity: -900) },
      { try $0.goTo(index: 5, at: .zero) },
    ]
    for driver in drivers {
      var session = try GalleryExample(activeIndex: 1).session()
      try driver(&session)

      try session.goTo(index: 3, animated: false, at: .milliseconds(40))

      let frame = session.frame(at: .milliseconds(40))
      let rest = try GalleryExample(activeIndex: 3).session().frame(at: .milliseconds(40))
      #expect(frame == rest)
      #expect(session.nextBoundary() == nil)
    }
  }

  @Test func jumpFromBeyondTheEndStartsThere() throws {
    var session = try GalleryExample().session()
    try session.pull(.preview, by: -0.4)
    let start = session.position(at: 10)

    try session.goTo(index: 1, at: .milliseconds(10))

    #expect(session.position(at: 10) == start)
    #expect(session.position(at: 160).isApproximately((start + 1) / 2, tolerance: tolerance))
    #expect(session.position(at: 310) == 1)
  }

  /// Page 3 is reached after 0.3 s, and the thumbnails opened by the jump close until 0.45 s,
  /// regardless of the finger.
  @Test func endOfASettleLeavesTheOpeningsOfAJumpBefore() throws {
    var session = try GallerySession.squares(4)
    try session.goTo(index: 3, at: .zero)
    session.beginDrag(.strip, at: .milliseconds(370))
    session.cancelDrag(at: .milliseconds(380))

    let frame = session.frame(at: .milliseconds(400))

    // The part of the jump is `1 - eased(0.1 / 0.15)`. The other part opens from 0.3 s on, closes
    // from 0.37 s on and opens again from 0.38 s on, each in its share of 0.15 s.
    let opened = eased(0.07 / 0.15)
    let closed = opened * (1 - eased(0.01 / (0.15 * opened)))
    let rate = closed + (1 - closed) * eased(0.02 / (0.15 * (1 - closed)))
    let expansion = rate + 1 - eased(0.1 / 0.15)
    let expectedWidth: Double = 33 + 33 * expansion
    let expectedCenter: Double = 187.5 - 3 * 37 - 53 * expansion / 2
    let width = try #require(frame.cell(3)).size.width
    let center = try #require(frame.cell(0)).center.x
    #expect(width.isApproximately(expectedWidth, tolerance: 1e-9))
    #expect(width.isApproximately(56.0394, tolerance: 5e-5))
    #expect(center.isApproximately(expectedCenter, tolerance: 1e-9))
    #expect(center.isApproximately(57.9987, tolerance: 5e-5))
  }
}
