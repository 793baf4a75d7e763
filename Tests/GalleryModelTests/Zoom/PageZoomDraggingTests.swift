// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// Dragging of a zoomed page, and the part handed over to paging.
struct PageZoomDraggingTests {
  /// A page of twice the width of the phone, centered: offsets 0...375, at 187.5.
  private func makeZoomed() throws -> PageZoom {
    var zoom = try PageZoomTests.makeZoom()
    try zoom.doubleTap(location: Point(x: 187.5, y: 300.5), at: .zero)
    _ = zoom.advance(to: .seconds(1))
    return zoom
  }

  @Test func dragMovesTheZoomedPage() throws {
    var zoom = try makeZoomed()
    #expect(zoom.beginDrag(at: .seconds(1)) == true)
    let excess = try zoom.drag(translation: Point(x: 100, y: -30), at: .seconds(1))

    #expect(excess == .zero)
    let offset = zoom.frame(at: .seconds(1)).contentOffset
    #expect(offset.x.isApproximately(87.5, tolerance: 1e-9))
    #expect(offset.y.isApproximately(375 / PageZoomTests.a4 - 300.5 + 30, tolerance: 1e-9))
  }

  @Test func onlyTheExcessBeyondTheEdgeIsLeftForPaging() throws {
    var zoom = try makeZoomed()
    zoom.beginDrag(at: .seconds(1))

    let excess = try zoom.drag(translation: Point(x: 200, y: 0), at: .seconds(1))
    #expect(excess?.x.isApproximately(12.5, tolerance: 1e-9) == true)
    #expect(zoom.frame(at: .seconds(1)).contentOffset.x == 0)
    let other = try zoom.drag(translation: Point(x: -200, y: 0), at: .seconds(1))
    #expect(other?.x.isApproximately(-12.5, tolerance: 1e-9) == true)
    let back = try zoom.drag(translation: Point(x: 187.5, y: 0), at: .seconds(1))
    #expect(back?.x.isApproximately(0, tolerance: 1e-9) == true)
  }

  @Test func wholeDragIsLeftForPagingAtScaleOne() throws {
    var zoom = try PageZoomTests.makeZoom()
    zoom.beginDrag(at: .zero)

    #expect(try zoom.drag(translation: Point(x: -80, y: 20), at: .zero) == Point(x: -80, y: 20))
    #expect(try zoom.endDrag(velocity: Point(x: -900, y: 0), at: .zero) == Point(x: -900, y: 0))
    #expect(zoom.frame(at: .zero).scale == 1)
  }

  @Test func zoomedPageRollsOnAndStaysOnItself() throws {
    var zoom = try makeZoomed()
    zoom.beginDrag(at: .seconds(1))
    try zoom.drag(translation: Point(x: 10, y: 0), at: .seconds(1))
    #expect(try zoom.endDrag(velocity: Point(x: 100, y: 0), at: .seconds(1)) == .zero)

    // Friction of 0.998 per millisecond: 100 points per second decelerate over 49.94998 points.
    let end = zoom.frame(at: .seconds(20)).contentOffset.x
    #expect(end.isApproximately(177.5 - 49.949_98, tolerance: 1e-4))
    #expect(zoom.frame(at: .seconds(1)).isAnimating)
    #expect(!zoom.frame(at: .seconds(20)).isAnimating)
  }

  @Test func fastPageStopsAtItsEdgeWithoutPassingIt() throws {
    var zoom = try makeZoomed()
    zoom.beginDrag(at: .seconds(1))
    try zoom.drag(translation: Point(x: 10, y: 0), at: .seconds(1))
    try zoom.endDrag(velocity: Point(x: 9000, y: 0), at: .seconds(1))

    var last = zoom.frame(at: .seconds(1)).contentOffset.x
    for step in 1...60 {
      let offset = zoom.frame(at: .seconds(1) + .milliseconds(step * 10)).contentOffset.x
      #expect(offset <= last)
      last = offset
    }
    #expect(zoom.frame(at: .seconds(3)).contentOffset.x == 0)
  }

