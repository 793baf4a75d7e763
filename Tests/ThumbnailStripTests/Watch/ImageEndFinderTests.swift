// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

@testable import StripCommands

struct ImageEndFinderTests {
  private func end(of bytes: [UInt8], pieces: Int = 7) -> Int? {
    ImageEndFinder.end(pieceByteCount: pieces) { offset, count in
      Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  private func page(_ encoding: ImageEncoding, seed: UInt64 = 1) throws -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bitmap = try Bitmap(size: PixelSize(width: 40, height: 30), format: .gray8)
    try bitmap.withUnsafeMutableBytes { pixels in
      for index in pixels.indices { pixels[index] = UInt8.random(in: 0...255, using: &random) }
    }
    return try bitmap.encoded(as: encoding)
  }

  /// A JPEG with an application segment after its start.
  private func jpeg(_ page: [UInt8], segment: [UInt8]) -> [UInt8] {
    let count = segment.count + 2
    return page.prefix(2) + [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 255)] + segment
      + page.dropFirst(2)
  }

  @Test(arguments: [ImageEncoding.jpeg(quality: 90), .png])
  func theEndIsThereInWholeFilesOnly(encoding: ImageEncoding) throws {
    let bytes = try page(encoding)
    #expect(end(of: bytes) == bytes.count)
    for count in 0..<bytes.count { #expect(end(of: Array(bytes.prefix(count))) == nil) }
  }

  @Test(arguments: [ImageEncoding.jpeg(quality: 90), .png])
  func whatFollowsTheEndDoesNotMatter(encoding: ImageEncoding) throws {
    let bytes = try page(encoding)
    let trailers: [[UInt8]] = [
      [10], [13, 10], [UInt8](repeating: 0, count: 4_000), [0xFF], [0xFF, 0xD8, 0xFF],
      Array("SEFT".utf8), bytes, Array(bytes.prefix(99)),
    ]
    for trailer in trailers { #expect(end(of: bytes + trailer) == bytes.count) }
  }

  @Test func theEndOfAThumbnailInsideDoesNotCount() throws {
    let page = try page(.jpeg(quality: 90))
    let bytes = jpeg(page, segment: Array("Exif\0\0".utf8) + page)
    #expect(end(of: bytes) == bytes.count)
    for count in [page.count + 12, page.count + 40, bytes.count - 1] {
      #expect(end(of: Array(bytes.prefix(count))) == nil)
    }
    let png = try self.page(.png)
    let iend = Array(png.suffix(12))
    let text: [UInt8] = [0, 0, 0, 12] + Array("tEXt".utf8) + iend + [0, 0, 0, 0]
    let whole: [UInt8] = Array(png.prefix(png.count - 12)) + text + iend
    #expect(end(of: whole) == whole.count)
    #expect(end(of: Array(whole.prefix(whole.count - 13))) == nil)
  }

  @Test func standaloneMarkersAndFillBytesAreSkipped() {
    let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 3, 9]
    let scan: [UInt8] = [1, 0xFF, 0, 0xD9, 0xFF, 0xD3, 2, 0xFF, 0xFF, 0, 0xFF, 0xFF, 0xFF, 0xD7]
    #expect(end(of: start + scan + [0xFF, 0xFF, 0xD9, 7]) == start.count + scan.count + 3)
    #expect(end(of: start + scan + [0xFF]) == nil)
    #expect(end(of: start + scan + [0xFF, 0xC4, 0, 1, 0xFF, 0xD9]) == nil, "a length of one")
  }

  @Test func lengthsThatLeadNowhereEndTheWalk() throws {
    let png = try page(.png)
    #expect(end(of: png.prefix(8) + [0xFF, 0xFF, 0xFF, 0xFF] + png.dropFirst(12)) == nil)
    #expect(end(of: png.prefix(8) + [0x7F, 0xFF, 0xFF, 0xFF] + png.dropFirst(12)) == nil)
    #expect(end(of: []) == nil)
    #expect(end(of: Array("GIF89a, not a page at all".utf8)) == nil)
  }

  /// An incremental walk with pieces of any size has the result of a walk over the whole file, in
  /// bounded memory.
  @Test func anyPiecesGiveTheSameEnd() throws {
    for seed in UInt64(0)..<300 {
      var random = SeededGenerator(seed: seed)
      var bytes = try page(random.chance(0.5) ? .png : .jpeg(quality: 70), seed: seed)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.chance(0.5) ? 0xFF : 0xD9
      }
      bytes.removeLast(Int.random(in: 0...20, using: &random))
      let whole = end(of: bytes, pieces: bytes.count)
      #expect(whole == oracle(bytes), "seed \(seed)")
      for pieces in [1, 2, 3, Int.random(in: 4...99, using: &random)] {
        #expect(end(of: bytes, pieces: pieces) == whole, "seed \(seed), pieces of \(pieces)")
      }
    }
  }

  /// The same according to the standards, over the whole file, and slowly.
  private func oracle(_ bytes: [UInt8]) -> Int? {
    guard FileSignature.isPage(bytes) else { return nil }
    var rest = bytes.dropFirst(bytes[0] == 0xFF ? 2 : 8)
    while bytes[0] != 0xFF {
      guard rest.count >= 12 else { return nil }
      let count = rest.prefix(4).reduce(0) { $0 * 256 + Int($1) }
      guard count < 1 << 31, count + 12 <= rest.count else { return nil }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      rest = rest.dropFirst(count + 12)
      if name == "IEND" { return rest.startIndex }
    }
    while rest.count >= 2 {
      let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1])
      if first == 0xFF, second == 0xD9 { return rest.startIndex + 2 }
      guard first == 0xFF, second != 0, second != 0xFF else {
        rest = rest.dropFirst(first == 0xFF && second == 0 ? 2 : 1)
        continue
      }
      rest = rest.dropFirst(2)
      if (0xD0...0xD8).contains(second) || second == 1 { continue }
      guard rest.count >= 2 else { return nil }
      let count = Int(rest[rest.startIndex]) * 256 + Int(rest[rest.startIndex + 1])
      guard count >= 2 else { return nil }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  @Test func aReaderThatGivesUpEndsTheWalk() throws {
    let bytes = try page(.jpeg(quality: 90))
    var count = 0
    let end = ImageEndFinder.end(pieceByteCount: 16) { offset, byteCount in
      count += 1
      return count > 5 ? nil : Array(bytes.dropFirst(offset).prefix(byteCount))
    }
    #expect(end == nil && count == 6)
  }
}
