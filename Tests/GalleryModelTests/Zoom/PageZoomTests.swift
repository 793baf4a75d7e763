// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryCompanions
@testable import GalleryMotion

/// The rules of a zoom, on a phone with an A4 page: 375 × 601, fitted to 375 × 530.36.
struct PageZoomTests {
  static let a4 = 210.0 / 297
  static let phone = Size(width: 375, height: 601)

  static func makeZoom(
    ratio: Double? = a4, configuration: PageZoom.Configuration = .init()
  ) throws -> PageZoom {
    var zoom = try PageZoom(viewport: phone, configuration: configuration)
    try zoom.show(7, aspectRatio: ratio, at: .zero)
    return zoom
  }

  @Test func pageAtScaleOneIsFittedInTheMiddle() throws {
    let frame = try Self.makeZoom().frame(at: .zero)

    let height = 375 / Self.a4
    #expect(frame.scale == 1)
    #expect(frame.contentRect.minX == 0)
    #expect(frame.contentRect.minY.isApproximately((601 - height) / 2, tolerance: 1e-9))
    #expect(frame.contentRect.size.height.isApproximately(height, tolerance: 1e-9))
    #expect(!frame.isZoomed)
    #expect(!frame.isAnimating)
  }

  @Test func doubleTapZoomsToTwoInThreeTenthsOfASecond() throws {
    var zoom = try Self.makeZoom()
    try zoom.doubleTap(location: Point(x: 187.5, y: 300.5), at: .zero)

    #expect(zoom.nextBoundary() == .milliseconds(300))
    #expect(zoom.frame(at: .milliseconds(75)).scale == 1.125)
    #expect(zoom.frame(at: .milliseconds(150)).scale == 1.5)
    #expect(zoom.frame(at: .milliseconds(300)).scale == 2)
    #expect(zoom.advance(to: .seconds(1)) == [.settled(scale: 2, at: .milliseconds(300))])
    #expect(zoom.nextBoundary() == nil)
  }

  @Test func doubleTapFillsTheViewportWithALongPage() throws {
    var zoom = try Self.makeZoom(ratio: 0.1)
    try zoom.doubleTap(location: .zero, at: .zero)

    // 601 points high and 60.1 wide: 375 / 60.1 fills the width.
    #expect(zoom.targetScale.isApproximately(375 / 60.1, tolerance: 1e-9))
  }

  @Test func doubleTapNeverPassesTheGreatestScale() throws {
    var zoom = try Self.makeZoom(ratio: 0.01)
    try zoom.doubleTap(location: .zero, at: .zero)

    #expect(zoom.targetScale == 8)
  }

  @Test func secondDoubleTapZoomsOutAlsoOnTheWay() throws {
    var zoom = try Self.makeZoom()
    try zoom.doubleTap(location: Point(x: 100, y: 200), at: .zero)
    try zoom.doubleTap(location: Point(x: 100, y: 200), at: .milliseconds(150))

    #expect(zoom.targetScale == 1)
    #expect(zoom.frame(at: .milliseconds(150)).scale == 1.5)
    #expect(zoom.frame(at: .milliseconds(450)).scale == 1)
  }

  @Test func placeUnderATapStaysThere() throws {
    let tap = Point(x: 200, y: 310)
    var zoom = try Self.makeZoom()
    let before = zoom.frame(at: .zero)
    try zoom.doubleTap(location: tap, at: .zero)

    withEvery("milliseconds", in: stride(from: 0, through: 400, by: 20)) { milliseconds in
      let frame = zoom.frame(at: .milliseconds(milliseconds))
      let place = before.place(location: tap)
      // Along the other axis the page is centered until it is long enough to scroll.
      #expect(frame.place(location: tap).x.isApproximately(place.x, tolerance: 1e-9))
    }
    let end = zoom.frame(at: .seconds(1))
    let place = before.place(location: tap)
    #expect(end.place(location: tap).x.isApproximately(place.x, tolerance: 1e-9))
    #expect(end.place(location: tap).y.isApproximately(place.y, tolerance: 1e-9))
  }

