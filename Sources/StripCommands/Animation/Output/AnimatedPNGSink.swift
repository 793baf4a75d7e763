// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageImaging

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
