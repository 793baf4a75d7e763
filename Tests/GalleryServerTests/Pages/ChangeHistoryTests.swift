// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import Testing

@testable import GalleryServer
@testable import PageStorage

struct ChangeHistoryTests {
  private func changes(_ count: Int, replacements: Int, moves: Int) -> [DocumentChange] {
    let changeset = Changeset(
      moves: (0..<moves).map { Changeset.Move(source: $0, destination: $0) },
      replacements: (0..<replacements).map { Changeset.Replacement(index: $0, size: nil) })
    return (1...count).map {
      DocumentChange(document: DocumentID(1), revision: $0, changeset: changeset)
    }
  }

  @Test(arguments: [
    (1, 0, 5_000, true), (64, 1, 10, true), (1, 500, 500, true), (64, 2_500, 2_500, false),
    (1, 1_000, 1_000, false),
  ])
  func theWorkForPagesIsBounded(count: Int, replacements: Int, moves: Int, isCheap: Bool) {
    let changes = changes(count, replacements: replacements, moves: moves)
    #expect(ChangeHistory.isCheap(changes) == isCheap)
  }

  /// Entries of the log are decoded only if all of them are short enough.
  @Test func longEntriesAreNotDecoded() async throws {
    try await TestServer.run { server in
      let document = try await server.document(pages: 3)
      let store = server.store
      let all = try await store.loggedChanges(of: document, after: 1, byteLimit: .max)
      #expect(all.map(\.revision) == [2, 3] && !all.contains { $0.changeset == nil })
      let none = try await store.loggedChanges(of: document, after: 1, byteLimit: 10)
      #expect(none.map(\.revision) == [3] && none[0].changeset == nil)
      #expect(try await store.loggedChanges(of: document, after: 3, byteLimit: 0).isEmpty)
    }
  }

  /// Another change comes between the reading of a change and of its pages.
  @Test func aReplacedPageIsFollowedThroughLaterChanges() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let image = PageInput.bytes(TestImage.png(1))
      _ = await server.store.ingest([image, image, image], into: document)
      let ids = try await server.store.pages(in: 0..<3, of: document).map(\.id)
      _ = try await server.store.replace(ids[1], with: .bytes(TestImage.png(2)))
      let revision = try await server.store.document(document).revision
      var log = server.store.changes(of: document, after: revision - 1).makeAsyncIterator()
      let changeset = try #require(try await log.next()?.changeset)
      func found() async throws -> PagesOfChange {
        var pages = PagesOfChange(changeset)
        try await pages.find(
          in: server.store, document, at: revision, through: [changeset])
        return pages
      }
      #expect(try await found().replaced == [1: ids[1]])

      try await server.store.move(ids[0], to: 2)
      let key = try await server.store.page(ids[1]).key
      #expect(try await found().replaced == [1: ids[1]])
      #expect(try await found().keys == [ids[1]: key])
      try await server.store.delete([ids[1]])
      #expect(try await found().replaced.isEmpty)
    }
  }

  @Test func manyLongChangesAreNotSent() async throws {
    try await TestServer.run { server in
      let document = try await server.document()
      let count = 400
      let image = PageInput.bytes(TestImage.png(1))
      _ = await server.store.ingest(Array(repeating: image, count: count), into: document)
      let moves = (0..<count - 1).map { Changeset.Move(source: $0, destination: count - 2 - $0) }
      let start = try await server.store.document(document).revision
      for _ in 0..<ChangeHistory.limit {
        try await server.store.apply(StoreChangeset(moves: moves), to: document)
      }
      let path = "/api/v1/documents/\(document.rawValue)/changes?after="
      let some = try await server.get(path + "\(start + 40)")
      #expect(some.list("changes", of: [String: Any].self).count == 24)
      #expect(some.text.utf8.count <= ChangeHistory.byteLimit + 1000)
      let all = try await server.get(path + "\(start)")
      #expect(all.json["reset"] as? Bool == true && all.text.utf8.count < 1000)
    }
  }
}
