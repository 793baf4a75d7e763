// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// All attributes of one document as text, so that every changed number is noticed.
struct ThumbnailStripLayoutSnapshotTests {
  @Test func documentBetweenTwoPagesIsUnchanged() throws {
    let strip = StripCase(position: 1.3)

    let lines = try strip.arrangement().layoutAttributesForElements().map { item in
      line(item, crop: item.crop(forAspectRatio: strip.aspectRatios[item.index]))
    }

    #expect(lines.joined(separator: "\n") == Self.snapshot)
  }

  /// Index, center, size, alpha, expansion, zIndex, and the crop as origin and size.
  private func line(_ item: LayoutAttributes, crop: Rect) -> String {
    let numbers = [
      item.center.x, item.center.y, item.size.width, item.size.height, item.alpha, item.expansion,
    ]
    let part = [crop.minX, crop.minY, crop.size.width, crop.size.height]
    return "\(item.index): \(text(numbers)) z \(item.zIndex) crop \(text(part))"
  }

  private func text(_ numbers: [Double]) -> String {
    numbers.map { $0.formatted(decimals: 4) }.joined(separator: " ")
  }

  static let snapshot = """
    0: 104.2497 33.0000 33.0000 66.0000 1.0000 0.0000 z 0 crop 0.1667 0.0000 0.6667 1.0000
    1: 171.3497 33.0000 79.2000 66.0000 1.0000 0.7000 z 0 crop 0.1000 0.0000 0.8000 1.0000
    2: 243.5000 33.0000 37.1006 66.0000 1.0000 0.3000 z 0 crop 0.1025 0.0000 0.7950 1.0000
    3: 285.5503 33.0000 33.0000 66.0000 1.0000 0.0000 z 0 crop 0.3125 0.0000 0.3750 1.0000
    4: 322.5503 33.0000 33.0000 66.0000 1.0000 0.0000 z 0 crop 0.0000 0.3000 1.0000 0.4000
    5: 359.5503 33.0000 33.0000 66.0000 1.0000 0.0000 z 0 crop 0.4500 0.0000 0.1000 1.0000
    """
}
