// SPDX-License-Identifier: Apache-2.0

import CGalleryBilevel
import GalleryTestSupport
import Testing

/// The C loops against sums written according to their definition.
struct BilevelKernelTests {
  private static let margin = Int(CGALLERY_BILEVEL_MARGIN)

  @Test(arguments: [1, 2, 4, 8])
  func countsAreThoseOfEachBlock(columns: Int) {
    for width in Array(1...150) + [255, 256, 257, 1000] {
      // Given rows followed by arbitrary bits
      var generator = SeededGenerator(seed: UInt64(width))
      let rows = (0..<3).map { y in
        (0..<(width + 7) / 8 + 15).map { _ in
          y == 1 ? 255 : UInt8.random(in: 0...255, using: &generator)
        }
      }
      let blockCount = (width + columns - 1) / columns
      var counts = [UInt8](repeating: 77, count: blockCount + Self.margin)

      // When
      var countsPortably = counts
      for (y, row) in rows.enumerated() {
        let isFirst: Int32 = y == 0 ? 1 : 0
        cgallery_bilevel_count(row, width, UInt32(columns), isFirst, &counts)
        cgallery_bilevel_count_portably(row, width, UInt32(columns), isFirst, &countsPortably)
      }

      // Then
      let expected = (0..<blockCount).map { block in
        var count = 0
        for row in rows {
          for x in block * columns..<min(width, (block + 1) * columns) {
            count += Int(row[x / 8] >> UInt8(7 - x % 8) & 1)
          }
        }
        return UInt8(count)
      }
      #expect(Array(counts[..<blockCount]) == expected, "\(width) in blocks of \(columns)")
      #expect(
        Array(countsPortably[..<blockCount]) == expected, "\(width) in blocks of \(columns)")
    }
  }

  @Test func samplesAreSharesOfWhite() {
    for pixels in 1...255 {
      for lastPixels in [1, (pixels + 1) / 2, pixels] {
        // Given all counts, and a last white block
        let counts = (0...pixels).map { UInt8($0) } + [UInt8(lastPixels)]
        let room = [UInt8](repeating: 99, count: Self.margin)
        var pair = [Int16](repeating: 55, count: 2 * (counts.count + Self.margin))

        // When
        var pairPortably = pair
        for lane in 0...1 {
          cgallery_bilevel_scale(
            counts + room, counts.count, UInt32(pixels), UInt32(lastPixels), UInt32(lane), &pair)
          cgallery_bilevel_scale_portably(
            counts + room, counts.count, UInt32(pixels), UInt32(lastPixels), UInt32(lane),
            &pairPortably)
        }

        // Then
        let white = Double(CGALLERY_BILEVEL_WHITE)
        let expected =
          (0...pixels).map { Int16((white * Double($0) / Double(pixels)).rounded()) }
          + [Int16(white)]
        for lane in 0...1 {
          for pair in [pair, pairPortably] {
            let samples = counts.indices.map { pair[2 * $0 + lane] }
            #expect(samples == expected, "blocks of \(pixels), row \(lane)")
          }
        }
      }
    }
  }

  @Test func anUpperRowLeavesNothingOfTheOneThatWasBelowIt() {
    var pair = [Int16](repeating: 55, count: 2 * (3 + Self.margin))
    let counts = [UInt8](repeating: 1, count: 3 + Self.margin)
    cgallery_bilevel_scale(counts, 3, 4, 4, 0, &pair)
    #expect(pair.prefix(6) == [4096, 0, 4096, 0, 4096, 0])
  }

  @Test func mixedRowsAreTheRoundedSumsOfTheirProducts() {
    for pairCount in [1, 2, 3, 7, 30] {
      for count in [1, 2, 15, 16, 17, 100] {
        // Given
        var generator = SeededGenerator(seed: UInt64(pairCount * 1000 + count))
        let pairs = (0..<pairCount).map { _ in
          Self.samples(2 * (count + Self.margin), using: &generator)
        }
        let weights = Self.weights(
          2 * pairCount, sum: Int(CGALLERY_BILEVEL_ROW_WEIGHT), using: &generator)
        var mixed = [Int16](repeating: 0, count: count + Self.margin)

        // When
        var mixedPortably = mixed
        Self.withPointers(to: pairs[...], []) { pointers in
          cgallery_bilevel_mix(pointers, weights, pairCount, count, &mixed)
          cgallery_bilevel_mix_portably(pointers, weights, pairCount, count, &mixedPortably)
        }

        // Then
        let expected = (0..<count).map { x in
          let sum = (0..<2 * pairCount).reduce(0) {
            $0 + Int(weights[$1]) * Int(pairs[$1 / 2][2 * x + $1 % 2])
          }
          return Int16((Double(sum) / 16384 + 0.5).rounded(.down))
        }
        #expect(Array(mixed[..<count]) == expected, "\(pairCount) pairs of \(count)")
        #expect(Array(mixedPortably[..<count]) == expected, "\(pairCount) pairs of \(count)")
      }
    }
  }

  @Test func filteredRowsAreTheRoundedSumsOfTheirProducts() {
    for stride in [8, 16, 24, 32, 64] {
      for count in Array(1...9) + [50] {
        // Given samples darker than black and brighter than white, as filters produce them
        var generator = SeededGenerator(seed: UInt64(stride * 1000 + count))
        let samples = (0..<count + stride).map { _ in
          Int16.random(in: -9_000...25_000, using: &generator)
        }
        let starts = (0..<max(4, count)).map { Int32(min($0, count)) }
        let weights = starts.flatMap { _ in
          Self.weights(stride, sum: Int(CGALLERY_BILEVEL_COLUMN_WEIGHT), using: &generator)
        }
        var bytes = [UInt8](repeating: 9, count: count + 1)
        var bytesPortably = bytes

        // When
        cgallery_bilevel_filter(samples, starts, weights, stride, count, &bytes)
        cgallery_bilevel_filter_portably(
          samples, starts, weights, stride, count, &bytesPortably)

        // Then
        let expected = (0..<count).map { index in
          let sum = (0..<stride).reduce(0) {
            $0 + Int(weights[index * stride + $1]) * Int(samples[Int(starts[index]) + $1])
          }
          return UInt8(min(255, max(0, (Double(sum) / 2_097_152 + 0.5).rounded(.down))))
        }
        #expect(bytes == expected + [9], "\(count) results of \(stride) samples")
        #expect(bytesPortably == expected + [9], "\(count) results of \(stride) samples")
      }
    }
  }

  private static func samples(_ count: Int, using generator: inout SeededGenerator) -> [Int16] {
    let white = Int16(CGALLERY_BILEVEL_WHITE)
    return (0..<count).map { _ in
      generator.chance(0.5) ? white : Int16.random(in: 0...white, using: &generator)
    }
  }

  /// Weights of both signs, whose absolute values sum to less than twice their sum.
  private static func weights(
    _ count: Int, sum: Int, using generator: inout SeededGenerator
  ) -> [Int16] {
    var weights = (0..<count).map { _ in
      Int.random(in: -sum / (3 * count)...sum / (2 * count), using: &generator)
    }
    let rest = sum - weights.reduce(0, +)
    weights[0] += rest / 2
    weights[1] += rest - rest / 2
    return weights.map { Int16($0) }
  }

  /// Calls `body` with pointers to all arrays.
  private static func withPointers(
    to arrays: ArraySlice<[Int16]>, _ pointers: [UnsafePointer<Int16>?],
    _ body: ([UnsafePointer<Int16>?]) -> Void
  ) {
    guard let first = arrays.first else { return body(pointers) }
    first.withUnsafeBufferPointer {
      withPointers(to: arrays.dropFirst(), pointers + [$0.baseAddress], body)
    }
  }
}
