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
  /// The position of the first pixel of a pass, and the distances between its pixels.
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

  /// A grid of pixels, `pitch` apart in both directions, that the first `passCount` passes fill.
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

    /// The distance from the edge of the raster to the edge of the page, in pixels of the grid.
    ///
    /// Each pixel of the grid is the top left pixel of its cell, not the center of the cell.
    var offset: Double { (1 - 1 / Double(pitch)) / 2 }
  }

  /// The smallest ratio of the grid to the result: the grid skips pixels instead of averaging them,
  /// and a smaller ratio would show aliasing.
  private static let headroom = 3.0

  /// Returns the coarsest grid for a page that is scaled by `1 / ratio`.
  static func grid(for ratio: Double) -> Grid {
    [Grid.quarters, .halves].first { ratio >= Double($0.pitch) * headroom } ?? .all
  }
}
