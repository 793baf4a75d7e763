// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageImaging
import Testing

/// The capture time of an image, as stated in its file.
struct CaptureTimeTests {
  /// An EXIF block with two directories, followed by texts.
  struct Block {
    var isLittleEndian = false
    /// Texts of the first directory, by tag.
    var file: [(Int, String)] = []
    /// Texts of the second directory.
    var exif: [(Int, String)] = []

    var bytes: [UInt8] {
      let fileCount = file.count + 1
      let second = 8 + 2 + 12 * fileCount + 4
      var place = second + 2 + 12 * exif.count + 4
      var texts: [UInt8] = []
      func directory(_ entries: [(Int, String)], _ more: [UInt8]) -> [UInt8] {
        var bytes = number(entries.count + (more.isEmpty ? 0 : 1), 2)
        for (tag, text) in entries {
          let text = Array(text.utf8) + [0]
          bytes += number(tag, 2) + number(2, 2) + number(text.count, 4) + number(place, 4)
          place += text.count
          texts += text
        }
        return bytes + more + number(0, 4)
      }
      let pointer = number(0x8769, 2) + number(4, 2) + number(1, 4) + number(second, 4)
      let first = directory(file, pointer)
      let other = directory(exif, [])
      let head = Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
      return head + first + other + texts
    }

    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = bigEndian(value, size)
      return isLittleEndian ? bytes.reversed() : bytes
    }
  }

  private func time(_ bytes: [UInt8]) throws -> String? {
    let source = ByteSource(bytes)
    return try ImageHeader(reading: source).captureTime(in: source)?.description
  }

  private func inJPEG(_ block: [UInt8]) -> [UInt8] {
    var builder = JPEGBuilder()
    builder.exif(block)
    builder.frame()
    builder.scan()
    builder.end()
    return builder.bytes
  }

  private func inPNG(_ block: [UInt8]?, time: [UInt8]? = nil, isBehind: Bool = false) -> [UInt8] {
    var builder = PNGBuilder()
    builder.imageHeader()
    let chunks = { (builder: inout PNGBuilder) in
      if let time { builder.chunk("tIME", time) }
      if let block { builder.chunk("eXIf", block) }
    }
    if !isBehind { chunks(&builder) }
    builder.chunk("IDAT", [1, 2, 3])
    if isBehind { chunks(&builder) }
    builder.chunk("IEND")
    return builder.bytes
  }

  // MARK: - Files

  @Test(arguments: [false, true])
  func theTimeOfTheOriginalCounts(isLittleEndian: Bool) throws {
    let block = Block(
      isLittleEndian: isLittleEndian, file: [(0x0132, "2001:01:01 00:00:00")],
      exif: [
        (0x9003, "2024:05:01 10:30:00"), (0x9004, "2002:01:01 00:00:00"), (0x9011, "+02:00"),
      ]
    ).bytes
    let found = try [
      time(inJPEG(block)), time(inPNG(block)), time(inPNG(block, isBehind: true)),
      // After pixels whose chunks do not lead to the end, so that the end is searched.
      time(inPNG(block, isBehind: true) + [UInt8](repeating: 0, count: 20)),
    ]
    #expect(Set(found) == ["2024-05-01T10:30:00+02:00"])
  }

  @Test func aTimeWithoutAZoneStaysOne() throws {
    let digitized = Block(
      file: [(0x0132, "2001:01:01 00:00:00")], exif: [(0x9004, "2002:02:03 04:05:06")]
    ).bytes
    #expect(try time(inJPEG(digitized)) == "2002-02-03T04:05:06")
    let scanned = Block(file: [(0x0132, "2001-02-03T04:05:06"), (0x9010, "-03:30")]).bytes
    #expect(try time(inJPEG(scanned)) == "2001-02-03T04:05:06-03:30")
  }

  static let meaningless = [
    "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:02:30 10:00:00", "2024:05:01 24:00:00",
    "1024:05:01 10:00:00", "2024:05:01", "yesterday, at noon", "2024:05:01 10:3\u{1b}:00", "",
  ]

  @Test(arguments: meaningless)
  func invalidTimesAreIgnored(text: String) throws {
    let block = Block(file: [(0x0132, "2001:01:01 00:00:00")], exif: [(0x9003, text)]).bytes
    #expect(try time(inJPEG(block)) == "2001-01-01T00:00:00")
    #expect(try time(inJPEG(Block(exif: [(0x9003, text)]).bytes)) == nil)
  }

  @Test func aChunkOfAPNGTellsTheTime() throws {
    let chunk: [UInt8] = [0x07, 0xE8, 5, 1, 10, 30, 0]
    #expect(try time(inPNG(nil, time: chunk)) == "2024-05-01T10:30:00Z")
    #expect(try time(inPNG(nil, time: chunk, isBehind: true)) == "2024-05-01T10:30:00Z")
    #expect(try time(inPNG(nil, time: chunk + [0])) == nil)
    #expect(try time(inPNG(nil, time: [0, 0, 0, 0, 0, 0, 0])) == nil)
    let block = Block(exif: [(0x9003, "2020:05:01 10:30:00")]).bytes
    #expect(try time(inPNG(block, time: chunk)) == "2020-05-01T10:30:00")
  }

  /// Whatever one byte of the block is, reading it terminates, and the header is the same.
  @Test func hostileBlocksDoNoHarm() throws {
    let block = Block(
      file: [(0x0132, "2001:01:01 00:00:00")],
      exif: [(0x9003, "2024:05:01 10:30:00"), (0x9011, "+02:00")]
    ).bytes
    for place in block.indices {
      for byte in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = block
        changed[place] = byte
        let bytes = inJPEG(changed)
        let text = try time(bytes)
        #expect(text.map { CaptureTime($0) != nil } ?? true)
      }
      _ = try time(inJPEG(Array(block.prefix(place))))
    }
  }

  @Test func readingIsBounded() throws {
    // A directory with the maximum number of entries, each of which is read.
    var block = TIFFBuilder(orientation: 1)
    block.entries += [TIFFBuilder.Entry](
      repeating: .init(tag: 0x9999, value: 1), count: 5_000)
    #expect(try time(inJPEG(block.bytes)) == nil)
    let long = [UInt8](block.bytes) + [UInt8](repeating: 0, count: 7 << 20)
    #expect(try time(inPNG(long)) == nil)
  }

  // MARK: - Texts

  @Test(arguments: [
    "2024-05-01T10:30:00", "2024-02-29T23:59:59Z", "1999-12-31T00:00:00.007-11:30",
    "9999-01-01T00:00:00+18:00",
  ])
  func textsRoundTrip(text: String) throws {
    let time = try #require(CaptureTime(text))
    #expect(time.description == text)
    let data = try JSONEncoder().encode([time])
    #expect(try JSONDecoder().decode([CaptureTime].self, from: data) == [time])
  }

  @Test func otherSpellingsAreRead() {
    #expect(CaptureTime("2024-05-01 10:30")?.description == "2024-05-01T10:30:00")
    #expect(CaptureTime("2024-05-01T10:30:00.5Z")?.millisecond == 500)
    #expect(
      CaptureTime("2024-05-01T10:30:00.123999999+00:00")?.description
        == "2024-05-01T10:30:00.123Z")
  }

  @Test(arguments: [
    "", "2024", "2024-05-01", "2024-05-01T10", "2024-13-01T10:30:00", "2023-02-29T10:30:00",
    "2024-05-01T10:30:60", "2024-05-01T10:30:00+19:00", "2024-05-01T10:30:00+02",
    "2024-05-01T10:30:00 ",
    "2024-05-01T10:30:00.", "2024-05-01T10:30:00.0123456789", "+024-05-01T10:30:00",
    "2024-05-01T10:30:00ZZ", "２０24-05-01T10:30:00",
  ])
  func otherTextsAreNone(text: String) { #expect(CaptureTime(text) == nil) }

  @Test func momentsAreThoseOfFoundation() throws {
    let style = Date.ISO8601FormatStyle()
    for text in ["2024-02-29T10:30:00Z", "1970-01-01T00:00:00Z", "1800-03-01T00:00:00Z"] {
      let date = try style.parse(text)
      #expect(
        CaptureTime(text)?.millisecondsSince1970 == Int64(date.timeIntervalSince1970 * 1000))
    }
    #expect(CaptureTime("1970-01-01T02:00:00+02:00")?.millisecondsSince1970 == 0)
    #expect(CaptureTime("2024-05-01T10:30:00")?.millisecondsSince1970 == nil)
  }
}
