// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The blocks of a bilevel page whose means are filtered.
struct BilevelBlocks: Hashable {
  /// The width and height of a block, in pixels; powers of two.
  let columns: Int
  let rows: Int
  /// The number of blocks in a row and in a column; the last ones may contain fewer pixels.
  let across: Int
  let down: Int

  /// The smallest ratio of the raster of means to the result.
  ///
  /// A mean removes details of the size of its block. Up to four pixels, a bilevel scan has few
  /// details that are not noise: at a ratio of 1.7, the structural similarity (SSIM) to the result
  /// without blocks is 0.997. Blocks of eight pixels remove strokes of letters: with as few means,
  /// the SSIM is 0.993.
  private static let headroom = 3.0
  private static let headroomOfSmallBlocks = 1.7
  private static let largestSmallBlock = 4
  /// The largest width and height of a block, whose counts fit into a byte.
  private static let mostColumns = 8
  private static let mostRows = 16

  /// Selects the largest blocks that leave enough means.
  ///
  /// Fails if the image is enlarged.
  init?(source: PixelSize, box: SourceBox, outputSize: PixelSize) {
    let across = box.width / Double(outputSize.width)
    let down = box.height / Double(outputSize.height)
    guard across >= 1, down >= 1 else { return nil }
    columns = Self.side(for: across, atMost: Self.mostColumns)
    rows = Self.side(for: down, atMost: Self.mostRows)
    self.across = BoxReducer.blockCount(of: source.width, by: columns)
    self.down = BoxReducer.blockCount(of: source.height, by: rows)
  }

  private static func side(for ratio: Double, atMost largest: Int) -> Int {
    var side = 1
    while side < largest, Double(2 * side) * headroom(of: 2 * side) <= ratio { side *= 2 }
    return side
  }

  private static func headroom(of side: Int) -> Double {
    side <= largestSmallBlock ? headroomOfSmallBlocks : headroom
  }

  /// Returns the filters that make the result from the means.
  func filters(
    box: SourceBox, outputSize: PixelSize
  ) -> (vertical: AxisFilter, horizontal: AxisFilter) {
    let vertical = AxisFilter(
      sourceCount: down, start: box.y / Double(rows), length: box.height / Double(rows),
      count: outputSize.height)
    let horizontal = AxisFilter(
      sourceCount: across, start: box.x / Double(columns), length: box.width / Double(columns),
      count: outputSize.width)
    return (vertical, horizontal)
  }
}
