// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageImaging

/// The reason why a strip or a frame cannot be drawn.
public enum StripRenderingError: Error, Hashable, Sendable {
  /// A viewport has a side that is not finite, or too small to fill half a pixel.
  case invalidViewport(Size)

  /// The picture or one cell of it has more pixels than allowed.
  case limitExceeded(pixelCount: Int, allowed: Int)

  /// The picture of the cell with this index does not have the size of the cell.
  case pictureSizeMismatch(index: Int, found: PixelSize, wanted: PixelSize)

  /// The memory for the picture could not be taken.
  case imaging(cause: ImagingError)
}

extension StripRenderingError: CustomStringConvertible {
  /// One sentence that says what was found and what is allowed.
  public var description: String {
    switch self {
    case .invalidViewport(let size):
      "A picture of \(size) points has no pixels."
    case .limitExceeded(let pixelCount, let allowed):
      "The picture or one of its cells would have \(Self.text(of: pixelCount)) pixels; "
        + "at most \(allowed) are allowed."
    case .pictureSizeMismatch(let index, let found, let wanted):
      "The picture of item \(index) is \(found), but its cell is \(wanted)."
    case .imaging(let cause):
      cause.description
    }
  }

  /// Returns a number of pixels, which is `Int.max` if it cannot be counted.
  private static func text(of pixelCount: Int) -> String {
    pixelCount == .max ? "countless" : String(pixelCount)
  }
}