  @Test func velocityAtAnEdgeIsLeftForPaging() throws {
    var zoom = try makeZoomed()
    zoom.beginDrag(at: .seconds(1))
    try zoom.drag(translation: Point(x: 300, y: 5), at: .seconds(1))
    let left = try zoom.endDrag(velocity: Point(x: 800, y: 50), at: .seconds(1))

    #expect(left == Point(x: 800, y: 0))
  }

  @Test func fingerThatRestedHasNoVelocity() throws {
    var zoom = try makeZoomed()
    zoom.beginDrag(at: .seconds(1))
    try zoom.drag(translation: Point(x: 10, y: 0), at: .seconds(1))
    try zoom.endDrag(velocity: Point(x: 800, y: 50), at: .milliseconds(1100))

    #expect(zoom.nextBoundary() == nil)
  }

  @Test func anotherPageStartsAtScaleOne() throws {
    var zoom = try makeZoomed()
    zoom.beginDrag(at: .seconds(1))
    try zoom.show(8, aspectRatio: 1.5, at: .seconds(1))

    #expect(zoom.frame(at: .seconds(1)).scale == 1)
    #expect(try zoom.drag(translation: Point(x: 9, y: 9), at: .seconds(1)) == nil)
  }

  @Test func latePageShapeKeepsTheScale() throws {
    var zoom = try makeZoomed()
    try zoom.show(7, aspectRatio: 1, at: .seconds(1))
    let frame = zoom.frame(at: .seconds(1))

    #expect(frame.scale == 2)
    #expect(frame.contentRect.size == Size(width: 750, height: 750))
  }

  @Test func viewportChangeKeepsTheMiddleAndTheScale() throws {
    var zoom = try makeZoomed()
    zoom.beginDrag(at: .seconds(1))
    try zoom.drag(translation: Point(x: 60, y: 90), at: .seconds(1))
    zoom.cancelDrag(at: .seconds(1))
    let before = zoom.frame(at: .seconds(1))
    let middle = before.place(location: Point(x: 187.5, y: 300.5))
    try zoom.setViewport(.zero, at: .seconds(2))
    #expect(zoom.frame(at: .seconds(2)).contentRect.size == .zero)
    try zoom.setViewport(Size(width: 300, height: 400), at: .seconds(2))
    let frame = zoom.frame(at: .seconds(2))

    #expect(frame.scale == 2)
    let found = frame.place(location: Point(x: 150, y: 200))
    #expect(found.x.isApproximately(middle.x, tolerance: 1e-9))
    #expect(found.y.isApproximately(middle.y, tolerance: 1e-9))
    try zoom.setViewport(PageZoomTests.phone, at: .seconds(2))
    #expect(zoom.frame(at: .seconds(1)).contentRect == before.contentRect)
  }

  @Test func whatIsKnownAlreadyDisturbsNothing() throws {
    var zoom = try PageZoomTests.makeZoom()
    try zoom.doubleTap(location: Point(x: 120, y: 200), at: .zero)
    _ = zoom.advance(to: .milliseconds(100))
    let before = zoom
    try zoom.setViewport(before.viewport, at: .milliseconds(100))
    try zoom.show(before.page, aspectRatio: before.aspectRatio, at: .milliseconds(100))

    #expect(zoom == before)
  }

  @Test func wideViewportClampsTheMiddle() throws {
    var zoom = try makeZoomed()
    zoom.beginDrag(at: .seconds(1))
    try zoom.drag(translation: Point(x: 187.5, y: 0), at: .seconds(1))
    zoom.cancelDrag(at: .seconds(1))
    try zoom.setViewport(Size(width: 601, height: 375), at: .seconds(2))
    let frame = zoom.frame(at: .seconds(2))

    // 375 points high, 265.2 wide, and twice that is less than 601: centered.
    #expect(frame.contentRect.center.x.isApproximately(300.5, tolerance: 1e-9))
    #expect(frame.contentRect.minY <= 0)
    #expect(frame.contentRect.maxY >= 375 - 1e-9)
  }
}
