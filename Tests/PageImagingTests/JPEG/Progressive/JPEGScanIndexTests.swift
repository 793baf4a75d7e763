// SPDX-License-Identifier: Apache-2.0

import CGalleryJPEGOracle
import GalleryTestSupport
import Testing

@testable import PageImaging

struct JPEGScanIndexTests {
  private static func page() throws -> [UInt8] {
    let sample = JPEGSample(
      width: 40, height: 24, sampling: [[2, 2], [1, 1], [1, 1]], restartInterval: 2,
      script: ScanScript.all(componentCount: 3)[0])
    return try #require(sample.encoded())
  }

  private static func walk(_ bytes: [UInt8], limit: Int = 100) throws -> JPEGScanIndex {
    try JPEGScanIndex(ByteSource(bytes), limit: limit)
  }

  @Test func scansAreThoseOfTheScript() throws {
    // Given
    let script = ScanScript.all(componentCount: 3)[0]
    let bytes = try Self.page()

    // When
    let walk = try Self.walk(bytes)

    // Then
    #expect(walk.isRegular && walk.hasEnd && walk.scanCount == script.scans.count)
    #expect(walk.scans.count == script.scans.count)
    for (found, expected) in zip(walk.scans, script.scans) {
      #expect(found.components.count == Int(expected.component_count))
      #expect(found.band == Int(expected.first)...Int(expected.last))
      #expect(found.missingBitsBefore == Int(expected.missing_before))
      #expect(found.missingBits == Int(expected.missing))
      #expect(found.restartInterval == 2)
      #expect(bytes[found.coded.upperBound] == 0xFF)
    }
    #expect(walk.scans.last?.coded.upperBound == bytes.count - 2)
  }

  @Test func tablesAreThoseInFrontOfTheScan() throws {
    // Given
    let bytes = try Self.page()

    // When
    let scans = try Self.walk(bytes).scans

    // Then
    for scan in scans where !scan.carriesDC {
      let offset = scan.tableOffsets[4 + scan.acTables[0]]
      #expect(bytes[offset - 5] == 0xFF && bytes[offset - 4] == 0xC4)
      #expect(offset < scan.coded.lowerBound && scan.coded.lowerBound - offset < 300)
    }
  }

  @Test func everyCutIsSeen() throws {
    let bytes = try Self.page()
    for count in 3..<bytes.count {
      let walk = try Self.walk(Array(bytes[..<count]))
      #expect(!walk.hasEnd && !walk.isRegular && walk.scans.isEmpty, "\(count) bytes")
      #expect(walk.damage.warningCount == 1)
    }
  }

  @Test func whatIsOutOfOrderIsIrregular() throws {
    let bytes = try Self.page()
    let scan = try #require(try Self.walk(bytes).scans.last)
    let table = try #require(bytes.firstIndex(of: 0xDB)) - 1
    let tableSegment = Array(bytes[table..<table + 69])
    let frame = try #require(bytes.firstIndex(of: 0xC2)) - 1
    let frameSegment = Array(bytes[frame..<frame + 19])
    let end = scan.coded.upperBound
    let insertions: [(String, [UInt8], Int)] = [
      ("a byte between segments", [0], 2),
      ("a second image", [0xFF, 0xD8], end),
      ("a restart marker outside of a scan", [0xFF, 0xD3], 2),
      ("a quantization table behind a scan", tableSegment, end),
      ("a second frame", frameSegment, end),
      ("a late height", [0xFF, 0xDC, 0, 4, 0, 24], end),
      ("arithmetic conditioning", [0xFF, 0xCC, 0, 2], 2),
      ("a restart interval of three bytes", [0xFF, 0xDD, 0, 5, 0, 0, 0], 2),
      (
        "a table with too many codes",
        [0xFF, 0xC4, 0, 19, 0, 255, 255] + .init(repeating: 0, count: 14), 2
      ),
    ]
    for (name, inserted, offset) in insertions {
      var copy = bytes
      copy.insert(contentsOf: inserted, at: offset)
      let walk = try Self.walk(copy)
      #expect(walk.hasEnd && !walk.isRegular && walk.scans.isEmpty, "\(name)")
    }
    #expect(try Self.walk(bytes).isRegular)
  }

  @Test func commentsAndFillBytesAreRegular() throws {
    var bytes = try Self.page()
    let end = try #require(try Self.walk(bytes).scans.last).coded.upperBound
    bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFE, 0, 4, 0xFF, 0xDA], at: end)
    let walk = try Self.walk(bytes)
    #expect(walk.isRegular && walk.scans.count == walk.scanCount)
    #expect(walk.scans.last?.coded.upperBound == end)
  }

  @Test func countingEndsBehindTheLimit() throws {
    let bytes = try Self.page()
    let all = try Self.walk(bytes).scanCount
    #expect(try Self.walk(bytes, limit: all).isRegular)
    let short = try Self.walk(bytes, limit: 3)
    #expect(short.scanCount == 4 && !short.isRegular)
  }
}
