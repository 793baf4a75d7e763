// SPDX-License-Identifier: Apache-2.0

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension LayoutError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .invalidLength(let length, let found):
        "The \(length.name) must be zero or more points and finite, but it is \(found)."
      case .invalidAspectRatio(let ratio, let found):
        "The \(ratio.name) aspect ratio must be positive and finite, but it is \(found)."
      case .emptyAspectRatioRange(let minimum, let maximum):
        "The minimum aspect ratio \(minimum) is greater than the maximum \(maximum)."
      case .negativeExpansion(let points):
        "The narrowest item would shrink when it expands: it grows by \(points) points."
      case .extentOverflow(let thumbnailHeight):
        "A strip \(thumbnailHeight) points high has items of infinite length."
      case .invalidViewport(let size):
        "The sides of the viewport must be zero or more points and finite, but they are \(size)."
      case .invalidPosition(let found):
        "The scroll position must be a finite number of items, but it is \(found)."
      case .invalidParallaxFactor(let found):
        "The parallax factor must be in 0...1, but it is \(found)."
      case .invalidExpansionRate(let found):
        "The expansion rate must be in 0...1, but it is \(found)."
      }
    }
  }

  extension LayoutError.Length {
    fileprivate var name: String {
      switch self {
      case .thumbnailHeight: "thumbnail height"
      case .interItemSpacing: "spacing between items"
      case .expandedMargin: "margin of an expanded item"
      case .overscan: "overscan"
      case .interPageSpacing: "spacing between pages"
      }
    }
  }

  extension LayoutError.AspectRatio {
    fileprivate var name: String {
      switch self {
      case .default: "default"
      case .minimum: "minimum"
      case .maximum: "maximum"
      }
    }
  }

#endif
