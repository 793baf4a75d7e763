// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import Testing

@testable import PageImaging

/// A page is refused for the memory of the requested decoding, not for that of a full decoding.
struct NeededMemoryTests {
  /// An interlaced gray page of zeros.
  private static func interlaced(width: Int, height: Int) -> [UInt8] {
    var builder = PNGBuilder()
    builder.imageHeader(width: width, height: height, colorType: 0, interlace: 1)
    let byteCount = Adam7.passes.reduce(0) { sum, pass in
      let size = pass.size(of: PixelSize(width: width, height: height))
      return sum + (size.width + 1) * size.height
    }
    let rows = Zlib.stored([UInt8](repeating: 0, count: byteCount), blockSize: 65_535)
    builder.chunk("IDAT", rows)
    builder.chunk("IEND")
    return builder.bytes
  }

  private static func isRefused(_ bytes: [UInt8], _ options: DecodingOptions) throws -> Bool {
    do throws(ImagingError) {
      _ = try ImageDecoder.decode(bytes, options)
      return false
    } catch {
      guard case .limitExceeded(.decodeMemory, _, _) = error else { throw error }
      return true
    }
  }

  @Test func firstPassesTakeTheirPartOfAPage() throws {
    // Given: 1.9 MB of pixels, a sixteenth of them in the first passes.
    let bytes = Self.interlaced(width: 1_300, height: 1_500)
    var options = DecodingOptions(
      target: .longSide(100), limits: DecodingLimits(decodeMemory: 1_200_000))

    // Then
    #expect(try !Self.isRefused(bytes, options))
    options.damagePolicy = .strict
    #expect(try Self.isRefused(bytes, options))
    options.damagePolicy = .tolerant
    options.target = .full
    #expect(try Self.isRefused(bytes, options))
    options.limits.decodeMemory = 4_100_000
    #expect(try !Self.isRefused(bytes, options))
  }

  @Test func scansOfMeansTakeTheirPartOfAPage() throws {
    // Given: 2.9 MB of coefficients, a 64th of them DC coefficients.
    var sample = JPEGSample(
      width: 1_200, height: 1_200, sampling: [[1, 1]],
      script: ScanScript.all(componentCount: 1)[0])
    sample.content = [UInt8](repeating: 200, count: 1_200 * 1_200)
    let bytes = try #require(sample.encoded())
    var options = DecodingOptions(
      target: .longSide(80), limits: DecodingLimits(decodeMemory: 400_000))

    // Then
    #expect(try !Self.isRefused(bytes, options))
    options.damagePolicy = .strict
    #expect(try Self.isRefused(bytes, options))
    options.damagePolicy = .tolerant
    options.target = .full
    #expect(try Self.isRefused(bytes, options))
  }

  /// The bytes before the pixels of a page of this size.
  private static func header(width: Int, height: Int, colorType: UInt8) throws -> ImageHeader {
    var builder = PNGBuilder()
    builder.imageHeader(width: width, height: height, colorType: colorType, interlace: 1)
    builder.pixels()
    return try ImageHeader(reading: ByteSource(builder.bytes))
  }

  @Test func largePagesOfScannersFit() throws {
    // A3 at 600 dpi: gray in full, and color reduced.
    let limit = Double(DecodingLimits.default.decodeMemory)
    let gray = try Self.header(width: 7_016, height: 9_921, colorType: 0)
    let plan = try DecodingPlan(gray, options: DecodingOptions(target: .longSide(512)))
    #expect(MemoryBudget.byteCount(gray, plan: plan) < limit)
    #expect(DirectAdam7Decoder.byteCount(for: gray, grid: .quarters) < 6e6)

    let color = try Self.header(width: 7_016, height: 9_921, colorType: 2)
    let small = DirectAdam7Decoder.byteCount(for: color, grid: .quarters)
    #expect(MemoryBudget.allows(small, color, plan: plan, limits: .default))
    #expect(MemoryBudget.byteCount(color, plan: plan) > limit)
  }
}
