// SPDX-License-Identifier: Apache-2.0

import PageImaging
import Testing

struct HeaderReaderTests {
  private static let budget = 256 << 10

  @Test func ordinaryFileCostsOneRead() {
    let scan = [UInt8](repeating: 0x55, count: 1 << 20)

    for bytes in [JPEGBuilder.minimal(orientation: 6) + scan, PNGBuilder.minimal() + scan] {
      let reading = HeaderReading(bytes)
      #expect(reading.fetchCount == 1)
      #expect(reading.fetchedByteCount == 4096)
    }
  }

  @Test func smallFileCostsItsBytes() {
    let bytes = JPEGBuilder.minimal()

    #expect(HeaderReading(bytes).fetchedByteCount == bytes.count)
    #expect(HeaderReading(bytes).fetchCount == 1)
  }

  @Test func longSegmentIsJumpedOver() {
    var builder = JPEGBuilder()
    for _ in 0..<100 { builder.segment(0xE2, [UInt8](repeating: 0, count: 65_533)) }
    builder.frame()
    builder.scan()

    let reading = HeaderReading(builder.bytes)

    #expect(reading.header != nil)
    #expect(reading.fetchedByteCount <= 4096 + 100 * 1024)
  }

  @Test func longChunkIsJumpedOver() {
    var builder = PNGBuilder()
    builder.imageHeader()
    builder.chunk("iCCP", [UInt8](repeating: 0, count: 1 << 20))
    builder.pixels()

    let reading = HeaderReading(builder.bytes)

    #expect(reading.header != nil)
    #expect(reading.fetchedByteCount <= 4096 + 1024)
  }

  /// Endless headers, made of the smallest segments, in a file larger than the budget.
  static let endless: [[UInt8]] = [
    [UInt8](repeating: 0, count: 1 << 19),
    [UInt8](repeating: 0xFF, count: 1 << 19),
    repeated([0xFF, 0x01]),
    repeated([0xFF, 0xFE, 0, 2]),
    repeated([0xFF, 0xE1, 0, 8] + Array("Exif\0\0".utf8)),
    repeated([0xFF, 0xE1, 0, 16] + Array("Exif\0\0MM\0*\0\0\0\u{8}".utf8)),
    repeated([0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0]),
  ]

  @Test(arguments: endless.indices) func endlessHeaderStopsAtTheBudget(index: Int) {
    let reading = HeaderReading([0xFF, 0xD8] + Self.endless[index])

    let found = Self.budget + 1
    #expect(
      reading.error == .limitExceeded(limit: .headerBytes, found: found, allowed: Self.budget))
    #expect(reading.fetchedByteCount == Self.budget)
    #expect(reading.fetchCount == Self.budget / 4096)
  }

  @Test func manySmallChunksStopAtTheBudget() {
    var builder = PNGBuilder()
    builder.imageHeader()
    for _ in 0..<30_000 { builder.chunk("tEXt") }

    let reading = HeaderReading(builder.bytes)

    #expect(reading.error?.code == "limitExceeded")
    #expect(reading.fetchedByteCount == Self.budget)
  }

  @Test func bytesFetchedGrowNoFasterThanTheFile() {
    for count in [100, 1000, 4000] {
      var builder = JPEGBuilder()
      for _ in 0..<count { builder.exif(TIFFBuilder(orientation: 9).bytes) }
      builder.frame()
      builder.scan()
      #expect(HeaderReading(builder.bytes).fetchedByteCount <= builder.bytes.count)
    }
  }

  @Test func everyBudgetIsKept() {
    for bytes in [JPEGBuilder.minimal(), PNGBuilder.minimal()] {
      for budget in -1...bytes.count {
        let reading = HeaderReading(bytes, limits: DecodingLimits(headerBytes: budget))
        #expect(reading.fetchedByteCount <= max(0, budget))
        #expect(reading.header != nil || reading.error?.code == "limitExceeded")
      }
    }
  }

  private static func repeated(_ piece: [UInt8]) -> [UInt8] {
    (0..<(1 << 19) / piece.count).flatMap { _ in piece }
  }
}
