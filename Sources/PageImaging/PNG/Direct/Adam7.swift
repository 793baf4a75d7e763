// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The seven passes of an interlaced PNG (PNG specification, section 8.2).
///
///     1 6 4 6 2 6 4 6     Passes 1 to 3 hold every fourth pixel of every fourth row, passes 1 to
///     7 7 7 7 7 7 7 7     5 every second one of every second row.
///     5 6 5 6 5 6 5 6
///     7 7 7 7 7 7 7 7
///     3 6 4 6 3 6 4 6
///     7 7 7 7 7 7 7 7
///     5 6 5 6 5 6 5 6
///     7 7 7 7 7 7 7 7
enum Adam7 {
  /// The first pixel of a pass, and the distance between its pixels.
  struct Pass {
    let x: Int
    let y: Int
    let across: Int
    let down: Int

    /// Returns the size of the pass in a picture of `size`.
    func size(of size: PixelSize) -> PixelSize {
      PixelSize(
        width: max(0, size.width - x + across - 1) / across,
        height: max(0, size.height - y + down - 1) / down)
    }
  }

  static let passes = [
    Pass(x: 0, y: 0, across: 8, down: 8), Pass(x: 4, y: 0, across: 8, down: 8),
    Pass(x: 0, y: 4, across: 4, down: 8), Pass(x: 2, y: 0, across: 4, down: 4),
    Pass(x: 0, y: 2, across: 2, down: 4), Pass(x: 1, y: 0, across: 2, down: 2),
    Pass(x: 0, y: 1, across: 1, down: 2),
  ]

  /// A grid of pixels, `pitch` apart, that the first `passCount` passes fill.
  struct Grid: Hashable {
    let pitch: Int
    let passCount: Int

    static let all = Grid(pitch: 1, passCount: 7)
    static let halves = Grid(pitch: 2, passCount: 5)
    static let quarters = Grid(pitch: 4, passCount: 3)

    func size(of size: PixelSize) -> PixelSize {
      PixelSize(
        width: (size.width + pitch - 1) / pitch, height: (size.height + pitch - 1) / pitch)
    }

    /// A pixel of the grid is the first of its cell and not its middle: the page begins this much
    /// behind the edge of the grid's first pixel, in pixels of the grid.
    var offset: Double { (1 - 1 / Double(pitch)) / 2 }
  }

  /// The least ratio of the grid to the result: fewer pixels are not enough
  /// to hide that the grid is not a mean of the pixels that it leaves out.
  private static let headroom = 3.0

  /// The coarsest grid that shows a page shrunk to `1 / ratio`.
  static func grid(for ratio: Double) -> Grid {
    [Grid.quarters, .halves].first { ratio >= Double($0.pitch) * headroom } ?? .all
  }
}
