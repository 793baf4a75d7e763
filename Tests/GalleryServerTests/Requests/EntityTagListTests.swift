// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryServer

/// The lists in `If-Match` and `If-None-Match`.
struct EntityTagListTests {
  @Test(arguments: [
    "\"r17\"", "\"a\", \"r17\"", "*", " \"r17\" ", "\"a,b\",\"r17\"", ",, \"r17\", ,",
    "\"a\",,\t\"r17\"",
  ])
  func matches(field: String) throws {
    #expect(try #require(EntityTagList(field)).matchesStrongly { $0 == "\"r17\"" })
  }

  @Test func comparesWeakTags() throws {
    let list = try #require(EntityTagList("W/\"r17\""))
    #expect(!list.matchesStrongly { $0 == "\"r17\"" })
    #expect(list.matchesWeakly("\"r17\""))
  }

  @Test(arguments: [
    "", "r17", "\"r17", "\"a\" \"b\"", "\"a\"\"b\"", ",", " , ,", "w/\"a\"", "*, \"a\"",
  ])
  func rejects(field: String) {
    #expect(EntityTagList(field) == nil)
  }
}
