// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

/// A destination that receives the frames of an animation in order.
protocol FrameSink {
  /// Adds the next frame.
  mutating func add(_ frame: Bitmap) throws

  /// Writes the remaining output after the last frame.
  mutating func finish() throws
}

/// An animated PNG in a file.
struct AnimatedPNGSink: FrameSink {
  private let file: System.Descriptor
  private let colorBits: Int
  private var encoder: AnimatedPNGEncoder

  init(_ file: System.Descriptor, size: PixelSize, framesPerSecond: Int, colorBits: Int) {
    self.file = file
    self.colorBits = colorBits
    encoder = AnimatedPNGEncoder(size: size, format: .rgbx8, ticksPerSecond: framesPerSecond)
  }

  mutating func add(_ frame: Bitmap) throws {
    try System.write(try encoder.add(frame.rounded(toBits: colorBits)), to: file)
  }

  mutating func finish() throws {
    let ending = encoder.finish()
    try System.write(ending.bytes, to: file)
    try System.write(ending.frameCountBytes, to: file, at: ending.frameCountOffset)
  }
}

/// Raw video on standard output.
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
