// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

struct UpdateErrorTests {
  private typealias Case = (UpdateError, String)

  private static let all: [Case] = [
    (.indexOutOfRange(5, count: 3), "There is no page at index 5 in a list of 3."),
    (.gapOutOfRange(5, count: 3), "A page can be inserted at 0 to 3, but not at 5."),
    (
      .destinationOutOfRange(5, count: 3),
      "There is no index 5 in the list of 3 after the change."
    ),
    (.repeatedIndex(2), "The page at index 2 occurs twice in one change."),
    (.repeatedDestination(2), "Two pages move to index 2 in one change."),
    (.unknownPage(7), "There is no page 7 in the gallery."),
    (.duplicateID(7), "There is already a page 7."),
    (
      .invalidContentVersion(found: -1),
      "The content version of a page must be in 0...2147483647, but it is -1."
    ),
    (.tooManyPages, "A gallery has at most 4294967295 pages."),
    (.queueFull(limit: 1024), "At most 1024 requests can wait at the same time."),
    (.sourceFailed(code: 3), "The owner of the pages could not commit the change (code 3)."),
    (.sourceInconsistent, "The owner of the pages reported different pages than expected."),
  ]

  @Test(arguments: all)
  func descriptionSaysWhatWasFound(error: UpdateError, expected: String) {
    #expect("\(error)" == expected)
  }
}
