// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport
import PageImaging
import Testing

struct AnimatedPNGEncoderTests {
  private static func encode(
    _ frames: [Raster], ticksPerSecond: Int = 30, ticks: [Int]? = nil
  ) throws -> [UInt8] {
    let first = try #require(frames.first).bitmap()
    var encoder = AnimatedPNGEncoder(
      size: first.size, format: first.format, ticksPerSecond: ticksPerSecond)
    var bytes: [UInt8] = []
    for (index, frame) in frames.enumerated() {
      bytes += try encoder.add(try frame.bitmap(), ticks: ticks?[index] ?? 1)
    }
    let ending = encoder.finish()
    bytes += ending.bytes
    bytes.replaceSubrange(
      ending.frameCountOffset..<ending.frameCountOffset + ending.frameCountBytes.count,
      with: ending.frameCountBytes)
    return bytes
  }

  private static func pixels(_ bitmap: Bitmap) -> [UInt8] {
    bitmap.withUnsafeBytes { bytes in
      bitmap.format == .gray8
        ? bytes.flatMap { [$0, $0, $0] }
        : bytes.indices.filter { $0 % 4 != 3 }.map { bytes[$0] }
    }
  }

  private static func decode(_ png: [UInt8]) throws -> [UInt8] {
    pixels(try ImageDecoder.decode(png, DecodingOptions(damagePolicy: .strict)).bitmap)
  }

  private static func plain(_ value: UInt8, _ channels: Int = 3) -> Raster {
    Raster(width: 9, height: 7, channels: channels) { _, _, _ in value }
  }

  private static func spotted(_ spots: [(Int, Int)], _ channels: Int = 3) -> Raster {
    Raster(width: 9, height: 7, channels: channels) { x, y, _ in
      spots.contains { $0 == (x, y) } ? 0 : 255
    }
  }

  // MARK: - Pixels

  @Test(arguments: [1, 3])
  func everyFrameRoundTrips(channels: Int) throws {
    var generator = SeededGenerator(seed: 5)
    let frames = (0..<12).map { _ in
      let noise = (0..<9 * 7 * 3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      return Raster(width: 9, height: 7, channels: channels) { x, y, c in
        noise[(y * 9 + x) * 3 + c]
      }
    }

    let reader = try AnimatedPNGReader(try Self.encode(frames))

    #expect(reader.playCount == 0)
    #expect(
      try reader.pictures(decode: Self.decode)
        == frames.map { try Self.pixels($0.bitmap()) })
  }

  @Test(arguments: [1, 3])
  func onlyTheChangedRectangleIsStored(channels: Int) throws {
    let frames = [
      Self.spotted([], channels), Self.spotted([(3, 2), (5, 4)], channels),
      Self.spotted([(3, 2), (5, 4), (8, 6)], channels), Self.spotted([], channels),
      Self.spotted([(0, 0)], channels),
    ]

    let reader = try AnimatedPNGReader(try Self.encode(frames))

    #expect(
      reader.frames.map { [$0.x, $0.y, $0.width, $0.height] }
        == [[0, 0, 9, 7], [3, 2, 3, 3], [8, 6, 1, 1], [3, 2, 6, 5], [0, 0, 1, 1]])
    #expect(
      try reader.pictures(decode: Self.decode)
        == frames.map { try Self.pixels($0.bitmap()) })
  }

  @Test func singleFrameIsAnAnimationAndAStillPicture() throws {
    let bytes = try Self.encode([Self.plain(7)])

    #expect(try AnimatedPNGReader(bytes).frames.count == 1)
    #expect(try Self.decode(bytes) == Self.pixels(try Self.plain(7).bitmap()))
  }

  @Test func programsWithoutAnimationsShowTheFirstFrame() throws {
    let bytes = try Self.encode([Self.plain(1), Self.plain(2)])

    #expect(try Self.decode(bytes) == Self.pixels(try Self.plain(1).bitmap()))
  }

  @Test func theSameFramesGiveTheSameBytes() throws {
    let frames = [Self.plain(1), Self.spotted([(1, 1)])]
    #expect(try Self.encode(frames) == Self.encode(frames))
  }

  // MARK: - Time

  @Test func frameWithoutAChangeMakesTheOneBeforeLastLonger() throws {
    let frames = [1, 1, 1, 2, 1, 1].map { Self.plain($0) }

    let reader = try AnimatedPNGReader(try Self.encode(frames, ticksPerSecond: 25))

    #expect(reader.frames.map(\.delay) == [3, 1, 2])
    #expect(reader.frames.allSatisfy { $0.ticksPerSecond == 25 })
  }

  @Test func delayThatDoesNotFitTakesAFrameOfOnePixel() throws {
    let frames = [1, 1, 1].map { Self.plain($0) }

    let reader = try AnimatedPNGReader(
      try Self.encode(frames, ticksPerSecond: 65_535, ticks: [60_000, 5_535, 2]))

    #expect(reader.frames.map(\.delay) == [65_535, 2])
    #expect(reader.frames.map { [$0.width, $0.height] } == [[9, 7], [1, 1]])
    #expect(
      try reader.pictures(decode: Self.decode)
        == [frames[0], frames[0]].map { try Self.pixels($0.bitmap()) })
  }

  // MARK: - Misuse

  @Test func misuseEndsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var encoder = AnimatedPNGEncoder(
        size: PixelSize(width: 2, height: 2), format: .gray8, ticksPerSecond: 1)
      _ = encoder.finish()
    }
    await #expect(processExitsWith: .failure) {
      var encoder = AnimatedPNGEncoder(
        size: PixelSize(width: 2, height: 2), format: .gray8, ticksPerSecond: 1)
      _ = try encoder.add(Bitmap(size: PixelSize(width: 1, height: 2), format: .gray8))
    }
    await #expect(processExitsWith: .failure) {
      _ = AnimatedPNGEncoder(size: .zero, format: .gray8, ticksPerSecond: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = AnimatedPNGEncoder(
        size: PixelSize(width: 2, height: 2), format: .gray8, ticksPerSecond: 65_536)
    }
  }
}
