// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryTestSupport

@testable import PageImaging

/// A small image as plain numbers, to compare bitmaps with.
struct Raster: Hashable, CustomStringConvertible {
  var width: Int
  var height: Int
  /// 1 for gray, 3 for red, green and blue.
  var channels: Int
  var samples: [UInt8]

  var description: String { "Raster(\(width), \(height), channels: \(channels), \(samples))" }

  init(width: Int, height: Int, channels: Int, samples: [UInt8]) {
    self.width = width
    self.height = height
    self.channels = channels
    self.samples = samples
  }

  /// Creates an image from a function of x, y and channel.
  init(width: Int, height: Int, channels: Int, _ sample: (Int, Int, Int) -> UInt8) {
    self.init(width: width, height: height, channels: channels, samples: [])
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels { samples.append(sample(x, y, channel)) }
      }
    }
  }

  init(_ bitmap: Bitmap) {
    let channels = bitmap.format == .gray8 ? 1 : 3
    let bytes = bitmap.withUnsafeBytes { Array($0) }
    self.init(width: bitmap.size.width, height: bitmap.size.height, channels: channels) {
      bytes[$1 * bitmap.bytesPerRow + $0 * bitmap.format.bytesPerPixel + $2]
    }
  }

  subscript(x: Int, y: Int, channel: Int) -> UInt8 {
    samples[(y * width + x) * channels + channel]
  }

  /// The rows as the bytes of a bitmap.
  func row(_ y: Int) -> [UInt8] {
    (0..<width).flatMap { x in
      channels == 1 ? [self[x, y, 0]] : [self[x, y, 0], self[x, y, 1], self[x, y, 2], 255]
    }
  }

  /// The rows without an unused byte in color pixels.
  func packedRow(_ y: Int) -> [UInt8] {
    Array(samples[y * width * channels..<(y + 1) * width * channels])
  }

  func bitmap() throws -> Bitmap {
    var result = try Bitmap(
      size: PixelSize(width: width, height: height), format: channels == 1 ? .gray8 : .rgbx8)
    let bytes = (0..<height).flatMap { row($0) }
    try result.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
    return result
  }

  /// Gray as three equal channels.
  var asColor: Raster {
    guard channels == 1 else { return self }
    return Raster(width: width, height: height, channels: 3) { x, y, _ in self[x, y, 0] }
  }

  private func hasSides(of other: Raster) -> Bool {
    width == other.width && height == other.height && channels == other.channels
  }

  /// The largest difference of two samples, nil if the sizes of the images differ.
  func largestDifference(to other: Raster) -> Int? {
    guard hasSides(of: other) else { return nil }
    return zip(samples, other.samples).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// The mean difference of two samples, nil if the sizes of the images differ.
  func meanDifference(to other: Raster) -> Double? {
    guard hasSides(of: other), !samples.isEmpty else { return nil }
    let sum = zip(samples, other.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(samples.count)
  }
}

extension Raster {
  /// Noise, or a gradient with an edge: two images that reveal different errors.
  static func random(using generator: inout SeededGenerator, sides: ClosedRange<Int>) -> Raster {
    let width = Int.random(in: sides, using: &generator)
    let height = Int.random(in: sides, using: &generator)
    let channels = Bool.random(using: &generator) ? 1 : 3
    let isNoise = Bool.random(using: &generator)
    var noise = generator
    _ = generator.next()
    return Raster(width: width, height: height, channels: channels) { x, y, channel in
      if isNoise { return UInt8.random(in: 0...255, using: &noise) }
      if x > width / 2, y > height / 3 { return UInt8(40 * channel) }
      return UInt8((x * 5 + y * 3 + channel * 60) % 256)
    }
  }
}
