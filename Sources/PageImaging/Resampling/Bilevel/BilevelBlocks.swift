// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The blocks of a page of two colors whose means are filtered.
struct BilevelBlocks: Hashable {
  /// The sides of a block, powers of two, in pixels.
  let columns: Int
  let rows: Int
  /// The blocks in a row and in a column; the last ones may hold fewer pixels.
  let across: Int
  let down: Int

  /// The least ratio of the raster of means to the result.
  ///
  /// The mean takes details of the size of its block. Up to four pixels a scan in two colors has
  /// few that are not noise: with 1.7 the structural similarity to the filter without blocks is
  /// 0.997. Blocks of eight take strokes of letters, and leave 0.993 with as few means.
  private static let headroom = 3.0
  private static let headroomOfSmallBlocks = 1.7
  private static let largestSmallBlock = 4
  /// The widest and highest block; their counts fit a byte.
  private static let mostColumns = 8
  private static let mostRows = 16

  /// The largest blocks that leave enough means; nil for a picture that grows.
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

  /// The filters that make the result of the means.
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
