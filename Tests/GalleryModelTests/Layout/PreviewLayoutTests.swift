// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Known positions and sizes of the large pages.
struct PreviewLayoutTests {
  private let screen = Size(width: 375, height: 601)

  private func arrangement(
    focus: Double, itemCount: Int = 6
  ) throws -> PreviewLayout.Arrangement {
    try PreviewLayout(viewportSize: screen).arrangement(focus: focus, itemCount: itemCount)
  }

  @Test(arguments: [
    (0.25, 104.75, -28.125, 264.125), (0.5, 209.5, -56.25, 340.75), (-0.5, -209.5, 56.25, 34.25),
    (0, 0, 0, 187.5),
  ])
  func pageIsAtAKnownPlace(
    distance: Double, left: Double, parallax: Double, contentCenter: Double
  ) throws {
    let page = try arrangement(focus: 3 - distance).layoutAttributesForItem(at: 3)

    #expect(page.index == 3)
    #expect(page.pageDistance == distance)
    #expect(page.frame.minX.isApproximately(left, tolerance: 1e-9))
    #expect(page.parallaxOffset.isApproximately(parallax, tolerance: 1e-9))
    #expect((page.center.x + page.parallaxOffset).isApproximately(contentCenter, tolerance: 1e-9))
    #expect(page.center.y == 300.5)
    #expect(page.size == screen)
  }

  @Test func gapBetweenPagesIs44Points() throws {
    let pages = try arrangement(focus: 3.5).layoutAttributesForElements()

    #expect(pages.map(\.index) == [3, 4])
    #expect(pages.map(\.frame.minX).isApproximately([-209.5, 209.5], tolerance: 1e-9))
    #expect((pages[1].frame.minX - pages[0].frame.maxX).isApproximately(44, tolerance: 1e-9))
  }

  @Test(arguments: [(1.0, 606.5), (2, 1025.5), (5, 2282.5), (-3, -1069.5)])
  func distantPageStaysInTheRowWhileItsParallaxEnds(distance: Double, center: Double) throws {
    // The center is at 187.5 + 419 r, and the parallax is never more than 0.3 * 375.
    let page = try arrangement(focus: 10 - distance, itemCount: 20).layoutAttributesForItem(at: 10)

    #expect(page.center.x.isApproximately(center, tolerance: 1e-9))
    #expect(page.parallaxOffset.isApproximately(distance > 0 ? -112.5 : 112.5, tolerance: 1e-9))
  }

  @Test(
    arguments: [
      (
        2480.0 / 3508,
        Rect(origin: Point(x: 0, y: 35.2782), size: Size(width: 375, height: 530.4435))
      ),
      (1.5, Rect(origin: Point(x: 0, y: 175.5), size: Size(width: 375, height: 250))),
      (0.5, Rect(origin: Point(x: 37.25, y: 0), size: Size(width: 300.5, height: 601))),
      (nil, Rect(origin: .zero, size: Size(width: 375, height: 601))),
      (.nan, Rect(origin: .zero, size: Size(width: 375, height: 601))),
      (.infinity, Rect(origin: .zero, size: Size(width: 375, height: 601))),
      (0, Rect(origin: .zero, size: Size(width: 375, height: 601))),
      (-1, Rect(origin: .zero, size: Size(width: 375, height: 601))),
    ] as [(Double?, Rect)])
  func contentFitsIntoThePage(aspectRatio: Double?, expected: Rect) throws {
    let page = try arrangement(focus: 0.25).layoutAttributesForItem(at: 0)

    let content = page.contentRect(forAspectRatio: aspectRatio)

    let tolerance = 0.00005 + 1e-9
    #expect(content.minX.isApproximately(expected.minX, tolerance: tolerance))
    #expect(content.minY.isApproximately(expected.minY, tolerance: tolerance))
    #expect(content.size.width.isApproximately(expected.size.width, tolerance: tolerance))
    #expect(content.size.height.isApproximately(expected.size.height, tolerance: tolerance))
  }

  @Test(arguments: [
    (0.0, 0..<1), (2, 2..<3), (2.5, 2..<4), (2.1, 2..<3), (2.11, 2..<4), (2.89, 2..<4),
    (2.9, 3..<4), (-0.5, 0..<1), (-0.89, 0..<1), (-0.9, 0..<0), (-7, 0..<0), (5.89, 5..<6),
    (5.9, 0..<0), (5, 5..<6), (1e300, 0..<0), (-1e300, 0..<0),
  ])
  func pageIsVisibleUntilItsEdgeLeaves(focus: Double, range: Range<Int>) throws {
    // A page leaves at the distance of 375 / 419 = 0.89499 pages.
    let arrangement = try arrangement(focus: focus)

    let elements = arrangement.layoutAttributesForElements()

    #expect(elements.map(\.index) == Array(range))
    #expect(arrangement.visibleRange.isEmpty == range.isEmpty)
  }

  @Test func pageThatOnlyTouchesTheViewportIsNotVisible() throws {
    // Without a gap, a page that is one page away touches the edge.
    let configuration = try PreviewLayout.Configuration(interPageSpacing: 0)
    let layout = try PreviewLayout(configuration: configuration, viewportSize: screen)

    #expect(try layout.arrangement(focus: 2, itemCount: 6).visibleRange == 2..<3)
    #expect(try layout.arrangement(focus: 1.9999, itemCount: 6).visibleRange == 1..<3)
  }

  @Test(arguments: [
    (2.0, 2), (2.25, 2), (2.5, 3), (2.75, 3), (-2, 0), (-0.5, 0), (5.5, 5), (9, 5),
  ])
  func nearestPageIsDrawnAbove(focus: Double, nearest: Int) throws {
    let arrangement = try arrangement(focus: focus)

    let order = (0..<6).map { arrangement.layoutAttributesForItem(at: $0).zIndex }

    #expect(order == (0..<6).map { $0 == nearest ? 1 : 0 })
  }

  @Test func scrollViewHasOneViewportForEachPage() throws {
    let layout = try PreviewLayout(viewportSize: screen)

    #expect(layout.contentOffset(forPosition: 0) == 0)
    #expect(layout.contentOffset(forPosition: 2.5) == 937.5)
    #expect(layout.contentOffset(forPosition: -0.5) == -187.5)
    #expect(layout.contentSize(itemCount: 0) == .zero)
    #expect(layout.contentSize(itemCount: 4) == Size(width: 1500, height: 601))
  }

  @Test func verticalScrollViewGrowsDownwards() throws {
    let configuration = try PreviewLayout.Configuration(axis: .vertical)
    let layout = try PreviewLayout(configuration: configuration, viewportSize: screen)

    #expect(layout.contentOffset(forPosition: 1.5) == 901.5)
    #expect(layout.contentSize(itemCount: 4) == Size(width: 375, height: 2404))
  }
}
