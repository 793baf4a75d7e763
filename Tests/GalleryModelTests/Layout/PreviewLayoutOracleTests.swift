// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// Every small case, against an independent implementation of the definition.
struct PreviewLayoutOracleTests {
  /// A page as the definition describes it, left to right.
  struct Expected {
    var index: Int
    var left: Double
    var parallax: Double
    var zIndex: Int
  }

  /// Tests all pages; a page is visible if its rectangle intersects the viewport.
  private func visiblePages(
    focus: Double, count: Int, length: Double, gap: Double, factor: Double
  ) -> [Expected] {
    var nearest = 0
    for i in 0..<count where abs(Double(i) - focus) <= abs(Double(nearest) - focus) { nearest = i }
    return (0..<count).compactMap { i in
      let r = Double(i) - focus
      let left = r * (length + gap)
      guard left < length, left + length > 0 else { return nil }
      let lag = r > 1 ? 1 : r < -1 ? -1 : r
      return Expected(
        index: i, left: left, parallax: -factor * length * lag, zIndex: i == nearest ? 1 : 0)
    }
  }

  @Test func arrangementIsTheDefinition() throws {
    var visible = 0
    try withEvery("count", in: 0...5) { count in
      try withEvery("focus", in: stride(from: -2, through: 7, by: 0.125)) { focus in
        try withEvery("length", in: [0, 1, 40, 375, 2000.0]) { length in
          try withEvery("gap", in: [0, 44, 1000.0]) { gap in
            try withEvery("parallax", in: [0, 0.3, 1.0]) { factor in
              let configuration = try PreviewLayout.Configuration(
                interPageSpacing: gap, parallaxFactor: factor)
              let layout = try PreviewLayout(
                configuration: configuration, viewportSize: Size(width: length, height: 600))
              let expected = visiblePages(
                focus: focus, count: count, length: length, gap: gap, factor: factor)

              let found = try layout.arrangement(focus: focus, itemCount: count)
                .layoutAttributesForElements()

              visible += found.count
              check(found, expected)
            }
          }
        }
      }
    }
    #expect(visible > 1000)
  }

  /// One expectation per case, because there are thousands of cases.
  private func check(_ found: [PreviewAttributes], _ expected: [Expected]) {
    let isEqual =
      found.map(\.index) == expected.map(\.index)
      && found.map(\.zIndex) == expected.map(\.zIndex)
      && found.map(\.frame.minX).isApproximately(expected.map(\.left), tolerance: 1e-9)
      && found.map(\.parallaxOffset).isApproximately(expected.map(\.parallax), tolerance: 1e-9)
    if !isEqual { Issue.record("\(TestTrace.current): \(found) instead of \(expected)") }
  }
}
