// SPDX-License-Identifier: Apache-2.0

import CGalleryPNG
import GalleryTestSupport
import Testing

/// The vectorized unfiltering, wide and narrow, against the text of the specification.
struct UnfilterTests {
  @Test(arguments: [1, 2, 3, 4, 6, 8])
  func allSmallWidthsAndFiltersAreThoseOfTheDefinition(pixel: Int) {
    for width in 1...70 {
      for filters in [[0], [1], [2], [3], [4], [0, 2], [1, 2, 4], [0, 1, 2, 3, 4]] as [[UInt8]] {
        var generator = SeededGenerator(seed: UInt64(width * 100 + filters.count))
        let band = FilteredBand(
          width: width, pixel: pixel, filters: filters, values: 0...255, using: &generator)
        #expect(band.unfiltered(cgallery_png_unfilter) == band.expected, "\(band)")
        #expect(band.unfiltered(cgallery_png_unfilter_portably) == band.expected, "\(band)")
      }
    }
  }

  @Test func randomRowsAreThoseOfTheDefinition() {
    checkProperty(
      seed: 71, runs: 400, generate: FilteredBand.random, shrink: \.shrinks,
      check: { (band: FilteredBand) in
        guard band.unfiltered(cgallery_png_unfilter) == band.expected else { return "wide" }
        let narrow = band.unfiltered(cgallery_png_unfilter_portably)
        return narrow == band.expected ? nil : "narrow"
      })
  }

  @Test func rowsWithFewSerialOnesAmongThemAreThoseOfTheDefinition() {
    checkProperty(
      seed: 72, runs: 600, generate: FilteredBand.randomWithFewSerialRows, shrink: \.shrinks,
      check: { (band: FilteredBand) in
        band.unfiltered(cgallery_png_unfilter) == band.expected ? nil : "the bytes differ"
      })
  }

  @Test func whatIsNoFilterIsRefusedInEveryRow() {
    var generator = SeededGenerator(seed: 5)
    for row in 0..<FilteredBand.height {
      var band = FilteredBand(
        width: 9, pixel: 1, filters: [4], values: 0...255, using: &generator)
      band.rows[row][0] = row % 2 == 0 ? 5 : 255
      #expect(band.unfiltered(cgallery_png_unfilter) == nil)
      #expect(band.unfiltered(cgallery_png_unfilter_portably) == nil)
    }
  }
}

/// Filtered rows, and the row above them.
private struct FilteredBand: CustomStringConvertible {
  static let height = Int(CGALLERY_PNG_LANES)

  let pixel: Int
  let above: [UInt8]
  /// Each row follows its filter byte.
  var rows: [[UInt8]]

  var description: String { "pixels of \(pixel), \(above), \(rows)" }

  init(
    width: Int, pixel: Int, filters: [UInt8], values: ClosedRange<UInt8>,
    using generator: inout SeededGenerator
  ) {
    func bytes() -> [UInt8] {
      (0..<width * pixel).map { _ in UInt8.random(in: values, using: &generator) }
    }
    self.pixel = pixel
    above = bytes()
    rows = (0..<Self.height).map { _ in [filters.randomElement(using: &generator) ?? 0] + bytes() }
  }

  private init(pixel: Int, above: [UInt8], rows: [[UInt8]]) {
    self.pixel = pixel
    self.above = above
    self.rows = rows
  }

  /// Few distinct values produce the ties that the Paeth predictor must break correctly.
  static func random(using generator: inout SeededGenerator) -> FilteredBand {
    let filters = (0...4).filter { _ in Bool.random(using: &generator) } as [UInt8]
    return FilteredBand(
      width: .random(in: 1...300, using: &generator),
      pixel: [1, 2, 3, 4, 6, 8].randomElement(using: &generator) ?? 1, filters: filters,
      values: 0...(Bool.random(using: &generator) ? 255 : 2), using: &generator)
  }

  /// Up to four rows with filters that depend on each byte, and constant runs.
  static func randomWithFewSerialRows(using generator: inout SeededGenerator) -> FilteredBand {
    var band = FilteredBand(
      width: .random(in: 1...300, using: &generator), pixel: 1,
      filters: [[0], [1], [2], [0, 1, 2]].randomElement(using: &generator) ?? [],
      values: 0...([0, 1, 255].randomElement(using: &generator) ?? 0), using: &generator)
    for _ in 0..<4 {
      let row = Int.random(in: 0..<height, using: &generator)
      band.rows[row][0] = generator.chance(0.7) ? 4 : 3
      for index in band.above.indices where generator.chance(0.02) {
        band.rows[row][index + 1] = .random(in: 0...255, using: &generator)
      }
    }
    return band
  }

  var shrinks: [FilteredBand] {
    let width = above.count / pixel
    return width.shrinks.filter { $0 > 0 }.map { width in
      let count = width * pixel
      return FilteredBand(
        pixel: pixel, above: Array(above.prefix(count)),
        rows: rows.map { Array($0.prefix(count + 1)) })
    }
  }

  /// The result of a C function for the rows; nil when it refuses them.
  func unfiltered(_ body: (UnsafePointer<cgallery_png_rows>?) -> Int32) -> [[UInt8]]? {
    let count = above.count
    let margin = 320
    let stride = count + 2 * margin
    let source = rows.flatMap { $0 } + [UInt8](repeating: 9, count: margin)
    let aboveWithMargin = above + [UInt8](repeating: 9, count: margin)
    var target = [UInt8](repeating: 9, count: Self.height * stride)
    let isTaken = source.withUnsafeBufferPointer { source in
      aboveWithMargin.withUnsafeBufferPointer { above in
        target.withUnsafeMutableBufferPointer { target in
          var request = cgallery_png_rows()
          request.source = source.baseAddress
          request.source_stride = count + 1
          request.target = target.baseAddress.map { $0 + margin }
          request.target_stride = stride
          request.above = above.baseAddress
          request.byte_count = count
          request.pixel_byte_count = pixel
          return body(&request) != 0
        }
      }
    }
    guard isTaken else { return nil }
    return (0..<Self.height).map {
      Array(target[margin + $0 * stride..<margin + $0 * stride + count])
    }
  }

  /// Section 9.2 of the PNG specification, byte by byte.
  var expected: [[UInt8]] {
    var above = above
    return rows.map { row in
      var result: [UInt8] = []
      for index in 0..<above.count {
        let a = index < pixel ? 0 : result[index - pixel]
        let c = index < pixel ? 0 : above[index - pixel]
        result.append(row[index + 1] &+ prediction(row[0], a: a, b: above[index], c: c))
      }
      above = result
      return result
    }
  }

  private func prediction(_ filter: UInt8, a: UInt8, b: UInt8, c: UInt8) -> UInt8 {
    switch filter {
    case 1: return a
    case 2: return b
    case 3: return UInt8((Int(a) + Int(b)) / 2)
    case 4:
      let p = Int(a) + Int(b) - Int(c)
      let (pa, pb, pc) = (abs(p - Int(a)), abs(p - Int(b)), abs(p - Int(c)))
      return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
    default: return 0
    }
  }
}
