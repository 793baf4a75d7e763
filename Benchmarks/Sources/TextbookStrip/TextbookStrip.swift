// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The strip computed the direct way: each cell sums the displacements by all other cells.
///
/// It computes the frames of all cells, O(n²), and keeps the visible ones. It is a baseline for
/// benchmarks, and has the same result as the closed form.
public struct TextbookStrip {
  let ratios: [Double]
  let viewport: Size

  /// Creates a strip.
  ///
  /// - Parameters:
  ///   - ratios: Width divided by height of all pages.
  ///   - viewport: The size of the area that shows the strip, in points.
  public init(ratios: [Double], viewport: Size) {
    self.ratios = ratios
    self.viewport = viewport
  }

  /// Returns the frames of the visible cells.
  ///
  /// - Parameter position: The index of the item in the middle of the viewport.
  /// - Returns: Rectangles in points of the viewport.
  /// - Complexity: O(n²) for n pages.
  public func visibleFrames(at position: Double) -> [Rect] {
    ratios.indices.map { frame(of: $0, at: position) }
      .filter { $0.maxX > 0 && $0.minX < viewport.width }
  }

  private func frame(of index: Int, at position: Double) -> Rect {
    let collapsed = viewport.height * 0.5
    var center = (Double(index) - position) * (collapsed + 4)
    for other in ratios.indices where other != index {
      let extraLength = viewport.height * ratio(of: other) - collapsed + 20
      let push = extraLength / 2 * expansion(of: other, position)
      center += other < index ? push : -push
    }
    let growth = (viewport.height * ratio(of: index) - collapsed) * expansion(of: index, position)
    return Rect(
      center: Point(x: viewport.width / 2 + center, y: viewport.height / 2),
      size: Size(width: collapsed + growth, height: viewport.height))
  }

  private func ratio(of index: Int) -> Double { min(5, max(0.2, ratios[index])) }

  private func expansion(of index: Int, _ position: Double) -> Double {
    let clamped = min(Double(ratios.count - 1), max(0, position))
    return max(0, 1 - abs(Double(index) - clamped))
  }
}
