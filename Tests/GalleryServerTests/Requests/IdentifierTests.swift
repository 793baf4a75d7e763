// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryServer

/// Numbers of documents and pages in paths.
struct IdentifierTests {
  @Test(arguments: [("0", 0), ("1", 1), ("9007199254740991", 9_007_199_254_740_991)])
  func accepts(text: String, number: Int) {
    #expect(Identifiers.number(text) == number)
  }

  @Test(arguments: [
    "", "-1", "+1", "01", "00", "1.0", "1e3", " 1", "9007199254740992", "99999999999999999999", "１",
  ])
  func rejects(text: String) {
    #expect(Identifiers.number(text) == nil)
  }
}
