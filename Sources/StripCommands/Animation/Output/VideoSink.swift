// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageImaging

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
