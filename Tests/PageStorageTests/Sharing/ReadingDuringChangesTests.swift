// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

@testable import PageStorage

/// Reads of what is replaced and removed at the same time.
@Suite struct ReadingDuringChangesTests {
  @Test func aPageThatIsReplacedAllTheTimeIsNeverTakenForDamaged() async throws {
    let folder = try TestFolder()
    let (store, other) = (try await folder.open(), try await folder.open())
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(0), to: document).id
    let replacing = Task {
      var number = 0
      while !Task.isCancelled {
        number += 1
        try await other.replace(page, with: TestPage.input(number % 3))
      }
    }
    let contents = Set((0..<3).map { TestPage.png($0) })
    for _ in 0..<1_000 {
      #expect(contents.contains(try await store.bytes(of: page)))
      _ = try await store.thumbnail(of: page, style: .strip(height: 2))
      store.thumbnails.removeAll()
    }
    replacing.cancel()
    try await replacing.value
  }
}
