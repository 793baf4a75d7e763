// SPDX-License-Identifier: Apache-2.0

/// The reason why a page shape is invalid.
public enum PageShapeError: Error, Hashable, Sendable {
  /// A side of a page is not in `1...PixelSize.maximumSide`.
  case invalidSize(PixelSize)

  /// The ratio of a page is not positive and finite.
  case invalidAspectRatio(found: Double)
}

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension PageShapeError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .invalidSize(let size):
        "A page must have sides of 1 to \(PixelSize.maximumSide) pixels, but has \(size)."
      case .invalidAspectRatio(let found):
        "The aspect ratio of a page must be positive and finite, but it is \(found)."
      }
    }
  }

#endif
