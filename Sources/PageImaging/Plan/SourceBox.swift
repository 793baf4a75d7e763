// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The shown part of a raster, in pixels from its top left corner; possibly fractional.
struct SourceBox: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a box that covers a whole raster.
  init(covering size: PixelSize) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// Returns the same part of a raster of another size.
  func scaled(horizontally: Double, vertically: Double) -> SourceBox {
    SourceBox(
      x: x * horizontally, y: y * vertically, width: width * horizontally,
      height: height * vertically)
  }
}
