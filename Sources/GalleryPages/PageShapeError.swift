// SPDX-License-Identifier: Apache-2.0

/// The reason why numbers cannot describe the shape of a page.
public enum PageShapeError: Error, Hashable, Sendable {
  /// A side of a page is not in `1...PixelSize.maximumSide`.
  case invalidSize(PixelSize)

  /// The ratio of a page is not positive and finite.
  case invalidAspectRatio(found: Double)
}

// The text of a `Double` needs tables that an Embedded build does not carry.
#if !hasFeature(Embedded)

  extension PageShapeError: CustomStringConvertible {
    /// One sentence that says what was found and what is allowed.
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
