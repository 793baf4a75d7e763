// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// A resize to try.
private struct Resize: CustomStringConvertible {
  var picture: Raster
  var box: SourceBox
  var size: PixelSize

  var description: String { "\(picture.width) x \(picture.height), \(box) -> \(size)" }

  /// Resizes with a ring of long rows, or of rows that are filtered before they are buffered.
  func run(filteringRowsFirst: Bool = false) throws -> Raster {
    let format: PixelFormat = picture.channels == 1 ? .gray8 : .rgbx8
    var resampler = try StreamingResampler(
      source: PixelSize(width: picture.width, height: picture.height), format: format, box: box,
      outputSize: size, largestRing: filteringRowsFirst ? 0 : .infinity)
    var output = [UInt8](
      repeating: 7, count: size.width * size.height * format.bytesPerPixel)
    for y in 0..<picture.height { resampler.push(picture.row(y), into: &output) }
    try #require(resampler.isComplete)
    return Raster(width: size.width, height: size.height, channels: picture.channels) {
      output[($1 * size.width + $0) * format.bytesPerPixel + $2]
    }
  }

  /// Whether the filter reads the pixels themselves; otherwise it reads means of blocks.
  var isExact: Bool {
    box.width < 4.5 * Double(size.width) && box.height < 4.5 * Double(size.height)
  }
}

struct StreamingResamplerTests {
  @Test func resultIsThatOfTheDefinitionForAllSmallSizes() throws {
    try withEvery("source", in: [1, 2, 3, 7, 20]) { side in
      try withEvery("width", in: [1, 2, 5, 9]) { width in
        try withEvery("height", in: [1, 4, 11]) { height in
          // Given
          let picture = Raster(width: side, height: side + 1, channels: 3) { x, y, c in
            UInt8((x * x * 11 + y * 29 + c * 70) % 256)
          }
          let size = PixelSize(width: width, height: height)
          let box = SourceBox(x: 0, y: 0, width: Double(side), height: Double(side + 1))
          let resize = Resize(picture: picture, box: box, size: size)
          guard resize.isExact else { return }

          // When
          let result = try resize.run()

          // Then: equal up to the rounding of the last float.
          let expected = ResamplingOracle.resize(picture, box: box, to: size)
          let difference = try #require(result.largestDifference(to: expected))
          #expect(difference <= 1, "\(TestTrace.current)")
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func randomResizesAreThoseOfTheDefinition(filteringRowsFirst: Bool) {
    checkProperty(seed: 20, runs: 150, generate: Self.generate, shrink: Self.shrink) { resize in
      let result = try resize.run(filteringRowsFirst: filteringRowsFirst)
      let expected = ResamplingOracle.resize(resize.picture, box: resize.box, to: resize.size)
      guard let largest = result.largestDifference(to: expected),
        let mean = result.meanDifference(to: expected)
      else { return "the size is wrong" }
      if resize.isExact { return largest <= 1 ? nil : "off by \(largest)" }
      // Means of blocks first: noise may differ by some levels, an image does not.
      return mean <= 6 ? nil : "off by \(mean) in the mean"
    }
  }

  @Test func aPageOfOneColorKeepsIt() throws {
    try withEvery("value", in: [0, 1, 128, 254, 255]) { value in
      try withEvery("width", in: [1, 3, 90]) { width in
        // Given
        let picture = Raster(width: 300, height: 40, channels: 1) { _, _, _ in UInt8(value) }
        let box = SourceBox(x: 0.5, y: 0, width: 299, height: 39.5)
        let size = PixelSize(width: width, height: 7)

        // When
        let result = try Resize(picture: picture, box: box, size: size).run()

        // Then
        #expect(Set(result.samples) == [UInt8(value)], "\(TestTrace.current)")
      }
    }
  }

  @Test func aFractionalExtentIsNotTheWholeLastPixel() throws {
    // Given a ramp whose last half pixel is outside the page
    let ramp = Raster(width: 101, height: 4, channels: 1) { x, _, _ in UInt8(2 * x) }
    let size = PixelSize(width: 20, height: 4)
    let box = SourceBox(x: 0, y: 0, width: 100.5, height: 4)

    // When
    let result = try Resize(picture: ramp, box: box, size: size).run()

    // Then each value is that of the ramp at the center of the pixel
    for x in 2..<18 {
      let center = (Double(x) + 0.5) * 100.5 / 20
      #expect(abs(Double(result[x, 0, 0]) - (2 * center - 1)) <= 0.51)
    }
  }

  @Test func rowsThatAreNotNeededChangeNothing() throws {
    // Given
    let picture = Raster(width: 9, height: 60, channels: 1) { x, y, _ in UInt8(x * 20 + y) }
    let box = SourceBox(x: 2, y: 20, width: 4, height: 10)
    let size = PixelSize(width: 4, height: 10)

    // When
    let result = try Resize(picture: picture, box: box, size: size).run()

    // Then
    let expected = Raster(width: 4, height: 10, channels: 1) { x, y, _ in
      picture[x + 2, y + 20, 0]
    }
    #expect(result == expected)
  }

  @Test func theEstimateCoversTheRowsThatAreHeld() {
    // Given a page of a thousand times the height
    let low = PixelSize(width: 2480, height: 3508)
    let high = PixelSize(width: 2480, height: 3_508_000)
    let size = PixelSize(width: 93, height: 132)

    // When
    let few = StreamingResampler.byteCount(
      source: low, format: .rgbx8, box: SourceBox(covering: low), outputSize: size)
    let many = StreamingResampler.byteCount(
      source: high, format: .rgbx8, box: SourceBox(covering: high), outputSize: size)

    // Then memory does not grow with it, except for a longer filter
    #expect(few < 400_000)
    #expect(many < few * 40)
  }

  private static func generate(using generator: inout SeededGenerator) -> Resize {
    let picture = Raster.random(using: &generator, sides: 1...40)
    let width = Double.random(in: 0.5...1, using: &generator) * Double(picture.width)
    let height = Double.random(in: 0.5...1, using: &generator) * Double(picture.height)
    let box = SourceBox(
      x: Double.random(in: 0...(Double(picture.width) - width), using: &generator),
      y: Double.random(in: 0...(Double(picture.height) - height), using: &generator),
      width: width, height: height)
    let size = PixelSize(
      width: Int.random(in: 1...20, using: &generator),
      height: Int.random(in: 1...20, using: &generator))
    return Resize(picture: picture, box: box, size: size)
  }

  private static func shrink(_ resize: Resize) -> [Resize] {
    let whole = SourceBox(
      covering: PixelSize(width: resize.picture.width, height: resize.picture.height))
    var results: [Resize] = []
    if resize.box != whole {
      results.append(Resize(picture: resize.picture, box: whole, size: resize.size))
    }
    for width in resize.size.width.shrinks where width >= 1 {
      let size = PixelSize(width: width, height: resize.size.height)
      results.append(Resize(picture: resize.picture, box: resize.box, size: size))
    }
    for height in resize.size.height.shrinks where height >= 1 {
      let size = PixelSize(width: resize.size.width, height: height)
      results.append(Resize(picture: resize.picture, box: resize.box, size: size))
    }
    return results
  }
}