  @Test func tapNearACornerStopsAtTheEdgesOfThePage() throws {
    var zoom = try Self.makeZoom()
    try zoom.doubleTap(location: Point(x: 0, y: 0), at: .zero)
    let frame = zoom.frame(at: .seconds(1))

    #expect(frame.contentOffset == .zero)
    #expect(frame.contentRect.minX == 0)
    #expect(frame.contentRect.minY == 0)
  }

  @Test func pinchFollowsTheFingers() throws {
    var zoom = try Self.makeZoom()
    try zoom.doubleTap(location: Point(x: 187.5, y: 300.5), at: .zero)
    try zoom.beginPinch(location: Point(x: 187.5, y: 300.5), at: .seconds(1))
    let before = zoom.frame(at: .seconds(1))
    try zoom.pinch(scale: 1.5, location: Point(x: 210, y: 280), at: .seconds(2))
    let frame = zoom.frame(at: .seconds(2))

    #expect(frame.scale == 3)
    let place = before.place(location: Point(x: 187.5, y: 300.5))
    let found = frame.place(location: Point(x: 210, y: 280))
    #expect(found.x.isApproximately(place.x, tolerance: 1e-12))
    #expect(found.y.isApproximately(place.y, tolerance: 1e-12))
    #expect(zoom.endPinch(at: .seconds(3)) == true)
    #expect(zoom.frame(at: .seconds(3)).scale == 3)
    #expect(zoom.nextBoundary() == nil)
  }

  @Test func pinchBeyondTheLimitsMeetsARubberBandOnTheLogarithm() throws {
    var zoom = try Self.makeZoom()
    try zoom.beginPinch(location: Point(x: 100, y: 100), at: .zero)

    // e times too much: 1 - 1 / (1 * 0.55 / 1 + 1) = 0.35484.
    try zoom.pinch(scale: 8 * SpringMotion.e, location: Point(x: 100, y: 100), at: .zero)
    #expect(zoom.targetScale.isApproximately(8 * (1 + 0.354_838_709_7), tolerance: 1e-8))
    try zoom.pinch(scale: 1 / SpringMotion.e, location: Point(x: 100, y: 100), at: .zero)
    #expect(zoom.targetScale.isApproximately(1 - 0.354_838_709_7, tolerance: 1e-8))
  }

  @Test func scaleBeyondTheLimitsGoesBack() throws {
    var zoom = try Self.makeZoom()
    try zoom.beginPinch(location: Point(x: 100, y: 100), at: .zero)
    try zoom.pinch(scale: 0.5, location: Point(x: 100, y: 100), at: .zero)
    zoom.endPinch(at: .zero)

    #expect(zoom.targetScale == 1)
    #expect(zoom.advance(to: .seconds(1)) == [.settled(scale: 1, at: .milliseconds(300))])
    #expect(
      zoom.frame(at: .seconds(1)).contentRect == (try Self.makeZoom().frame(at: .zero)).contentRect)
  }

  @Test func pinchTakesOverAScaleBeyondTheLimits() throws {
    var zoom = try Self.makeZoom()
    try zoom.beginPinch(location: Point(x: 100, y: 100), at: .zero)
    try zoom.pinch(scale: 40, location: Point(x: 100, y: 100), at: .zero)
    let scale = zoom.targetScale
    try zoom.beginPinch(location: Point(x: 50, y: 60), at: .zero)
    try zoom.pinch(scale: 1, location: Point(x: 50, y: 60), at: .zero)

    #expect(zoom.targetScale.isApproximately(scale, tolerance: 1e-12))
  }
}

extension ZoomFrame {
  /// The place in the page at a location in the viewport, as fractions of its dimensions.
  func place(location: Point) -> Point {
    Point(
      x: (location.x - contentRect.minX) / contentRect.size.width,
      y: (location.y - contentRect.minY) / contentRect.size.height)
  }
}
