// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// An encoder of raw video, for input to video encoders: YUV4MPEG2 without chroma subsampling
/// (C444).
///
/// Colors are those of BT.601 in the limited range (luminance 16 to 235), which encoders assume by
/// default.
public struct YUV4MPEGEncoder: Hashable, Sendable {
  /// The sides of all frames, in pixels.
  public let size: PixelSize

  /// The number of frames per second.
  public let framesPerSecond: Int

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - size: The sides of all frames.
  ///   - framesPerSecond: The number of frames per second.
  /// - Precondition: `size` is valid and `framesPerSecond` is at least one.
  public init(size: PixelSize, framesPerSecond: Int) {
    precondition(size.isValid && framesPerSecond >= 1, "a video without pixels or frames")
    self.size = size
    self.framesPerSecond = framesPerSecond
  }

  /// The header line, before the first frame.
  public var header: [UInt8] {
    Array(
      """
      YUV4MPEG2 W\(size.width) H\(size.height) F\(framesPerSecond):1 Ip A1:1 C444 \
      XCOLORRANGE=LIMITED

      """.utf8)
  }

  /// Returns the bytes of a frame.
  ///
  /// - Parameter frame: The picture.
  /// - Returns: A header line, and one plane each for luminance, blue difference and red
  ///   difference.
  /// - Precondition: `frame` has the size of the video.
  /// - Complexity: O(number of pixels).
  public func bytes(of frame: Bitmap) -> [UInt8] {
    precondition(frame.size == size, "a frame of another size")
    let marker = Array("FRAME\n".utf8)
    let count = size.pixelCount
    return unsafe [UInt8](unsafeUninitializedCapacity: marker.count + 3 * count) { buffer, filled in
      filled = unsafe buffer.initialize(fromContentsOf: marker)
      unsafe frame.withUnsafeBytes { pixels in
        for index in 0..<count {
          let sample = unsafe YCbCrSample(pixels, at: index, format: frame.format)
          unsafe (buffer.baseAddress.map { unsafe $0 + filled + index })?.initialize(
            to: sample.luminance)
          unsafe (buffer.baseAddress.map { unsafe $0 + filled + count + index })?.initialize(
            to: sample.blue)
          unsafe (buffer.baseAddress.map { unsafe $0 + filled + 2 * count + index })?.initialize(
            to: sample.red)
        }
      }
      filled += 3 * count
    }
  }
}

/// A pixel in BT.601, computed with 16 fractional bits and rounded to the nearest.
private struct YCbCrSample {
  let luminance: UInt8
  let blue: UInt8
  let red: UInt8

  init(_ pixels: UnsafeRawBufferPointer, at index: Int, format: PixelFormat) {
    let start = index * format.bytesPerPixel
    let step = format == .gray8 ? 0 : 1
    let (r, g, b) = unsafe (
      Int(pixels[start]), Int(pixels[start + step]), Int(pixels[start + 2 * step])
    )
    // 219 steps for luminance and 224 for differences: 65536 * 219 / 255 * 0.299 and so on.
    luminance = Self.sample(16_829 * r + 33_039 * g + 6_416 * b, offset: 16)
    blue = Self.sample(28_784 * b - 9_714 * r - 19_070 * g, offset: 128)
    red = Self.sample(28_784 * r - 24_103 * g - 4_681 * b, offset: 128)
  }

  private static func sample(_ sum: Int, offset: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (sum + (offset << 16) + (1 << 15)) >> 16)
  }
}
