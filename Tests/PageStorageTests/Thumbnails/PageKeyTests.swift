// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

@Suite struct PageKeyTests {
  /// An oracle: Foundation's base64 with the characters of URLs.
  private func text(_ bits: UInt64) -> String {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    return Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  @Test func itIsBase64URL() throws {
    var random = SeededGenerator(seed: 7)
    for bits in [0, .max, 1, 1 << 63] + (0..<1_000).map({ _ in random.next() }) {
      let key = PageKey(bits: bits)
      #expect(key.description == text(bits))
      #expect(PageKey(key.description) == key)
      let encoded = try JSONEncoder().encode([key])
      #expect(try JSONDecoder().decode([PageKey].self, from: encoded) == [key])
    }
  }

  @Test(arguments: [
    "", "AAAAAAAAAA", "AAAAAAAAAAAA", "AAAAAAAAAAB", "AAAAAAAAAA=", "AAAAA+AAAAA", "AAAAA/AAAAA",
    "AAAAA AAAAA", "ÄAAAAAAAAA",
  ])
  func anotherTextIsNoKey(text: String) {
    #expect(PageKey(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PageKey].self, from: JSONEncoder().encode([text]))
    }
  }

  @Test func itChangesWithWhatIsShown() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document)
    let twin = try await store.append(TestPage.input(1), to: document)
    #expect(page.key == twin.key)
    // From the definition: the digest of the bytes, the quarter turns, and the version of the code.
    let digest = SHA256.hash(data: Array(SHA256.hash(data: TestPage.png(1))) + [0, 3])
    #expect(
      page.key.description == text(Array(digest).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }))
    var keys: Set<PageKey> = [page.key]
    for _ in 0..<3 {
      try await store.rotate(page.id, by: .clockwise)
      keys.insert(try await store.page(page.id).key)
    }
    try await store.rotate(page.id, by: .clockwise)
    #expect(try await store.page(page.id).key == page.key && keys.count == 4)
    try await store.replace(page.id, with: TestPage.input(2))
    #expect(try await !keys.contains(store.page(page.id).key))
    await store.close()
  }
}
