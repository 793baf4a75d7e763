// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageStorage
import Testing

@testable import GalleryClient
@testable import PageGallery

/// The keys of pages whose server goes back to an earlier state.
struct KnownKeysTests {
  private static func text(_ letter: Character) -> String {
    String(repeating: letter, count: 10) + "A"
  }

  private func key(_ letter: Character) -> PageKey? {
    PageKey(Self.text(letter))
  }

  private func columns(_ revision: Int, _ keys: [Int: Character]) throws -> ReceivedColumns {
    let pages = keys.sorted { $0.key < $1.key }
    let object: [String: Any] = [
      "revision": revision, "ids": pages.map(\.key), "aspectRatios": pages.map { _ in 1.0 },
      "keys": pages.map { Self.text($0.value) },
    ]
    let bytes = try JSONSerialization.data(withJSONObject: object)
    return try JSONDecoder().decode(ReceivedColumns.self, from: bytes)
  }

  @Test func forgetsKeysOfALostHistory() throws {
    let known = KnownKeys()
    known.note(try columns(9, [1: "A", 2: "B", 3: "C"]), since: known.arrivalCount)
    known.note(["2": try #require(key("D"))], at: 10)
    known.note(try columns(4, [1: "E", 2: "F"]), since: known.arrivalCount)
    #expect(known[PageID(1)] == key("E"))
    #expect(known[PageID(2)] == key("F"))
    #expect(known[PageID(3)] == nil)
    known.note(["1": try #require(key("G"))], at: 5)
    #expect(known[PageID(1)] == key("G"))
  }

  @Test func keepsKeysThatArriveDuringTheRequest() throws {
    let known = KnownKeys()
    let start = known.arrivalCount
    known.note(["2": try #require(key("D"))], at: 10)
    known.note(try columns(9, [1: "A", 2: "B"]), since: start)
    #expect(known[PageID(1)] == key("A"))
    #expect(known[PageID(2)] == key("D"))
  }
}
