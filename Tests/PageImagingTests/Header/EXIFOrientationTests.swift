// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import PageImaging
import Testing

struct EXIFOrientationTests {
  @Test func everyNumberIsReadInBothOrdersAndFormats() throws {
    try withEvery("number", in: Array(0...10) + [0x86, 0x106, 0x600, 0x8006]) { number in
      try withEvery("little endian", in: [false, true]) { isLittleEndian in
        let block = TIFFBuilder(orientation: number, isLittleEndian: isLittleEndian).bytes
        let expected = (1...8).contains(number) ? number : 1

        let prefixed = Array("Exif\0\0".utf8) + block

        let found = try [Self.inJPEG(block), Self.inPNG(block), Self.inPNG(prefixed)]

        #expect(found == [expected, expected, expected], "\(TestTrace.current)")
      }
    }
  }

  /// Type, size in bytes, count, whether the value is used.
  static let fields = [
    (1, 1, 1, true), (3, 2, 1, true), (4, 4, 1, true), (6, 1, 1, true), (8, 2, 1, true),
    (9, 4, 1, true), (3, 2, 2, true), (1, 1, 4, true), (3, 2, 0, false), (3, 2, 3, false),
    (4, 4, 2, false), (1, 1, 5, false), (3, 2, 0xFFFF_FFFF, false), (2, 1, 1, false),
    (5, 4, 1, false), (7, 1, 1, false), (0, 2, 1, false), (12, 4, 1, false),
  ]

  @Test(arguments: fields)
  func wholeNumbersInsideTheEntryCount(type: Int, size: Int, count: Int, isRead: Bool) throws {
    try withEvery("little endian", in: [false, true]) { isLittleEndian in
      var block = TIFFBuilder(orientation: 6, isLittleEndian: isLittleEndian)
      block.entries = [.init(type: type, count: count, value: 6, size: size)]

      let found = try Self.inJPEG(block.bytes)

      #expect(found == (isRead ? 6 : 1), "\(TestTrace.current)")
    }
  }

  @Test func negativeNumberIsUpright() throws {
    var block = TIFFBuilder(orientation: 6)
    block.entries = [.init(type: 9, value: -1, size: 4)]

    #expect(try Self.inJPEG(block.bytes) == 1)
  }

  @Test func entriesNeedNoOrder() throws {
    var block = TIFFBuilder(orientation: 6)
    block.entries.insert(.init(tag: 0x9999, value: 3), at: 0)
    block.entries.append(.init(tag: 0x0100, value: 3))

    #expect(try Self.inJPEG(block.bytes) == 6)
  }

  @Test func firstEntryCounts() throws {
    var block = TIFFBuilder(orientation: 6)
    block.entries.append(.init(value: 3))

    #expect(try Self.inJPEG(block.bytes) == 6)
  }

  @Test(arguments: [8, 9, 10, 100, 999]) func directoryMayStandAnywhere(offset: Int) throws {
    var block = TIFFBuilder(orientation: 6)
    block.directoryOffset = offset

    #expect(try Self.inJPEG(block.bytes) == 6)
  }

  @Test(arguments: [0, 1, 7, 2000, 0x7FFF_FFFF, 0xFFFF_FFFF])
  func directoryOutsideOfTheBlockIsUpright(offset: Int) throws {
    var block = TIFFBuilder(orientation: 6)
    block.directoryOffset = offset

    #expect(try Self.inJPEG(block.bytes) == 1)
  }

  @Test func overstatedEntryCountReadsWhatIsThere() throws {
    var block = TIFFBuilder(orientation: 6)
    block.entryCount = 65_535

    #expect(try Self.inJPEG(block.bytes) == 6)
  }

  @Test func wrongMagicNumberIsNoBlock() throws {
    var block = TIFFBuilder(orientation: 6)
    block.magic = 43

    #expect(try Self.inJPEG(block.bytes) == 1)
  }

  @Test func everyCutBlockIsUprightOrRight() throws {
    let block = TIFFBuilder(orientation: 6).bytes
    for count in 0...block.count {
      // The entry ends four bytes before the block does; the link to the next directory follows.
      let expected = count >= block.count - 4 ? 6 : 1
      #expect(try Self.inJPEG(Array(block.prefix(count))) == expected, "\(count) bytes")
      #expect(try Self.inPNG(Array(block.prefix(count))) == expected, "\(count) bytes")
    }
  }

  @Test func firstBlockThatIsOneCounts() throws {
    var builder = JPEGBuilder()
    builder.exif([1, 2, 3])
    builder.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8))
    builder.exif(TIFFBuilder(orientation: 6).bytes)
    builder.exif(TIFFBuilder(orientation: 3).bytes)
    builder.frame()
    builder.scan()

    #expect(try header(of: builder.bytes).orientation == .rightTop)
  }

  @Test func blockBehindTheFrameHeaderCounts() throws {
    var builder = JPEGBuilder()
    builder.frame()
    builder.exif(TIFFBuilder(orientation: 6).bytes)
    builder.scan()

    #expect(try header(of: builder.bytes).orientation == .rightTop)
  }

  private static func inJPEG(_ block: [UInt8]) throws -> Int {
    var builder = JPEGBuilder()
    builder.exif(block)
    builder.frame()
    builder.scan()
    return try header(of: builder.bytes).orientation.rawValue
  }

  private static func inPNG(_ block: [UInt8]) throws -> Int {
    var builder = PNGBuilder()
    builder.imageHeader()
    builder.chunk("eXIf", block)
    builder.pixels()
    return try header(of: builder.bytes).orientation.rawValue
  }
}
