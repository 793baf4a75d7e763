// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct JumpTests {
  private let tolerance = 1e-12

  private func expansions(_ session: GallerySession, at milliseconds: Int) -> [Double] {
    let cells = session.frame(at: .milliseconds(milliseconds)).strip
    return (0..<6).map { index in cells.first { $0.index == index }?.expansion ?? 0 }
  }

  @Test func positionEasesToTheTargetIn300Milliseconds() throws {
    var session = try GalleryExample(activeIndex: 1).session()

    try session.goTo(page: GalleryExample.id(4), at: .zero)

    for time in [0, 30, 75, 150, 225, 270, 299] {
      let expected = 1 + 3 * eased(Double(time) / 300)
      #expect(session.position(at: time).isApproximately(expected, tolerance: tolerance))
      #expect(session.expansionRate(at: time) == 0)
      #expect(session.focus(at: time) == 4)
      #expect(session.active(at: time) == 4)
    }
    #expect(session.position(at: 300) == 4)
    #expect(session.nextBoundary() == .milliseconds(300))
  }

  @Test func targetOpensWithoutFlickerUntilTheThumbnailsNearThePositionTakeOver() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)
    var last = 0.0

    for time in 0...500 {
      let expansions = expansions(session, at: time)

      // The target opens from 0 to 1 and stays open: its expansion never decreases.
      #expect(expansions[4] >= last - 1e-12, "at \(time) ms")
      #expect(
        expansions[4].isApproximately(eased(Double(time) / 300), tolerance: tolerance),
        "at \(time) ms")
      #expect(
        expansions[1].isApproximately(1 - eased(Double(time) / 300), tolerance: tolerance))
      #expect(expansions[2] == 0 && expansions[3] == 0)
      last = expansions[4]
    }
    #expect(session.expansionRate(at: 375) == 0.5)
    #expect(session.expansionRate(at: 450) == 1)
  }

  @Test func jumpStartsFromTheThumbnailsThatAreOpen() throws {
    // Between two pages the preview holds both half open.
    var session = try GalleryExample(activeIndex: 1).session()
    try session.pull(.preview, by: 0.25)
    #expect(expansions(session, at: 20).isApproximately([0, 0.75, 0.25, 0, 0, 0], tolerance: 1e-9))

    try session.goTo(index: 5, at: .milliseconds(20))

    #expect(expansions(session, at: 20).isApproximately([0, 0.75, 0.25, 0, 0, 0], tolerance: 1e-9))
    let half = expansions(session, at: 170)
    #expect(half.isApproximately([0, 0.375, 0.125, 0, 0, 0.5], tolerance: 1e-9))
    #expect(session.position(at: 170).isApproximately(3.125, tolerance: 1e-9))
  }

  @Test func neighborOpensFromWhereItIs() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.pull(.preview, by: 0.25)

    try session.goTo(index: 2, at: .milliseconds(20))

    let half = expansions(session, at: 170)
    #expect(half.isApproximately([0, 0.375, 0.625, 0, 0, 0], tolerance: 1e-9))
  }

  @Test func newTargetStartsANewJumpFromHere() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)

    try session.goTo(index: 0, at: .milliseconds(150))

    #expect(session.position(at: 150) == 2.5)
    #expect(session.focus(at: 150) == 0)
    #expect(expansions(session, at: 150).isApproximately([0, 0.5, 0, 0, 0.5, 0], tolerance: 1e-9))
    #expect(session.position(at: 300).isApproximately(1.25, tolerance: tolerance))
    #expect(
      expansions(session, at: 300).isApproximately([0.5, 0.25, 0, 0, 0.25, 0], tolerance: 1e-9))
    #expect(session.position(at: 450) == 0)
    #expect(expansions(session, at: 450).isApproximately([1, 0, 0, 0, 0, 0], tolerance: 1e-9))
  }

  @Test func jumpToTheSameTargetChangesNothing() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)
    let untouched = session

    let isAccepted = try session.goTo(index: 4, at: .milliseconds(200))

    #expect(isAccepted)
    for time in [200, 250, 300, 350, 450, 1000] {
      #expect(session.frame(at: .milliseconds(time)) == untouched.frame(at: .milliseconds(time)))
    }
  }

  @Test func jumpToThePageAtRestChangesNothing() throws {
    var session = try GalleryExample(activeIndex: 1).session()

    let isAccepted = try session.goTo(index: 1, at: .zero)

    #expect(isAccepted)
    #expect(try session == GalleryExample(activeIndex: 1).session())
    #expect(!session.isAnimating(at: .zero))
  }

  @Test func jumpToTheNearestPageEndsADrag() throws {
    var session = try GalleryExample(activeIndex: 2).session()
    try session.pull(.preview, by: 0.2)

    try session.goTo(index: 2, at: .milliseconds(20))

    #expect(session.position(at: 170).isApproximately(2.1, tolerance: 1e-9))
    #expect(session.position(at: 320) == 2)
    #expect(try !session.drag(translation: 10, at: .milliseconds(330)))
  }

  @Test func tapJumpsToTheThumbnail() throws {
    // Around page 1 the thumbnails have their centers at 107.5, 187.5, 267.5, 304.5 and so on.
    var session = try GalleryExample(activeIndex: 1).session()

    let page = session.tap(location: Point(x: 304.5, y: 10), at: .milliseconds(5))

    #expect(page == GalleryExample.id(3))
    #expect(session.active(at: 5) == 3)
    #expect(session.position(at: 155) == 2)
    #expect(session.position(at: 305) == 3)
  }

  @Test(arguments: [Point(x: 50, y: 33), Point(x: 187.5, y: 66), Point(x: .nan, y: 33)])
  func tapBesideTheThumbnailsDoesNothing(point: Point) throws {
    var session = try GalleryExample(activeIndex: 1).session()

    #expect(session.tap(location: point, at: .zero) == nil)
    #expect(try session == GalleryExample(activeIndex: 1).session())
  }

  @Test func hitTestKnowsBothSurfacesAtEveryTime() throws {
    var session = try GalleryExample(activeIndex: 1).session()
    try session.goTo(index: 4, at: .zero)
    let middle = Point(x: 187.5, y: 33)

    // At 150 ms page 2 covers 173.95...206.95; at rest page 4 is in the center.
    #expect(session.hitTest(location: middle, at: .zero) == GalleryExample.id(1))
    #expect(session.hitTest(location: middle, at: .milliseconds(150)) == GalleryExample.id(2))
    #expect(session.hitTest(location: middle, at: .seconds(9)) == GalleryExample.id(4))
    #expect(session.hitTest(location: middle, in: .preview, at: .zero) == GalleryExample.id(4))
    #expect(session.hitTest(location: Point(x: 375, y: 33), in: .preview, at: .zero) == nil)
    #expect(session.time == .zero)
  }
}
