// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

struct DamageTests {
  /// Files in which the last byte is significant.
  private static let samples =
    (Fixtures.paths(in: "jpeg/valid") + Fixtures.paths(in: "png/valid"))
    .filter { !$0.contains("trailing-bytes") }

  @Test(arguments: samples)
  func strictRefusesEveryTruncation(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for count in Self.lengths(upTo: bytes.count) {
      #expect(throws: ImagingError.self, "the first \(count) bytes") {
        try ImageDecoder.decode(Array(bytes[..<count]), DecodingOptions(damagePolicy: .strict))
      }
    }
  }

  @Test(arguments: samples)
  func tolerantShowsWhatThereIsAndMarksIt(name: String) throws {
    // Given
    let bytes = try Fixtures.bytes(name)
    let whole = try ImageDecoder.decode(bytes)
    for count in Self.lengths(upTo: bytes.count) {
      // When
      guard let part = try? ImageDecoder.decode(Array(bytes[..<count])) else { continue }

      // Then
      #expect(part.isDamaged && part.warningCount >= 1, "the first \(count) bytes")
      // An orientation after the pixels is lost with them.
      let size = whole.bitmap.size
      let stored = PixelSize(width: size.height, height: size.width)
      let sizes = name.hasSuffix("-late.png") ? [size, stored] : [size]
      #expect(sizes.contains(part.bitmap.size), "the first \(count) bytes")
    }
    #expect(!whole.isDamaged)
  }

  @Test(arguments: ["jpeg/valid/size-67x61-420.jpg", "png/valid/rgb-8.png"])
  func theUpperPartOfATruncatedPageIsWhatItWas(name: String) throws {
    // Given
    let bytes = try Fixtures.bytes(name)
    let whole = Raster(try ImageDecoder.decode(bytes).bitmap)

    // When
    let part = Raster(try ImageDecoder.decode(Array(bytes[..<(bytes.count * 4 / 5)])).bitmap)

    // Then
    let upper = whole.width * whole.channels * whole.height / 4
    #expect(part.samples[..<upper] == whole.samples[..<upper])
    #expect(part != whole)
  }

  @Test(arguments: ["jpeg/valid/progressive-420.jpg", "jpeg/valid/progressive-444.jpg"])
  func aThumbnailOfATruncatedPageIsMarkedToo(name: String) throws {
    // Given
    let bytes = try Fixtures.bytes(name)
    let options = DecodingOptions(target: .height(4))

    // When
    let part = try ImageDecoder.decode(Array(bytes.dropLast(2)), options)

    // Then
    #expect(part.isDamaged)
    #expect(try !ImageDecoder.decode(bytes, options).isDamaged)
  }

  @Test(arguments: samples)
  func randomDamageEndsInAPictureOrATypedError(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    checkProperty(
      seed: 5, runs: 40,
      generate: { generator in
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in
          Mutation(
            offset: Int.random(in: bytes.indices, using: &generator),
            value: UInt8.random(in: 0...255, using: &generator))
        }
      },
      shrink: \.shrinks,
      check: { (mutations: [Mutation]) in
        var damaged = bytes
        for mutation in mutations { damaged[mutation.offset] = mutation.value }
        do throws(ImagingError) {
          let target = DecodingTarget.height(11)
          let decoded = try ImageDecoder.decode(damaged, DecodingOptions(target: target))
          return decoded.bitmap.size.height <= 11 ? nil : "the size is wrong"
        } catch {
          return error.description.hasSuffix(".") ? nil : "no sentence: \(error)"
        }
      })
  }

  /// Every length of a short file, many of a long one.
  private static func lengths(upTo count: Int) -> [Int] {
    Array(stride(from: 0, to: count, by: max(1, count / 150))) + [count - 1]
  }
}

private struct Mutation {
  var offset: Int
  var value: UInt8
}
