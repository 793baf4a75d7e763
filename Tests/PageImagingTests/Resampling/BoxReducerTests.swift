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
            try withEvery("channels", in: [1, 3]) { channels in
              // Given
              let picture = Raster(width: width, height: height, channels: channels) { x, y, c in
                UInt8((x * 37 + y * 91 + c * 53) % 256)
              }

              // When
              let means = try reduce(picture, columns: columns, rows: rows)

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

  @Test func rowsOfBitsGiveTheMeansOfTheirBytesExactly() throws {
    for width in Array(1...70) + [127, 128, 129, 300] {
      for columns in [1, 2, 3, 4, 5, 8, 11, 64] {
        for rows in [1, 2, 3, 4, 7, 8, 17] {
          // Given rows of bits, among them black and white ones, behind which anything stands
          var generator = SeededGenerator(seed: UInt64(width * 1000 + columns * 20 + rows))
          let packed = (0..<2 * rows + 1).map { y in
            (0..<(width + 7) / 8 + 31).map { _ in
              y % 3 == 0 ? UInt8.random(in: 0...255, using: &generator) : y % 3 == 1 ? 255 : 0
            }
          }
          let unpacked = packed.map { row in
            (0..<width).map { row[$0 / 8] >> (7 - UInt8($0 % 8)) & 1 == 1 ? UInt8(255) : 0 }
          }

          // When
          let ofBits = try means(packed, .gray1, width, columns, rows)
          let ofBytes = try means(unpacked, .pixels, width, columns, rows)

          // Then
          #expect(ofBits == ofBytes, "\(width) in \(columns) x \(rows)")
        }
      }
    }
  }

  private func means(
    _ source: [[UInt8]], _ layout: RowLayout, _ width: Int, _ columns: Int, _ rows: Int
  ) throws -> [[Float]] {
    var reducer = try BoxReducer(
      width: width, format: .gray8, layout: layout, columns: columns, rows: rows)
    let count = BoxReducer.blockCount(of: width, by: columns)
    var output = [Float](repeating: -1, count: count + 16)
    var means: [[Float]] = []
    for (y, row) in source.enumerated() {
      if reducer.push(row, isLast: y == source.count - 1, to: &output) {
        means.append(Array(output[..<count]))
      }
    }
    return means
  }

  private func reduce(_ picture: Raster, columns: Int, rows: Int) throws -> [[Double]] {
    let format: PixelFormat = picture.channels == 1 ? .gray8 : .rgbx8
    let channels = BoxReducer.channels(of: format)
    var reducer = try BoxReducer(
      width: picture.width, format: format, columns: columns, rows: rows)
    let count = BoxReducer.blockCount(of: picture.width, by: columns)
    var output = [Float](repeating: -1, count: count * channels + 16)
    var means: [[Double]] = []
    for y in 0..<picture.height {
      let row = picture.row(y)
      let isLast = y == picture.height - 1
      if reducer.push(row, isLast: isLast, to: &output) {
        means.append((0..<count * channels).map { Double(output[$0]) })
      }
    }
    return means
  }
}
