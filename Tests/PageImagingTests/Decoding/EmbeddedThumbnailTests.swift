// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import Testing

@testable import PageImaging

/// A page with a thumbnail in its EXIF block, which differs from the page.
private struct PageWithThumbnail {
  var width = 400
  var height = 300
  var orientation = 6
  var isLittleEndian = true
  var compression = 6
  /// The thumbnail, of a uniform gray.
  var thumbnail: (width: Int, height: Int, gray: UInt8) = (160, 120, 200)
  /// The values of the directory that replace the correct ones.
  var statedOffset: Int?
  var statedLength: Int?
  var secondDirectory: Int?
  var breaksThumbnail = false

  /// Of uniform gray 40.
  var bytes: [UInt8] {
    get throws {
      let page = try Self.jpeg(width, height, 40)
      let block = try block
      let segment = Array("Exif\0\0".utf8) + block
      return page[..<2] + [0xFF, 0xE1] + bigEndian(segment.count + 2, 2) + segment + page[2...]
    }
  }

  private static func jpeg(_ width: Int, _ height: Int, _ gray: UInt8) throws -> [UInt8] {
    let picture = Raster(width: width, height: height, channels: 3) { _, _, _ in gray }
    return try picture.bitmap().encoded(as: .jpeg(quality: 90))
  }

  private var block: [UInt8] {
    get throws {
      var small = try Self.jpeg(thumbnail.width, thumbnail.height, thumbnail.gray)
      if breaksThumbnail { small.removeLast(small.count / 2) }
      let second = 8 + 2 + 12 + 4
      let end = second + 2 + 3 * 12 + 4
      let first =
        number(1, 2) + entry(0x0112, 3, orientation) + number(secondDirectory ?? second, 4)
      let entries =
        entry(0x0103, 3, compression) + entry(0x0201, 4, statedOffset ?? end)
        + entry(0x0202, 4, statedLength ?? small.count)
      return Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + first
        + number(3, 2) + entries + number(0, 4) + small
    }
  }

  private func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
    let bytes = type == 3 ? number(value, 2) + [0, 0] : number(value, 4)
    return number(tag, 2) + number(type, 2) + number(1, 4) + bytes
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    let bytes = bigEndian(value, count)
    return isLittleEndian ? bytes.reversed() : bytes
  }

  /// Whether the thumbnail is used instead of the page.
  func isTaken(_ target: DecodingTarget, policy: DamagePolicy = .tolerant) throws -> Bool {
    let image = try ImageDecoder.decode(
      bytes,
      DecodingOptions(target: target, damagePolicy: policy, allowsEmbeddedThumbnail: true))
    let sample = Raster(image.bitmap)[0, 0, 1]
    #expect(sample < 60 || sample > 180)
    return sample > 100
  }
}

struct EmbeddedThumbnailTests {
  @Test func itStandsForThePageInBothByteOrders() throws {
    for isLittleEndian in [false, true] {
      let page = PageWithThumbnail(isLittleEndian: isLittleEndian)
      #expect(try page.isTaken(.height(132)))
    }
  }

  @Test func itIsTurnedLikeThePage() throws {
    let page = try PageWithThumbnail().bytes
    for target in [
      DecodingTarget.height(132), .longSide(100), .fill(PixelSize(width: 30, height: 30)),
    ] {
      var options = DecodingOptions(target: target)
      let usual = try ImageDecoder.decode(page, options)
      options.allowsEmbeddedThumbnail = true
      let quick = try ImageDecoder.decode(page, options)
      #expect(quick.bitmap.size == usual.bitmap.size)
      #expect(quick.header == usual.header && quick.bitmap.format == usual.bitmap.format)
      #expect(!quick.isDamaged)
    }
  }

  @Test func itIsNotTakenUnlessAllowed() throws {
    let image = try ImageDecoder.decode(
      PageWithThumbnail().bytes, DecodingOptions(target: .height(20)))
    #expect(Raster(image.bitmap)[0, 0, 0] < 60)
  }

  @Test func itIsNotEnlarged() throws {
    // Upright, it has 120 x 160 pixels.
    #expect(try PageWithThumbnail().isTaken(.height(160)))
    #expect(try !PageWithThumbnail().isTaken(.height(161)))
    #expect(try PageWithThumbnail(orientation: 1).isTaken(.height(120)))
    #expect(try !PageWithThumbnail(orientation: 1).isTaken(.height(121)))
    #expect(try !PageWithThumbnail().isTaken(.full))
  }

  @Test(arguments: [
    (160, 120, true), (160, 119, true), (160, 121, true), (160, 118, false), (160, 122, false),
    (120, 160, false), (160, 90, false),
  ])
  func itsAspectRatioIsThePages(width: Int, height: Int, isTaken: Bool) throws {
    let page = PageWithThumbnail(thumbnail: (width, height, 200))
    #expect(try page.isTaken(.height(50)) == isTaken)
  }

  @Test(arguments: [(20, true), (132, true), (160, true), (161, false), (512, false)])
  func aPageOfACameraIsShownByIt(height: Int, isTaken: Bool) throws {
    // Upright, its thumbnail has 120 x 160 pixels, and shows the page.
    let source = try ByteSource(path: Fixtures.sampleDocument("camera/letter.jpg"))
    var options = DecodingOptions(target: .height(height))
    let usual = try ImageDecoder.decode(source, options: options)
    options.allowsEmbeddedThumbnail = true
    let quick = try ImageDecoder.decode(source, options: options)

    #expect((quick.bitmap != usual.bitmap) == isTaken)
    let difference = try #require(Raster(quick.bitmap).meanDifference(to: Raster(usual.bitmap)))
    #expect(difference < 4)
  }

  @Test func strictnessLooksAtThePage() throws {
    #expect(try !PageWithThumbnail().isTaken(.height(50), policy: .strict))
  }

  @Test func aBrokenOneIsNotTaken() throws {
    #expect(try !PageWithThumbnail(breaksThumbnail: true).isTaken(.height(50)))
    #expect(try !PageWithThumbnail(compression: 1).isTaken(.height(50)))
  }

  @Test(arguments: [0, 1, 7, 8, 9, 60, 1000, 65_535, 0x7FFF_FFFF, 0xFFFF_FFFF])
  func hostileOffsetsAreNotFollowed(number: Int) throws {
    #expect(try !PageWithThumbnail(statedOffset: number).isTaken(.height(50)))
    #expect(try !PageWithThumbnail(secondDirectory: number).isTaken(.height(50)))
    #expect(try !PageWithThumbnail(statedLength: number).isTaken(.height(50)))
  }

  @Test func noBytesOfTheBlockHurt() throws {
    let bytes = try PageWithThumbnail().bytes
    let usual = try ImageDecoder.decode(bytes, DecodingOptions(target: .height(10))).bitmap.size
    checkProperty(
      seed: 81, runs: 300,
      generate: { random in
        (0..<3).map { _ in
          (Int.random(in: 12..<86, using: &random), UInt8.random(in: 0...255, using: &random))
        }
      },
      shrink: { _ in [] },
      check: { changes in
        var broken = bytes
        for (place, value) in changes { broken[place] = value }
        let options = DecodingOptions(target: .height(10), allowsEmbeddedThumbnail: true)
        guard let image = try? ImageDecoder.decode(broken, options) else { return "refused" }
        return image.bitmap.size.height == usual.height ? nil : "\(image.bitmap.size)"
      })
  }
}
