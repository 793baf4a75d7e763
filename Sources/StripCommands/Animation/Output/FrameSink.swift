// SPDX-License-Identifier: Apache-2.0

import PageImaging

/// A destination that receives the frames of an animation in order, all of one size.
protocol FrameSink {
  /// Returns whether the frame with an index, from 0, is needed; others are not drawn.
  func needs(_ index: Int) -> Bool

  /// Adds the next frame that is needed.
  mutating func add(_ frame: Bitmap) throws

  /// Writes the remaining output after the last frame.
  mutating func finish() throws
}

extension FrameSink {
  func needs(_ index: Int) -> Bool { true }
}
