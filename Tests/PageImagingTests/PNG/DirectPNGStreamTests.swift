// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// Streams that violate a rule of deflate or zlib, in files with correct checksums.
///
/// `GALLERY_RANDOM_OPERATIONS` sets the number of files for a longer search, and
/// `GALLERY_RANDOM_SEED` is added to the seed.
struct DirectPNGStreamTests {
  @Test(arguments: DeflateStream.Defect.allCases)
  func aDefectIsJudgedByLibpng(defect: DeflateStream.Defect) {
    for seed in 0..<12 as Range<UInt64> {
      let example = StreamCase(defect: defect, height: 60, seed: seed)
      let mistake = example.mistake()
      #expect(mistake == nil, "\(example)")
    }
  }

  @Test func soundStreamsAreTaken() throws {
    for seed in 0..<60 as Range<UInt64> {
      let example = StreamCase(defect: nil, height: 60, seed: seed)
      #expect(try PNGOracle.direct(example.bytes()) != nil, "\(example)")
    }
  }

  @Test func aWindowThatHoldsTheWholeStreamIsEnough() throws {
    // Encoders that know the size of an image request no larger window.
    for (height, isTaken) in [(1, true), (2, true), (3, false)] {
      let picture = PNGPicture(colorType: 0, bitDepth: 8, width: 100, height: height)
      var stream = Zlib.stored(picture.filteredRows())
      stream[0] = 0x08
      stream[1] = 0x1D
      var builder = picture.builder()
      builder.chunk("IDAT", stream)
      builder.chunk("IEND")
      #expect(try (PNGOracle.direct(builder.bytes) != nil) == isTaken, "\(height) rows")
      let options = DecodingOptions()
      #expect(
        PNGOracle.actual(builder.bytes, options) == PNGOracle.verdict(builder.bytes, options))
    }
  }

  @Test func randomStreamsGetTheVerdictOfLibpng() {
    checkProperty(
      seed: 90_000 &+ TestEnvironment.randomSeed,
      runs: max(200, TestEnvironment.randomOperations ?? 0),
      generate: StreamCase.random, shrink: \.shrinks, check: { $0.mistake() })
  }
}

/// An image with its pixels in a random stream, and its division into chunks.
private struct StreamCase: CustomStringConvertible {
  var defect: DeflateStream.Defect?
  var height: Int
  var seed: UInt64
  var chunkSize = 1000
  /// The position of a changed byte, as a fraction of the stream, before the chunks get their
  /// checksums.
  var flip: Double?

  var description: String {
    "\(defect.map { "\($0)" } ?? "no defect"), \(height) rows, seed \(seed), chunks of"
      + " \(chunkSize), flip \(flip.map { "\($0)" } ?? "none")"
  }

  static func random(using generator: inout SeededGenerator) -> StreamCase {
    StreamCase(
      defect: generator.chance(0.7)
        ? DeflateStream.Defect.allCases.randomElement(using: &generator) : nil,
      height: .random(in: 1...150, using: &generator), seed: generator.next(),
      chunkSize: generator.chance(0.2) ? 1 : .random(in: 1...9000, using: &generator),
      flip: generator.chance(0.3) ? .random(in: 0..<1, using: &generator) : nil)
  }

  var shrinks: [StreamCase] {
    var results = height.shrinks.filter { $0 > 0 }.map { height in
      var copy = self
      copy.height = height
      return copy
    }
    if flip != nil {
      var copy = self
      copy.flip = nil
      results.append(copy)
    }
    return results
  }

  /// Rows that have much in common, so that there are copies with long distances.
  func bytes() -> [UInt8] {
    let picture = PNGPicture(
      colorType: seed % 2 == 0 ? 0 : 2, bitDepth: 8, width: 70, height: height,
      filter: seed % 3 == 0 ? nil : 0, seed: seed, isNoise: seed % 5 == 0)
    var deflate = DeflateStream(picture.filteredRows(), defect: defect, seed: seed)
    var stream = deflate.bytes()
    if let flip {
      stream[Int(flip * Double(stream.count))] ^= UInt8(1) << UInt8(seed >> 8 & 7)
    }
    var builder = picture.builder()
    for start in Swift.stride(from: 0, to: stream.count, by: chunkSize) {
      builder.chunk("IDAT", Array(stream[start..<min(start + chunkSize, stream.count)]))
    }
    builder.chunk("IEND")
    return builder.bytes
  }

  /// The deviation from the verdict of libpng, nil if there is none.
  func mistake() -> String? {
    let bytes = bytes()
    for policy in [DamagePolicy.strict, .tolerant] {
      let options = DecodingOptions(damagePolicy: policy)
      let actual = PNGOracle.actual(bytes, options)
      let expected = PNGOracle.verdict(bytes, options)
      if actual == expected || (policy == .tolerant && isWhole(actual)) { continue }
      return "\(policy): \(actual) instead of \(expected)"
    }
    return nil
  }

  /// Whether a verdict is the complete image, where that may differ from libpng.
  ///
  /// An invalid unused code is an encoder error that changes no pixel. The tolerant policy shows
  /// the image, whose checksum is correct, whereas libpng stops at the code.
  private func isWhole(_ verdict: PNGOracle.Verdict) -> Bool {
    guard defect?.isUnusedWord == true || flip != nil, case .picture(let bitmap, 0) = verdict else {
      return false
    }
    var sound = self
    sound.defect = nil
    sound.flip = nil
    let expected = PNGOracle.verdict(sound.bytes(), DecodingOptions())
    return expected == .picture(bitmap, warningCount: 0)
  }
}
