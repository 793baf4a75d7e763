// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryServer

struct PercentDecodingTests {
  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%A9", "é"), ("a+b", "a+b"), ("%2B", "+"), ("%25", "%"), ("", ""),
  ])
  func decodesOnce(text: String, expected: String) {
    #expect(PercentDecoding.decode(text[...]) == expected)
  }

  @Test(arguments: ["%", "%4", "%zz", "%4g", "%C3", "%C0%80", "%ED%A0%80", "a b", "\u{7F}", "é"])
  func rejectsWhatIsNotEncodedText(text: String) {
    #expect(PercentDecoding.decode(text[...]) == nil)
  }

  @Test func readsPlusAsSpaceInQueries() {
    #expect(PercentDecoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
  }
}
