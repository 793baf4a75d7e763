// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageImaging

/// A destination that receives the frames of an animation in order, all of one size.
protocol FrameSink {
  /// Adds the next frame.
  mutating func add(_ frame: Bitmap) throws

  /// Writes the remaining output after the last frame.
  mutating func finish() throws
}

/// An animated PNG in an empty, seekable file.
///
/// The number of frames is stored in front of them, and written last.
struct AnimatedPNGSink: FrameSink {
  private let file: Int32
  /// The number of bits to which each sample is rounded; fewer bits make a smaller file.
  private let colorBits: Int
  private var encoder: AnimatedPNGEncoder

  init(_ file: Int32, size: PixelSize, framesPerSecond: Int, colorBits: Int) {
    self.file = file
    self.colorBits = colorBits
    encoder = AnimatedPNGEncoder(size: size, format: .rgbx8, ticksPerSecond: framesPerSecond)
  }

  mutating func add(_ frame: Bitmap) throws {
    try SystemCalls.write(try encoder.add(frame.rounded(toBits: colorBits)), to: file)
  }

  mutating func finish() throws {
    let ending = encoder.finish()
    try SystemCalls.write(ending.bytes, to: file)
    try SystemCalls.write(ending.frameCountBytes, to: file, at: ending.frameCountOffset)
  }
}

/// Raw video (YUV4MPEG2) on standard output, with a header before the first frame.
struct VideoSink: FrameSink {
  private var output: StandardOutput
  private let encoder: YUV4MPEGEncoder
  private var hasHeader = false

  init(_ output: StandardOutput, size: PixelSize, framesPerSecond: Int) {
    self.output = output
    encoder = YUV4MPEGEncoder(size: size, framesPerSecond: framesPerSecond)
  }

  mutating func add(_ frame: Bitmap) throws {
    if !hasHeader { try output.write(encoder.header) }
    hasHeader = true
    try output.write(encoder.bytes(of: frame))
  }

  mutating func finish() throws { try output.flush() }
}
