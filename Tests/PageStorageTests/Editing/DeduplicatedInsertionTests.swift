// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

@Suite struct DeduplicatedInsertionTests {
  let folder: TestFolder
  private let owner = DocumentOwner(key: "box", value: "7/\"é\"")

  init() throws { folder = try TestFolder() }

  private func take(
    _ numbers: [Int], _ store: PageStore, into destination: PageDestination? = nil,
    rules: DocumentRules = DocumentRules(title: "Box")
  ) async throws -> DeduplicatedInsertion {
    var staged: [StagedPage] = []
    for number in numbers { staged.append(try await store.stage(TestPage.input(number))) }
    return try await store.insertWithoutDuplicates(
      staged, into: destination ?? .owner(owner), rules: rules)
  }

  @Test func aDocumentIsMadeOnceAndFoundAgain() async throws {
    let store = try await folder.open()
    let first = try await take([1, 2, 1], store)
    let document = try #require(first.newDocument)
    #expect(document.title == "Box" && document.metadata == ["box": owner.value])
    #expect(document.pageCount == 2 && document.revision == 1)
    #expect(first.stored.map(\.document) == [document.id, document.id])
    #expect(Array(first.known.values) == [first.stored[0].id])

    let again = try await folder.open()
    let second = try await take([2, 3], again)
    #expect(second.newDocument == nil && second.stored.count == 1)
    #expect(Array(second.known.values) == [first.stored[1].id])
    #expect(
      try await store.ids(of: document.id)
        == first.stored.map(\.id) + second.stored.map(\.id))
    #expect(try await store.isSound())
  }

  @Test func whatIsKnownMakesNoDocument() async throws {
    let store = try await folder.open()
    let document = try #require(try await take([1], store).newDocument)
    try await store.deleteDocument(document.id)
    let second = try await take([1], store)
    #expect(second.newDocument == nil && second.stored.isEmpty && second.known.count == 1)
    #expect(try await store.documents().isEmpty)
    let third = try await take([1, 2], store)
    #expect(third.newDocument?.pageCount == 1)
  }

  @Test func olderDocumentsAreSkipped() async throws {
    let store = try await folder.open()
    let first = try #require(try await take([1], store).newDocument).id
    let later = PageDestination.owner(.init(key: "box", value: owner.value, floor: first))
    let digest = try #require(try await store.pages(in: 0..<1, of: first).first?.digest)
    #expect(try await store.page(withContent: digest, of: later) == nil)
    #expect(try await store.page(withContent: digest, of: .owner(owner)) != nil)
    let second = try #require(try await take([1], store, into: later).newDocument).id
    #expect(second.rawValue > first.rawValue)
    #expect(try await take([2], store).stored.map(\.document) == [second])
  }

  @Test func rulesStartANewDocument() async throws {
    let store = try await folder.open()
    let rules = DocumentRules(
      title: "Two", continues: { $0.pageCount < 2 },
      note: { $0["count", default: ""] += "x" })
    for number in 1...5 { _ = try await take([number], store, rules: rules) }
    let documents = try await store.documents()
    #expect(documents.map(\.pageCount) == [2, 2, 1])
    #expect(documents.map { $0.metadata["count"] } == ["xx", "xx", "x"])
    #expect(try await take([1, 4], store, rules: rules).known.count == 2)
  }

  @Test func aChosenDocumentMustBeThere() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Chosen").id
    let taken = try await take([1], store, into: .document(document))
    #expect(taken.newDocument == nil && taken.stored.map(\.document) == [document])
    await #expect(throws: PageStoreError.notFound(.document(DocumentID(9)))) {
      try await take([1], store, into: .document(DocumentID(9)))
    }
  }

  /// Concurrent insertions of the same pages in any order insert each page once, into one document.
  @Test func pagesAreTakenOnceByMany() async throws {
    let stores = [try await folder.open(), try await folder.open(), try await folder.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (seed, store) in stores.enumerated() {
        group.addTask {
          var random = SeededGenerator(seed: UInt64(seed))
          for number in (1...30).shuffled(using: &random) { _ = try await take([number], store) }
        }
      }
      try await group.waitForAll()
    }
    let documents = try await stores[0].documents()
    #expect(documents.map(\.pageCount) == [30])
  }

  /// An interrupted change leaves one record, and the next change removes it.
  @Test func aChangeThatFailsLeavesTheStoreSound() async throws {
    let store = try await folder.open()
    let used = try await store.stage(TestPage.input(1))
    _ = try await store.insertWithoutDuplicates(
      [used], into: .owner(owner), rules: .init(title: "A"))
    let other = PageDestination.owner(.init(key: "box", value: "other"))
    let fresh = try await store.stage(TestPage.input(2))
    await #expect(throws: PageStoreError.self) {
      try await store.insertWithoutDuplicates([fresh, used], into: other, rules: .init(title: "B"))
    }
    #expect(try await store.documents().map(\.title) == ["A"])
    #expect(
      try await store.insertWithoutDuplicates([fresh], into: other, rules: .init(title: "B")).stored
        .count == 1)
    #expect(try await store.isSound())
  }

  @Test func aDigestOfPiecesIsThatOfTheWhole() {
    var builder = ContentDigestBuilder()
    #expect("\(builder.digest)".hasPrefix("e3b0c44298fc1c14"))
    builder.add(Array("ab".utf8))
    builder.add([])
    builder.add(Array("c".utf8))
    #expect("\(builder.digest)".hasPrefix("ba7816bf8f01cfea"))
  }
}
