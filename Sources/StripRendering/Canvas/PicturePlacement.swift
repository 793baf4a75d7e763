// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The position of an image on a canvas, and the window through which it is visible.
///
///     +- bounds -----------------------+
///     |      +- window --+             |
///     |   +--|-----------|-- picture   |
///     |   |  |  visible  |  |          |
///     |   +--|-----------|--+          |
///     |      +-----------+             |
///     +--------------------------------+
struct PicturePlacement: Hashable {
  /// The rectangle of the whole image, in pixels and fractions of pixels.
  var picture: PixelFrame

  /// The visible rectangle, in pixels and fractions of pixels.
  var window: PixelFrame

  /// The pixels that may be drawn to.
  var bounds: PixelRect

  /// The opacity in `0...1`.
  var alpha: Double
}

/// A rectangle on a canvas with fractional edges.
struct PixelFrame: Hashable {
  var horizontal: PixelSpan
  var vertical: PixelSpan

  init(horizontal: PixelSpan, vertical: PixelSpan) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  init(_ rect: PixelRect) {
    horizontal = PixelSpan(start: Double(rect.x), length: Double(rect.size.width))
    vertical = PixelSpan(start: Double(rect.y), length: Double(rect.size.height))
  }

  /// Returns a rectangle of the given size with the same center.
  func centered(width: Double, height: Double) -> PixelFrame {
    PixelFrame(
      horizontal: PixelSpan(
        start: horizontal.start + (horizontal.length - width) / 2, length: width),
      vertical: PixelSpan(
        start: vertical.start + (vertical.length - height) / 2, length: height))
  }

  /// Returns the rectangle translated along an axis.
  func moved(by distance: Double, along axis: Axis) -> PixelFrame {
    var moved = self
    if axis == .horizontal {
      moved.horizontal.start += distance
    } else {
      moved.vertical.start += distance
    }
    return moved
  }
}
