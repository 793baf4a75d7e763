// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The visible contents do not jump when a call changes the driver.
struct ContinuityTests {
  typealias Gesture = @Sendable (inout GallerySession) throws -> Void

  private static let starts: [Gesture] = [
    { _ in },
    { try $0.pull(.preview, by: 0.3) },
    { try $0.pull(.preview, by: -3) },
    { try $0.pull(.strip, by: 1.4) },
    { try $0.pull(.strip, by: -9) },
    { try $0.toss(.preview, by: 0.3, velocity: -500) },
    { try $0.toss(.strip, by: 0.3, velocity: -900) },
    { try $0.toss(.strip, by: 6, velocity: -900) },
    { try $0.goTo(index: 3, at: .zero) },
    {
      try $0.goTo(index: 3, at: .zero)
      $0.beginDrag(.preview, at: .milliseconds(21))
    },
    {
      try $0.goTo(index: 3, at: .zero)
      try $0.goTo(index: 1, at: .milliseconds(25))
    },
  ]

  private static func calls(at time: Duration) -> [Gesture] {
    [
      { $0.beginDrag(.preview, at: time) }, { $0.beginDrag(.strip, at: time) },
      { try $0.endDrag(velocity: -700, at: time) }, { $0.cancelDrag(at: time) },
      { try $0.goTo(index: 0, at: time) }, { try $0.goTo(index: 5, at: time) },
    ]
  }

  @Test(arguments: starts.indices, [30, 75, 160, 310, 375, 449])
  func noCallMovesAThumbnail(start: Int, milliseconds: Int) throws {
    let time = Duration.milliseconds(milliseconds)
    for call in Self.calls(at: time) {
      var session = try GalleryExample(activeIndex: 2).session()
      try Self.starts[start](&session)
      let before = session.frame(at: time)

      try call(&session)

      let after = session.frame(at: time)
      // An expansion of less than 0.01 points may be dropped.
      #expect(after.strip.map(\.index) == before.strip.map(\.index))
      #expect(
        after.strip.map(\.center.x).isApproximately(before.strip.map(\.center.x), tolerance: 0.02))
      #expect(
        after.strip.map(\.size.width).isApproximately(
          before.strip.map(\.size.width), tolerance: 0.02))
      #expect(after.position.isApproximately(before.position, tolerance: 1e-9))
    }
  }

  @Test(arguments: starts.indices, [30, 75, 160, 310, 375, 449])
  func noTouchMovesThePreview(start: Int, milliseconds: Int) throws {
    let time = Duration.milliseconds(milliseconds)
    for surface in GallerySurface.allCases {
      var session = try GalleryExample(activeIndex: 2).session()
      try Self.starts[start](&session)
      let before = session.frame(at: time)

      session.beginDrag(surface, at: time)

      let focus = session.frame(at: time).focus
      let home = surface == .preview ? before.position : min(5, max(0, before.position)).rounded()
      // Only the redirected jump may be more than one page away from its page.
      let isLimited = start == Self.starts.count - 1
      let gap = before.focus - home
      let rest = isLimited ? min(1, max(-1, gap)) : gap
      #expect(focus.isApproximately(home + rest, tolerance: 1e-9))
      #expect(session.frame(at: time + .milliseconds(150)).focus != before.focus || gap == 0)
    }
  }

  @Test func handOverAfterAJumpIsPartOfTheNextJump() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)

    // At 375 ms page 4 is open for two reasons, each contributing one half.
    try session.goTo(index: 2, at: .milliseconds(375))

    let frame = session.frame(at: .milliseconds(375))
    #expect(frame.expansionRate == 0)
    #expect(frame.cell(4)?.expansion.isApproximately(1, tolerance: 1e-12) == true)
    #expect(frame.cell(4)?.center.x == 187.5)
    let half = session.frame(at: .milliseconds(525))
    #expect(half.position == 3)
    #expect(half.cell(4)?.expansion.isApproximately(0.5, tolerance: 1e-12) == true)
    #expect(half.cell(3)?.expansion == 0)
    #expect(half.cell(2)?.expansion.isApproximately(0.5, tolerance: 1e-12) == true)
  }

  @Test func expansionThatNobodySeesIsDropped() throws {
    // Page 2 is 33.6686 points wider when it is open: 0.0002 of that is less than 0.01 points.
    for (way, isKept) in [(0.0002, false), (0.0004, true)] {
      var session = try GalleryExample(activeIndex: 1).session()
      try session.pull(.preview, by: way)
      #expect(session.frame(at: .milliseconds(20)).cell(2)?.expansion != 0)

      try session.goTo(index: 5, at: .milliseconds(20))

      #expect((session.frame(at: .milliseconds(20)).cell(2)?.expansion != 0) == isKept)
    }
  }
}
