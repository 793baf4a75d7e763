// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// An error of drawing a strip, a frame or a scene.
public enum StripRenderingError: Error, Hashable, Sendable {
  /// A side of the viewport, in points, is not finite, or smaller than half a pixel at the scale.
  case invalidViewport(Size, scale: Double)

  /// The bitmap, or one cell of it, has more pixels than allowed.
  case limitExceeded(pixelCount: Int, allowed: Int)

  /// The page image of the cell with this index does not have the size of the cell.
  case pictureSizeMismatch(index: Int, found: PixelSize, wanted: PixelSize)

  /// The memory for the bitmap could not be allocated.
  case imaging(cause: ImagingError)
}

extension StripRenderingError: CustomStringConvertible {
  /// A sentence that states the value found and the value allowed.
  public var description: String {
    switch self {
    case .invalidViewport(let size, _) where !size.isFinite:
      "An image of \(size) points cannot be drawn; both sides must be finite."
    case .invalidViewport(let size, let scale):
      "An image of \(size) points at a scale of \(scale) has no pixels; "
        + "use a larger size or scale."
    case .limitExceeded(let pixelCount, let allowed):
      "The image or one of its cells would have \(Self.text(of: pixelCount)) pixels; "
        + "at most \(allowed) are allowed."
    case .pictureSizeMismatch(let index, let found, let wanted):
      "The image of item \(index) is \(found), but its cell is \(wanted)."
    case .imaging(let cause):
      cause.description
    }
  }

  /// Returns a pixel count as text; `Int.max` stands for a count that overflows.
  private static func text(of pixelCount: Int) -> String {
    pixelCount == .max ? "countless" : String(pixelCount)
  }
}

extension Size {
  /// Whether both sides are finite.
  var isFinite: Bool { width.isFinite && height.isFinite }
}
