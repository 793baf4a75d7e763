// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

extension Bitmap {
  /// Returns the picture, rotated and mirrored to be upright.
  ///
  /// - Parameter orientation: The orientation of the stored picture.
  /// - Returns: The upright picture.
  /// - Throws: `ImagingError.outOfMemory` if the rotated copy cannot be allocated.
  /// - Complexity: O(number of pixels); O(1) for `.upright`.
  package func turned(by orientation: Orientation) throws(ImagingError) -> Bitmap {
    guard orientation != .upright else { return self }
    let map = StoredPosition(orientation, storedSize: size)
    var result = try Bitmap(size: map.uprightSize, format: format)
    try unsafe result.withUnsafeMutableBytes { target in
      unsafe withUnsafeBytes { source in
        switch format {
        case .gray8: unsafe Self.copy(source, to: target, as: UInt8.self, map)
        case .rgbx8: unsafe Self.copy(source, to: target, as: UInt32.self, map)
        }
      }
    }
    return result
  }

  private static func copy<Pixel: BitwiseCopyable>(
    _ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer,
    as type: Pixel.Type, _ map: StoredPosition
  ) {
    let stored = unsafe source.assumingMemoryBound(to: Pixel.self)
    let upright = unsafe target.assumingMemoryBound(to: Pixel.self)
    for y in 0..<map.uprightSize.height {
      var index = map.origin + y * map.stepDown
      for x in 0..<map.uprightSize.width {
        unsafe upright[y * map.uprightSize.width + x] = stored[index]
        index += map.stepRight
      }
    }
  }
}

/// The stored index of each pixel of the upright picture:
/// `origin + x * stepRight + y * stepDown`.
private struct StoredPosition {
  let uprightSize: PixelSize
  let origin: Int
  let stepRight: Int
  let stepDown: Int

  init(_ orientation: Orientation, storedSize: PixelSize) {
    let width = storedSize.width
    let lastColumn = width - 1
    let lastRow = (storedSize.height - 1) * width
    uprightSize =
      orientation.swapsSides
      ? PixelSize(width: storedSize.height, height: storedSize.width) : storedSize
    (origin, stepRight, stepDown) =
      switch orientation.rawValue {
      case 2: (lastColumn, -1, width)
      case 3: (lastRow + lastColumn, -1, -width)
      case 4: (lastRow, 1, -width)
      case 5: (0, width, 1)
      case 6: (lastRow, -width, 1)
      case 7: (lastRow + lastColumn, -width, -1)
      case 8: (lastColumn, width, -1)
      default: (0, 1, width)
      }
  }
}
