// SPDX-License-Identifier: Apache-2.0

import PageImaging

/// A destination that receives the frames of an animation in order, all of one size.
protocol FrameSink {
  /// Adds the next frame.
  mutating func add(_ frame: Bitmap) throws

  /// Writes the remaining output after the last frame.
  mutating func finish() throws
}
