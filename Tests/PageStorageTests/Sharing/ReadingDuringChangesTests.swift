// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

@testable import PageStorage

/// Reads of pages that are concurrently replaced and removed.
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
        // In a task of its own, as one that waits would be withdrawn.
        let input = TestPage.input(number % 3)
        try await Task { _ = try await other.replace(page, with: input) }.value
      }
    }
    let contents = Set((0..<3).map { TestPage.png($0) })
    for _ in 0..<1_000 {
      #expect(contents.contains(try await store.bytes(of: page)))
      let (found, bytes) = try store.readBytes(of: page)
      #expect(bytes.count == found.byteCount)
      _ = try await store.thumbnail(of: page, style: .strip(height: 2))
      store.thumbnails.removeAll()
    }
    replacing.cancel()
    try await replacing.value
  }

  @Test func aPageIsReadWithTheMetadataOfItsBytes() async throws {
    let folder = try TestFolder()
    let (store, other) = (try await folder.open(), try await folder.open())
    let document = try await store.createDocument(title: "").id
    let input = { (number: Int) in
      var input = TestPage.input(number % 3)
      input.metadata = PageMetadata(fileName: "\(number % 3).png")
      return input
    }
    let page = try await store.append(input(0), to: document).id
    let replacing = Task {
      var number = 0
      while !Task.isCancelled {
        number += 1
        let next = input(number)
        try await Task { _ = try await other.replace(page, with: next) }.value
      }
    }
    let contents = (0..<3).map { TestPage.png($0) }
    var found: Set<Int> = []
    // Until the other store is about to replace a page.
    for round in 0..<100_000 where round < 1_000 || found.count < 2 {
      let (described, bytes) = try store.readOriginal(of: page)
      let number = try #require(contents.firstIndex(of: bytes))
      #expect(described.metadata?.fileName == "\(number).png")
      #expect(described.page.byteCount == bytes.count)
      found.insert(number)
      await Task.yield()
    }
    #expect(found.count > 1)
    replacing.cancel()
    try await replacing.value
  }

  @Test func ratiosThatManyAskForAreThoseOfOneOfItsContents() async throws {
    let folder = try TestFolder()
    let (store, other) = (try await folder.open(), try await folder.open())
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(0), to: document).id
    let ratios = Set((0..<3).map { TestPage.aspectRatio($0) })
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<2_000 {
            let ratio = try #require(try await store.aspectRatio(of: page))
            #expect(ratios.contains(ratio))
          }
        }
      }
      for number in 1...30 {
        try await other.replace(page, with: TestPage.input(number % 3))
        // An acknowledged change is visible to the next read, regardless of the writer.
        #expect(try await store.aspectRatio(of: page) == TestPage.aspectRatio(number % 3))
      }
      try await group.waitForAll()
    }
  }

  @Test func ratiosOfAStoreThatIsClosedMeanwhile() async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document).id
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          let error = await #expect(throws: PageStoreError.self) {
            while true {
              let ratio = try await store.aspectRatio(of: page)
              #expect(ratio == TestPage.aspectRatio(1))
            }
          }
          #expect(error == .closed)
        }
      }
      await store.close()
      try await group.waitForAll()
    }
  }
}
