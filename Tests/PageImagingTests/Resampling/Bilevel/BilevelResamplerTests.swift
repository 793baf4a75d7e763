// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// Bilevel pages in integer arithmetic, against means and filters in doubles.
struct BilevelResamplerTests {
  @Test func resultsAreThoseOfTheDefinitionForAllSmallSizes() {
    withEvery("width", in: [1, 2, 7, 8, 9, 20]) { width in
      withEvery("height", in: [1, 2, 19, 40]) { height in
        withEvery("across", in: 1...5) { across in
          withEvery("down", in: [1, 2, 3, 11, 40]) { down in
            guard across <= width, down <= height else { return }
            var generator = SeededGenerator(seed: UInt64(width * 100 + height))
            let page = BilevelPage(
              size: PixelSize(width: width, height: height),
              outputSize: PixelSize(width: across, height: down), blackShare: 0.5,
              using: &generator)
            #expect(page.fault() == nil, "\(TestTrace.current)")
          }
        }
      }
    }
  }

  @Test func randomPagesAreThoseOfTheDefinition() {
    checkProperty(
      seed: 31, runs: 250, generate: BilevelPage.random, shrink: \.shrinks,
      check: { (page: BilevelPage) in page.fault() })
  }

  @Test func paperWithoutMarksKeepsItsColor() throws {
    for share in [0.0, 1.0] {
      try withEvery("width", in: [1, 31, 250]) { width in
        try withEvery("down", in: [1, 2, 7, 30]) { down in
          // Given
          var generator = SeededGenerator(seed: 1)
          let page = BilevelPage(
            size: PixelSize(width: width, height: 100),
            outputSize: PixelSize(width: max(1, width / 10), height: down), blackShare: share,
            using: &generator)

          // When
          let pixels = try #require(try page.resampled(as: .gray1))

          // Then
          #expect(Set(pixels) == [share == 0 ? 255 : 0], "\(TestTrace.current)")
        }
      }
    }
  }

  @Test func blocksLeaveEnoughOfAPage() throws {
    let page = PixelSize(width: 2480, height: 3508)
    func blocks(_ height: Int) throws -> [Int] {
      let size = PixelSize(width: (height * 2480 + 1754) / 3508, height: height)
      let blocks = try #require(
        BilevelBlocks(source: page, box: SourceBox(covering: page), outputSize: size))
      return [blocks.columns, blocks.rows]
    }
    #expect(try blocks(32) == [8, 16])
    #expect(try blocks(132) == [8, 8])
    #expect(try blocks(256) == [4, 4])
    #expect(try blocks(512) == [4, 4])
    #expect(try blocks(520) == [2, 2])
    #expect(try blocks(2000) == [1, 1])
    #expect(
      BilevelBlocks(source: page, box: SourceBox(covering: page), outputSize: page.doubled) == nil)
  }

  @Test func weightsComeToTheirSumAndKeepWithinWhatTheSumsHold() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<400 {
      let count = Int.random(in: 1...60, using: &generator)
      let sourceCount = Int.random(in: count...count * 20, using: &generator)
      let share = Double.random(in: Double(count) / Double(sourceCount)...1, using: &generator)
      let length = Double(sourceCount) * share
      let start = Double.random(in: 0...(Double(sourceCount) - length), using: &generator)
      let filter = AxisFilter(sourceCount: sourceCount, start: start, length: length, count: count)
      for (sum, alignment) in [(16384, 2), (32640, 1)] {
        guard let fixed = FixedPointWeights(filter, sum: Int32(sum), alignment: alignment) else {
          Issue.record("\(sourceCount) from \(start), \(length) long, to \(count)")
          continue
        }
        for index in 0..<count {
          let own = fixed.weights[index * fixed.stride..<(index + 1) * fixed.stride].map(Int.init)
          #expect(own.reduce(0, +) == sum)
          #expect(own.reduce(0) { $0 + abs($1) } < 2 * sum)
          let lead = filter.starts[index] - Int(fixed.starts[index])
          #expect((0..<alignment).contains(lead) && Int(fixed.starts[index]) % alignment == 0)
          let errors = own.indices.map { tap -> Double in
            let place = tap - lead
            let isTap = (0..<filter.tapCounts[index]).contains(place)
            let exact = isTap ? Double(filter.weights[index * filter.stride + place]) : 0
            return abs(Double(own[tap]) - exact * Double(sum))
          }
          // One of them accepts what the others leave.
          #expect(errors.filter { $0 > 0.51 }.count <= 1)
          #expect((errors.max() ?? 0) <= Double(fixed.stride) / 2)
        }
      }
    }
  }
}

