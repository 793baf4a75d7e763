// SPDX-License-Identifier: Apache-2.0

// Embedded builds contain no descriptions: only people read them.
#if !hasFeature(Embedded)

  extension UpdateError: CustomStringConvertible {
    /// One sentence with the value found and the values allowed.
    public var description: String {
      switch self {
      case .indexOutOfRange(let index, let count):
        "There is no page at index \(index) in a list of \(count)."
      case .gapOutOfRange(let gap, let count):
        "A page can be inserted at 0 to \(count), but not at \(gap)."
      case .destinationOutOfRange(let index, let count):
        "There is no index \(index) in the list of \(count) after the change."
      case .repeatedIndex(let index):
        "The page at index \(index) occurs twice in one change."
      case .repeatedDestination(let index):
        "Two pages move to index \(index) in one change."
      case .unknownPage(let id):
        "There is no page \(id) in the gallery."
      case .duplicateID(let id):
        "There is already a page \(id)."
      case .invalidContentVersion(let found):
        "The content version of a page must be in 0...\(Int32.max), but it is \(found)."
      case .tooManyPages:
        "A gallery has at most \(UInt32.max) pages."
      case .queueFull(let limit):
        "At most \(limit) requests can wait at the same time."
      case .sourceFailed(let code):
        "The owner of the pages could not commit the change (code \(code))."
      case .sourceInconsistent:
        "The owner of the pages reported different pages than expected."
      }
    }
  }

#endif
