// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import PageImaging
import Testing

/// The orientation of a PNG, wherever its file states it.
struct PNGOrientationTests {
  /// The lengths of the chunks of pixels.
  static let pixels = [
    [3], [0], [900], [100, 100, 100], [100, 100, 7], [5, 900, 3], [9_000, 700],
  ]

  private static func file(
    pixels: [Int] = [3], before: (inout PNGBuilder) -> Void = { _ in },
    behind: (inout PNGBuilder) -> Void = { _ in }
  ) -> [UInt8] {
    var builder = PNGBuilder()
    builder.imageHeader()
    before(&builder)
    for count in pixels { builder.chunk("IDAT", [UInt8](repeating: 0x65, count: count)) }
    behind(&builder)
    builder.chunk("IEND")
    return builder.bytes
  }

  private static let exif = TIFFBuilder(orientation: 6).bytes

  private func orientation(_ bytes: [UInt8]) throws -> Int {
    try header(of: bytes).orientation.rawValue
  }

  // MARK: - Behind the pixels

  @Test(arguments: pixels)
  func aBlockBehindThePixelsCounts(pixels: [Int]) throws {
    for (gap, after) in [(0, 0), (10, 0), (0, 3_000), (5_000, 200_000)] {
      let bytes = Self.file(
        pixels: pixels,
        behind: { builder in
          builder.chunk("tEXt", [UInt8](repeating: 0x49, count: gap))
          builder.chunk("eXIf", Self.exif)
          builder.chunk("tEXt", [UInt8](repeating: 0x66, count: after))
        })
      #expect(try orientation(bytes) == 6, "\(gap), \(after)")
      #expect(try orientation(bytes + [1, 2, 3]) == 6, "\(gap), \(after), bytes behind the end")
    }
  }

  @Test(arguments: pixels)
  func onlyTheLast256KiBAreLookedAt(pixels: [Int]) throws {
    // The chunk of 12 + 26 bytes, 12 + n of text and 12 of the end.
    let rest = (256 << 10) - 12 - Self.exif.count - 12 - 12
    for (count, expected) in [(rest, 6), (rest + 1, 1)] {
      let bytes = Self.file(
        pixels: pixels,
        behind: { builder in
          builder.chunk("eXIf", Self.exif)
          builder.chunk("tEXt", [UInt8](repeating: 0x66, count: count))
        })
      let found = try orientation(bytes)
      #expect(found == expected, "\(count)")
    }
  }

  @Test(arguments: pixels)
  func aBlockInFrontOfThePixelsComesFirst(pixels: [Int]) throws {
    let bytes = Self.file(pixels: pixels) {
      $0.chunk("eXIf", TIFFBuilder(orientation: 3).bytes)
    } behind: {
      $0.chunk("eXIf", Self.exif)
    }
    #expect(try orientation(bytes) == 3)
  }

  @Test func bytesThatLookLikeABlockNeedACheckSum() throws {
    var inside = PNGBuilder()
    inside.chunk("eXIf", Self.exif)
    let chunk = Array(inside.bytes.dropFirst(8))
    var wrong = chunk
    wrong[wrong.count - 1] ^= 1
    // The pixels are truncated, so that no walk leads to the end.
    let cut = Self.file(pixels: [40, 900]).dropLast(300)

    #expect(try orientation(cut + chunk) == 6)
    #expect(try orientation(cut + wrong) == 1)
  }

  @Test func fewBytesOfFalseChunksAreChecked() {
    // Each seems to be a chunk that extends to the end: 12 bytes belong to its length, type and checksum.
    var bytes = Self.file(pixels: [40, 900]).dropLast(300)
    let count = 20_000
    for index in 0..<count {
      bytes += bigEndian(max(0, (count - index) * 8 - 12), 4) + Array("eXIf".utf8)
    }

    let reading = HeaderReading(Array(bytes))

    #expect(reading.header?.orientation == .upright)
    #expect(((1 << 19)...(1 << 20)).contains(reading.endCheckedByteCount))
  }

  @Test func chunksOfOneLengthCostFewReads() {
    let many = [Int](repeating: 8_192, count: 100) + [77]
    for pixels in [many, [1 << 20], Array(many.dropLast())] {
      let reading = HeaderReading(Self.file(pixels: pixels))
      #expect(reading.fetchCount == 1)
      #expect(reading.endFetchCount <= 4 && reading.endFetchedByteCount <= 4 << 10)
    }
    let uneven = HeaderReading(Self.file(pixels: (0..<200).map { 8_000 + $0 % 7 }))
    // The second chunk, four guesses, and the last 256 KiB.
    #expect(uneven.endFetchCount <= 6)
    #expect(uneven.endFetchedByteCount <= (5 << 10) + (256 << 10))
    let known = HeaderReading(Self.file(pixels: many, before: { $0.chunk("eXIf", Self.exif) }))
    #expect(known.endFetchCount == 0)
  }

  // MARK: - Text

  /// A text chunk with a block, as programs write it.
  struct Profile: CustomTestStringConvertible {
    var chunk = "tEXt"
    var keyword = "exif"
    var prefix = "Exif\0\0"
    var isCompressed = false
    var isUppercase = false
    var block = TIFFBuilder(orientation: 6).bytes
    /// What stands in place of the digits of the block.
    var otherText: String?