extension PixelSize {
  fileprivate var doubled: PixelSize { PixelSize(width: 2 * width, height: 2 * height) }
}

/// A bilevel page, and the requested result.
private struct BilevelPage: CustomStringConvertible {
  var size: PixelSize
  var box: SourceBox
  var outputSize: PixelSize
  /// Rows of bits, with the readable bytes after them.
  private var rows: [[UInt8]]

  var description: String { "\(size), \(box) -> \(outputSize)" }

  init(
    size: PixelSize, outputSize: PixelSize, blackShare: Double,
    using generator: inout SeededGenerator
  ) {
    self.size = size
    self.outputSize = outputSize
    box = SourceBox(covering: size)
    rows = (0..<size.height).map { _ in
      (0..<(size.width + 7) / 8 + 31).map { _ in
        (0..<8).reduce(UInt8(0)) { byte, _ in byte << 1 | (generator.chance(blackShare) ? 0 : 1) }
      }
    }
  }

  static func random(using generator: inout SeededGenerator) -> BilevelPage {
    let size = PixelSize(
      width: .random(in: 1...200, using: &generator),
      height: .random(in: 1...200, using: &generator))
    let outputSize = PixelSize(
      width: .random(in: 1...min(40, size.width), using: &generator),
      height: .random(in: 1...min(40, size.height), using: &generator))
    var page = BilevelPage(
      size: size, outputSize: outputSize,
      blackShare: [0.1, 0.5].randomElement(using: &generator) ?? 0.5,
      using: &generator)
    guard generator.chance(0.4) else { return page }
    page.box.width = .random(in: Double(outputSize.width)...Double(size.width), using: &generator)
    page.box.height = .random(
      in: Double(outputSize.height)...Double(size.height), using: &generator)
    page.box.x = .random(in: 0...(Double(size.width) - page.box.width), using: &generator)
    page.box.y = .random(in: 0...(Double(size.height) - page.box.height), using: &generator)
    return page
  }

  var shrinks: [BilevelPage] {
    var results: [BilevelPage] = []
    for height in outputSize.height.shrinks where height > 0 {
      var copy = self
      copy.outputSize = PixelSize(width: outputSize.width, height: height)
      results.append(copy)
    }
    for width in outputSize.width.shrinks where width > 0 {
      var copy = self
      copy.outputSize = PixelSize(width: width, height: outputSize.height)
      results.append(copy)
    }
    return results
  }

  private func pixel(_ x: Int, _ y: Int) -> UInt8 {
    rows[y][x / 8] >> UInt8(7 - x % 8) & 1 == 1 ? 255 : 0
  }

  /// The pixels of the result; nil when the page is left to the other resampler.
  func resampled(as layout: RowLayout) throws -> [UInt8]? {
    guard
      var resampler = try BilevelResampler(
        source: size, layout: layout, box: box, outputSize: outputSize)
    else { return nil }
    var output = [UInt8](repeating: 7, count: outputSize.width * outputSize.height + 1)
    for y in 0..<size.height {
      let row =
        layout == .gray1 ? rows[y] : (0..<size.width).map { pixel($0, y) } + [9, 9, 9, 9, 9, 9, 9]
      resampler.push(row, into: &output)
    }
    #expect(resampler.isComplete && output.last == 7)
    return output.dropLast()
  }

  /// The violation in the result.
  func fault() -> String? {
    guard let pixels = try? resampled(as: .gray1), let ofBytes = try? resampled(as: .pixels),
      let blocks = BilevelBlocks(source: size, box: box, outputSize: outputSize)
    else { return "the page was not taken" }
    guard pixels == ofBytes else { return "bytes give other pixels than bits" }
    let raster = Raster(width: size.width, height: size.height, channels: 1) { x, y, _ in
      pixel(x, y)
    }
    let means = BoxOracle.means(raster, columns: blocks.columns, rows: blocks.rows)
    let expected = ResamplingOracle.resize(
      PixelSize(width: blocks.across, height: blocks.down), channels: 1,
      box: box.scaled(
        horizontally: 1 / Double(blocks.columns), vertically: 1 / Double(blocks.rows)),
      to: outputSize
    ) { x, y, _ in means[y][x] }
    let differences = zip(pixels, expected.samples).map { abs(Int($0) - Int($1)) }
    let largest = differences.max() ?? 0
    return largest <= 1 ? nil : "off by \(largest)"
  }
}
