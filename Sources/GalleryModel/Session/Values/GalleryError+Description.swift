// SPDX-License-Identifier: Apache-2.0

// Formatting a `Double` needs tables that an Embedded build does not contain.
#if !hasFeature(Embedded)

  extension GalleryError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .notFinite(let input, let found):
        "The \(input) of a drag must be finite, but it is \(found)."
      case .layout(let error):
        error.description
      case .invalidHysteresis(let found):
        "The hysteresis must be at least 0 and less than 0.5 pages, but it is \(found)."
      case .invalidSpeed(let found):
        "The speed must be above 0 and at most 10, but it is \(found)."
      case .invalidPrefetchAhead(let found):
        "The number of pages to prefetch must be in 0...10000, but it is \(found)."
      case .invalidContentVersion(let found):
        "The content version of a page must be in 0...\(Int32.max), but it is \(found)."
      case .indexOutOfRange(let index, let count):
        "There is no page at index \(index) in a gallery of \(count)."
      case .unknownPage(let id):
        "There is no page \(id) in the gallery."
      case .duplicateID(let id):
        "There is more than one page \(id)."
      case .tooManyPages(let count):
        "A gallery has at most \(UInt32.max) pages, but there are \(count)."
      }
    }
  }

#endif
