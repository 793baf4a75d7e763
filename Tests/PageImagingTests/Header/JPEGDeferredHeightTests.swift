// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import PageImaging
import Testing

struct JPEGDeferredHeightTests {
  @Test(arguments: [0, 65_535], [1, 585, 65_500])
  func openHeightIsFoundBehindTheScan(declared: Int, true height: Int) throws {
    let header = try header(of: Self.file(declared: declared, height: height))

    #expect(header.storedSize.height == height)
    guard case .jpeg(let details) = header.details else { throw MissingDetails() }
    #expect(details.declaredHeight == declared)
    #expect(details.deferredHeight == height)
  }

  @Test func ordinaryHeightIsNotOverruled() throws {
    #expect(try header(of: Self.file(declared: 585, height: 250)).storedSize.height == 585)
  }

  @Test func zeroWithoutTrueHeightIsInvalid() {
    let refusal = ImagingError.invalidSize(width: 64, height: 0, offset: 7)

    #expect(headerError(of: Self.file(declared: 0, height: nil)) == refusal)
    #expect(headerError(of: Self.file(declared: 0, height: 0)) == refusal)
    #expect(headerError(of: Array(Self.file(declared: 0, height: 9).dropLast(4))) == refusal)
  }

  @Test func heightBehindASecondScanMeansNothing() {
    var builder = JPEGBuilder()
    builder.frame(height: 0)
    builder.scan()
    builder.scan()
    builder.deferredHeight(9)
    builder.end()

    #expect(headerError(of: builder.bytes)?.code == "invalidSize")
  }

  @Test func heightAboveTheCodecIsUnsupported() {
    #expect(headerError(of: Self.file(declared: 0, height: 65_535))?.code == "unsupported")
    #expect(headerError(of: Self.file(declared: 65_535, height: nil))?.code == "unsupported")
    #expect(headerError(of: Self.file(declared: 65_535, height: 0))?.code == "unsupported")
  }

  @Test func longFileIsSearchedAtItsEnd() throws {
    let bytes = Self.file(declared: 0, height: 585, pixelCount: 3_000_000)

    let reading = HeaderReading(bytes)

    #expect(reading.header?.storedSize.height == 585)
    #expect(reading.fetchedByteCount <= 256 << 10)
  }

  @Test func everyPlaceInAWindowIsFound() throws {
    for pixelCount in 4000...4120 {
      let bytes = Self.file(declared: 0, height: 585, pixelCount: pixelCount)
      #expect(try header(of: bytes).storedSize.height == 585, "\(pixelCount)")
    }
  }

  @Test(arguments: 250_000...250_020) func edgeOfTheBudgetIsSafe(_ pixelCount: Int) {
    for extra in stride(from: 0, to: 20_000, by: 997) {
      let bytes = Self.file(declared: 0, height: 585, pixelCount: pixelCount + extra)
      let reading = HeaderReading(bytes)
      #expect(reading.header?.storedSize.height == 585)
      #expect(reading.fetchedByteCount <= 256 << 10)
    }
  }

  private static func file(
    declared: Int, height: Int?, pixelCount: Int = 100
  ) -> [UInt8] {
    var builder = JPEGBuilder()
    builder.frame(height: declared)
    builder.scan(pixelCount: pixelCount)
    if let height { builder.deferredHeight(height) }
    builder.end()
    return builder.bytes
  }
}
