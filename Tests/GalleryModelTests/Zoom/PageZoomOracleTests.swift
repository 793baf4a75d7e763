// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryCompanions
import GalleryTestSupport
import Testing

/// A zoom against an independent implementation of its definition.
struct PageZoomOracleTests {
  /// A page drawn with its corner at `x`, `y`.
  private struct Picture {
    var x: Double, y: Double, width: Double, height: Double

    init(ratio: Double, in viewport: Size) {
      width = min(viewport.width, viewport.height * ratio)
      height = width / ratio
      x = (viewport.width - width) / 2
      y = (viewport.height - height) / 2
    }

    /// offset' = (offset + a) s'/s - a, clamped to the limits.
    func scaled(by factor: Double, around a: Point, to b: Point, in viewport: Size) -> Picture {
      var copy = self
      copy.width *= factor
      copy.height *= factor
      copy.x = Self.clamp(-((a.x - x) * factor - b.x), copy.width, viewport.width)
      copy.y = Self.clamp(-((a.y - y) * factor - b.y), copy.height, viewport.height)
      return copy
    }

    private static func clamp(_ origin: Double, _ length: Double, _ viewport: Double) -> Double {
      length <= viewport ? (viewport - length) / 2 : min(0, max(viewport - length, origin))
    }

    func isApproximately(_ rect: Rect) -> Bool {
      [x, y, width, height].isApproximately(
        [rect.minX, rect.minY, rect.size.width, rect.size.height], tolerance: 1e-8)
    }
  }

  private static func eased(_ x: Double) -> Double {
    x < 0.5 ? 2 * x * x : -2 * x * x + 4 * x - 1
  }

  @Test(arguments: [0.3, 0.707, 1, 1.9, 12])
  func everyTapAndPinchFollowTheDefinition(ratio: Double) throws {
    let viewport = Size(width: 375, height: 601)
    let first = Picture(ratio: ratio, in: viewport)
    let scale = min(8, max(2, max(375 / first.width, 601 / first.height)))
    let shares = [-0.2, 0, 0.2, 0.5, 0.7, 1]
    withEvery("x", in: shares) { shareX in
      withEvery("y", in: shares) { shareY in
        let tap = Point(x: 375 * shareX, y: 601 * shareY)
        let second = Point(x: 375 * shareY, y: 601 * (1 - shareX))
        #expect(throws: Never.self) {
          var zoom = try PageZoom(viewport: viewport)
          try zoom.show(1, aspectRatio: ratio, at: .zero)
          try zoom.doubleTap(location: tap, at: .zero)
          for step in 0...10 {
            let now = 1 + (scale - 1) * Self.eased(Double(step) / 10)
            let rect = zoom.frame(at: .milliseconds(30 * step)).contentRect
            let expected = first.scaled(by: now, around: tap, to: tap, in: viewport)
            #expect(expected.isApproximately(rect), "\(TestTrace.current), step \(step)")
          }
          let zoomed = first.scaled(by: scale, around: tap, to: tap, in: viewport)
          try zoom.beginPinch(location: tap, at: .seconds(1))
          for factor in [0.2, 0.7, 1, 1.3, 3, 20] {
            try zoom.pinch(scale: factor, location: second, at: .seconds(1))
            let asked = scale * factor
            let limit = min(8, max(1, asked))
            let over = abs(log(asked / limit))
            let band = 1 - 1 / (over * 0.55 + 1)
            let shown = limit * (asked < limit ? 1 - band : 1 + band)
            let expected = zoomed.scaled(by: shown / scale, around: tap, to: second, in: viewport)
            let rect = zoom.frame(at: .seconds(1)).contentRect
            #expect(expected.isApproximately(rect), "\(TestTrace.current), factor \(factor)")
          }
        }
      }
    }
  }
}
