// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

struct BoxReducerTests {
  @Test func meansAreThoseOfTheDefinitionForAllSmallBlocks() throws {
    try withEvery("width", in: [1, 2, 5, 16, 17]) { width in
      try withEvery("height", in: 1...4) { height in
        try withEvery("columns", in: 1...6) { columns in
          try withEvery("rows", in: 1...5) { rows in
            try withEvery("layout", in: [nil, "rgbx8", "rgb8"]) { color in
              // Given
              let channels = color == nil ? 1 : 3
              let picture = Raster(width: width, height: height, channels: channels) { x, y, c in
                UInt8((x * 37 + y * 91 + c * 53) % 256)
              }

              // When
              let means = try reduce(
                picture, layout: color == "rgb8" ? .rgb8 : .pixels, columns: columns, rows: rows)

              // Then
              let expected = BoxOracle.means(picture, columns: columns, rows: rows)
              #expect(means.count == expected.count, "\(TestTrace.current)")
              for (mine, other) in zip(means, expected) {
                #expect(mine.isApproximately(other, tolerance: 1e-4), "\(TestTrace.current)")
              }
            }
          }
        }
      }
    }
  }

  @Test func theLargestBlockOfWhiteDoesNotOverflow() throws {
    // Given
    let side = BoxReducer.largestBlock
    let picture = Raster(width: side, height: side, channels: 1) { _, _, _ in 255 }

    // When
    let means = try reduce(picture, columns: side, rows: side)

    // Then
    #expect(means == [[255]])
  }

  private func reduce(
    _ picture: Raster, layout: RowLayout = .pixels, columns: Int, rows: Int
  ) throws -> [[Double]] {
    let format: PixelFormat = picture.channels == 1 ? .gray8 : .rgbx8
    let channels = BoxReducer.channels(of: format)
    var reducer = try BoxReducer(
      width: picture.width, format: format, layout: layout, columns: columns, rows: rows)
    let count = BoxReducer.blockCount(of: picture.width, by: columns)
    var output = [Float](repeating: -1, count: count * channels + 16)
    var means: [[Double]] = []
    for y in 0..<picture.height {
      let row = layout == .rgb8 ? picture.packedRow(y) : picture.row(y)
      let isLast = y == picture.height - 1
      if reducer.push(row, isLast: isLast, to: &output) {
        means.append((0..<count * channels).map { Double(output[$0]) })
      }
    }
    return means
  }
}