    var testDescription: String {
      "\(chunk) \(keyword) \(isCompressed) \(isUppercase) \(otherText ?? "")"
    }

    var digits: String {
      let block = Array(prefix.utf8) + block
      var text = "\n\(keyword == "exif" ? "exif" : "generic")\n      \(block.count)"
      for (index, byte) in block.enumerated() {
        if index % 36 == 0 { text += "\n" }
        let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: isUppercase)
        text += digits
      }
      return text + "\n"
    }

    var body: [UInt8] {
      let text = Array((otherText ?? digits).utf8)
      let bytes = isCompressed ? Zlib.stored(text) : text
      let name = Array("Raw profile type \(keyword)\0".utf8)
      switch chunk {
      case "zTXt": return name + [0] + bytes
      case "iTXt": return name + [isCompressed ? 1 : 0, 0] + Array("en\0Profil\0".utf8) + bytes
      default: return name + bytes
      }
    }
  }

  static let profiles: [Profile] = ["exif", "APP1"].flatMap { keyword in
    [
      Profile(keyword: keyword), Profile(keyword: keyword, prefix: ""),
      Profile(keyword: keyword, isUppercase: true),
      Profile(chunk: "zTXt", keyword: keyword, isCompressed: true),
      Profile(chunk: "iTXt", keyword: keyword),
      Profile(chunk: "iTXt", keyword: keyword, isCompressed: true),
      Profile(keyword: keyword, block: TIFFBuilder(orientation: 6, isLittleEndian: true).bytes),
    ]
  }

  @Test(arguments: profiles)
  func aBlockInTextCounts(profile: Profile) throws {
    let chunk = { (builder: inout PNGBuilder) in builder.chunk(profile.chunk, profile.body) }
    #expect(try orientation(Self.file(before: chunk)) == 6)
    #expect(try orientation(Self.file(behind: chunk)) == 6)
    #expect(try orientation(Self.file(pixels: [40, 900, 3], behind: chunk)) == 6)
  }

  @Test func aChunkOfItsOwnComesFirst() throws {
    let text = Profile(block: TIFFBuilder(orientation: 8).bytes).body
    let bytes = Self.file {
      $0.chunk("tEXt", text)
      $0.chunk("eXIf", Self.exif)
    }
    let split = Self.file {
      $0.chunk("tEXt", text)
    } behind: {
      $0.chunk("eXIf", Self.exif)
    }
    #expect(try orientation(bytes) == 6)
    #expect(try orientation(split) == 6)
  }

  /// Profiles without an orientation.
  static let senseless: [Profile] = [
    Profile(otherText: ""), Profile(otherText: "\n\n\n"),
    Profile(otherText: "\nexif\n 14\n4578zz"),
    Profile(otherText: "\nexif\n 99999999999999999999\n4578"),
    Profile(keyword: "xmp", otherText: "\nxmp\n 4\n45786966"), Profile(keyword: "xmp"),
    Profile(
      keyword: "APP1", prefix: "", block: Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8)),
    Profile(otherText: String(Profile().digits.prefix(38))),
  ]

  @Test(
    arguments: senseless, [("tEXt", false), ("zTXt", true), ("iTXt", false), ("iTXt", true)])
  func otherTextIsUpright(profile: Profile, kind: (chunk: String, isCompressed: Bool)) throws {
    var profile = profile
    (profile.chunk, profile.isCompressed) = kind
    #expect(try orientation(Self.file { $0.chunk(profile.chunk, profile.body) }) == 1)
  }

  @Test(arguments: ["zTXt", "iTXt"])
  func textWithoutCompressionMethodIsUpright(chunk: String) throws {
    #expect(try orientation(Self.file { $0.chunk(chunk, Profile().body) }) == 1)
  }

  @Test func theStartOfALongBlockIsEnough() throws {
    var profile = Profile(chunk: "zTXt", isCompressed: true)
    profile.block += [UInt8](repeating: 0, count: 100_000)
    #expect(try orientation(Self.file { $0.chunk("zTXt", profile.body) }) == 6)
    profile.chunk = "tEXt"
    profile.isCompressed = false
    #expect(try orientation(Self.file { $0.chunk("tEXt", profile.body) }) == 6)
  }

  @Test func aBudgetWithoutEndIsNone() throws {
    let bytes = Self.file(behind: { $0.chunk("eXIf", Self.exif) })
    for budget in [Int.max, .max / 4 * 3] {
      let reading = HeaderReading(bytes, limits: DecodingLimits(headerBytes: budget))
      #expect(reading.header?.orientation == .rightTop)
    }
  }

  @Test func textsWithoutNumberKeepTheBudget() throws {
    let senseless = Array("Raw profile type exif\0".utf8) + [UInt8](repeating: 0x7A, count: 60_000)
    let reading = HeaderReading(
      Self.file {
        for _ in 0..<40 { $0.chunk("tEXt", senseless) }
      })
    #expect(reading.header?.orientation == .upright)
    #expect(reading.fetchedByteCount <= 256 << 10)
  }
}
