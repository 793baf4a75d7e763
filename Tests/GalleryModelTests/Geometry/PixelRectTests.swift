// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct PixelRectTests {
  private func snapped(_ minimum: Double, _ maximum: Double, scale: Double) -> Range<Int> {
    let rect = Rect(
      origin: Point(x: minimum, y: 0), size: Size(width: maximum - minimum, height: 1))
    let pixels = PixelRect(snapping: rect, scale: scale)
    return pixels.x..<pixels.maxX
  }

  static let edges: [(Double, Double, Double, Range<Int>)] = [
    (0, 1.5, 1, 0..<2), (1.5, 3, 1, 2..<3), (-0.5, 0.5, 1, 0..<1), (-1.5, -0.5, 1, -1..<0),
    (0.4, 0.6, 1, 0..<1), (0.4, 0.45, 1, 0..<0), (0.25, 0.75, 2, 1..<2), (10, 20, 1.5, 15..<30),
    (0, 0.499_999_999_999_999_94, 1, 0..<0),
  ]

  @Test(arguments: edges)
  func edgesRoundHalvesUp(minimum: Double, maximum: Double, scale: Double, pixels: Range<Int>) {
    #expect(snapped(minimum, maximum, scale: scale) == pixels)
  }

  @Test func bothAxesSnapAlike() {
    let rect = Rect(origin: Point(x: 1.2, y: 3.7), size: Size(width: 10.4, height: 2.9))

    let pixels = PixelRect(snapping: rect, scale: 2)
    let transposed = PixelRect(snapping: rect.transposed, scale: 2)

    #expect(pixels == PixelRect(x: 2, y: 7, size: PixelSize(width: 21, height: 6)))
    #expect(transposed == PixelRect(x: 7, y: 2, size: PixelSize(width: 6, height: 21)))
  }

  @Test func neighborsNeverOverlap() {
    checkProperty(
      seed: 5_000, runs: 500,
      generate: { generator in
        (0..<4).map { _ in Double.random(in: -100...100, using: &generator) }.sorted()
      },
      shrink: { edges in
        edges.indices.flatMap { index in
          edges[index].shrinks.map { simpler in
            var copy = edges
            copy[index] = simpler
            return copy.sorted()
          }
        }
      },
      check: { edges in
        for scale in [0.5, 1, 1.5, 2, 3] {
          let first = snapped(edges[0], edges[1], scale: scale)
          let second = snapped(edges[2], edges[3], scale: scale)
          if first.upperBound > second.lowerBound { return "\(first) and \(second) at \(scale)" }
          let center = (edges[0] + edges[1]) * scale / 2
          let distance = abs(Double(first.lowerBound + first.upperBound) / 2 - center)
          if distance > 0.5 + 1e-9 { return "\(first) is \(distance) pixels away at \(scale)" }
        }
        return nil
      }
    )
  }

  @Test func snappedItemsOfAStripNeverOverlap() throws {
    try withEvery("position", in: stride(from: 0, through: 5, by: 0.0625)) { position in
      try withEvery("scale", in: [0.1, 1, 1.25, 2]) { scale in
        let pixels = try StripCase(position: position).items()
          .map { PixelRect(snapping: $0.frame, scale: scale) }

        for (item, next) in zip(pixels, pixels.dropFirst()) {
          #expect(item.maxX <= next.x, "\(TestTrace.current)")
        }
      }
    }
  }

  @Test func negativeSidesBecomeEmpty() {
    let rect = Rect(origin: Point(x: 10, y: 10), size: Size(width: -5, height: -5))

    #expect(PixelRect(snapping: rect, scale: 1).isEmpty)
    #expect(PixelRect(snapping: rect, scale: 1).size == .zero)
    #expect(PixelRect.zero.isEmpty)
    #expect(!PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1)).isEmpty)
  }

  @Test(arguments: [1e18, 1e19, 1e300, .greatestFiniteMagnitude] as [Double])
  func hugeEdgesEndAtTheLimit(edge: Double) {
    let side = Size(width: edge, height: edge)
    let limit = 1 << 61
    withEvery("scale", in: [.leastNonzeroMagnitude, 1, 4, .greatestFiniteMagnitude]) { scale in
      withEvery("sign", in: [-1.0, 1]) { sign in
        let rect = Rect(origin: Point(x: edge * sign, y: edge * sign), size: side)

        let pixels = PixelRect(snapping: rect, scale: scale)

        let edges = [pixels.x, pixels.y, pixels.maxX, pixels.maxY]
        #expect(edges.allSatisfy { (-limit...limit).contains($0) }, "\(TestTrace.current)")
        #expect(pixels.size.width >= 0 && pixels.size.height >= 0, "\(TestTrace.current)")
      }
    }
  }

  @Test func numbersThatAreNotFiniteTrap() async {
    await #expect(processExitsWith: .failure) {
      let rect = Rect(origin: Point(x: .nan, y: 0), size: Size(width: 1, height: 1))
      _ = PixelRect(snapping: rect, scale: 1)
    }
    await #expect(processExitsWith: .failure) {
      let rect = Rect(origin: .zero, size: Size(width: 1, height: .infinity))
      _ = PixelRect(snapping: rect, scale: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = PixelRect(snapping: .zero, scale: 0)
    }
  }
}
