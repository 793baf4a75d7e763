// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Extreme numbers that must do no harm.
struct ThumbnailStripLayoutHostileTests {
  private static let huge = [
    -1e308, -1e300, -1e19, -9_223_372_036_854_775_808, -1e15, 1e15, 9_007_199_254_740_994,
    9_223_372_036_854_775_808, 1e19, 1e300, 1e308, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    -0.0,
  ]

  @Test(arguments: huge)
  func hugePositionNeverTraps(position: Double) throws {
    try withEvery("count", in: [0, 1, 2, 1_000_000, Int.max / 2, Int.max - 1, .max]) { count in
      let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))
      let state = try ThumbnailStripLayout.State(position: position)

      let arrangement = layout.arrangement(of: state, itemCount: count, aspectRatio: { _ in 1 })
      let visible = arrangement.visibleRange

      #expect(visible.lowerBound >= 0 && visible.upperBound <= count, "\(TestTrace.current)")
      let focused = arrangement.focusedIndex
      #expect((focused == nil) == (count == 0), "\(TestTrace.current)")
      guard let focused else { return }
      #expect((0..<count).contains(focused), "\(TestTrace.current)")
      let item = arrangement.layoutAttributesForItem(at: focused)
      #expect(!item.center.x.isNaN && item.size.width.isFinite, "\(TestTrace.current)")
      _ = arrangement.indexOfItem(location: Point(x: 0, y: 33))
      _ = arrangement.totalLength
    }
  }

  @Test(arguments: huge)
  func hugePointNeverTraps(coordinate: Double) throws {
    try withEvery("position", in: [0, 2.5, 1e300]) { position in
      let arrangement = try StripCase(position: position).arrangement()

      let hit = arrangement.indexOfItem(location: Point(x: coordinate, y: 33))

      #expect(hit == nil || (0..<6).contains(hit ?? -1), "\(TestTrace.current)")
    }
  }

  @Test(arguments: [0.0, .leastNonzeroMagnitude, 1e300, .greatestFiniteMagnitude])
  func extremeViewportNeverTraps(side: Double) throws {
    let layout = try ThumbnailStripLayout(viewportSize: Size(width: side, height: 66))

    let arrangement = layout.arrangement(
      of: ThumbnailStripLayout.State(restingAt: 3), itemCount: 6, aspectRatio: { _ in 1 })

    let expected = side == 0 ? 0..<0 : side < 1 ? 3..<4 : 0..<6
    #expect(arrangement.visibleRange == expected)
  }

  @Test func strangeConfigurationsNeverTrap() throws {
    let lengths = [0, .leastNonzeroMagnitude, 1e-300, 1, 1e150, 1e300]
    try withEvery("height", in: lengths) { height in
      try withEvery("spacing", in: lengths) { spacing in
        let configuration = try ThumbnailStripLayout.Configuration(
          thumbnailHeight: height, interItemSpacing: spacing, expandedMargin: height)
        let layout = try ThumbnailStripLayout(
          configuration: configuration, viewportSize: Size(width: 1, height: 1))
        let arrangement = layout.arrangement(
          of: ThumbnailStripLayout.State(restingAt: 2), itemCount: 5, aspectRatio: { _ in 1 })

        let visible = arrangement.visibleRange

        #expect(visible.contains(2) || height < 1e-300, "\(TestTrace.current)")
        _ = arrangement.indexOfItem(location: Point(x: 0.5, y: 0.5))
      }
    }
  }

  @Test func viewportOrStripWithoutExtentShowsNothing() throws {
    let state = ThumbnailStripLayout.State(restingAt: 0)
    let flat = try ThumbnailStripLayout.Configuration(thumbnailHeight: 0)
    let layouts = [
      try ThumbnailStripLayout(viewportSize: .zero),
      try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 0)),
      try ThumbnailStripLayout(viewportSize: Size(width: 0, height: 66)),
      try ThumbnailStripLayout(configuration: flat, viewportSize: Size(width: 375, height: 66)),
    ]
    for layout in layouts {
      let arrangement = layout.arrangement(of: state, itemCount: 3, aspectRatio: { _ in 1 })

      #expect(arrangement.visibleRange.isEmpty)
      #expect(arrangement.layoutAttributesForElements().isEmpty)
      #expect(arrangement.indexOfItem(location: .zero) == nil)
      #expect(arrangement.focusedIndex == 0)
    }
  }

  @Test func callersMistakesTrap() async {
    await #expect(processExitsWith: .failure) {
      let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))
      _ = layout.arrangement(of: .init(restingAt: 0), itemCount: -1, aspectRatio: { _ in nil })
    }
    await #expect(processExitsWith: .failure) {
      let layout = try ThumbnailStripLayout(viewportSize: Size(width: 375, height: 66))
      _ = layout.contentSize(itemCount: -1)
    }
    await #expect(processExitsWith: .failure) {
      _ = try StripCase().arrangement().layoutAttributesForItem(at: 6)
    }
  }
}
