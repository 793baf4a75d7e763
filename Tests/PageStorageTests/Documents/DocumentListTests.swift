// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

@Suite struct DocumentListTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Returns all parts of a list.
  private func all(
    of store: PageStore, limit: Int, order: DocumentOrder = .oldest, matching text: String = "",
    isTrashed: Bool = false
  ) async throws -> [DocumentList] {
    var parts: [DocumentList] = []
    var cursor: DocumentCursor?
    repeat {
      let part = try await store.documents(
        after: cursor, limit: limit, order: order, matching: text, isTrashed: isTrashed)
      parts.append(part)
      cursor = try part.next.map { try #require(DocumentCursor("\($0)")) }
    } while cursor != nil
    return parts
  }

  @Test func theFirstPageIsTheCover() async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    let empty = try await store.createDocument(title: "Empty").id
    for number in 0..<3 { try await store.append(TestPage.input(number), to: document) }
    let first = try await store.pages(of: document)[0]
    try await store.rotate(first.id, by: .clockwise)
    var list = try await store.documents(limit: 10)
    #expect(list.entries.map(\.id) == [document, empty] && list.next == nil)
    #expect(list.entries[0].cover == (try await store.page(first.id)))
    #expect(list.entries[1].cover == nil)
    #expect(list.version == (try await store.version()))
    try await store.delete(first.id)
    list = try await store.documents(limit: 10)
    #expect(list.entries[0].cover == (try await store.pages(of: document)[0]))
  }

  @Test(arguments: [
    ("", ["Lease of flat 7", "LEASE", "Straße", "Cafe\u{301}", "", "100%_"]),
    ("lease", ["Lease of flat 7", "LEASE"]), ("flat  LEASE\n", ["Lease of flat 7"]),
    ("se fl", ["Lease of flat 7"]),
    ("straße", ["Straße"]), ("STRASSE", ["Straße"]), ("cafe", ["Cafe\u{301}"]),
    ("CÀFÉ", ["Cafe\u{301}"]),
    ("caf\u{E9}", ["Cafe\u{301}"]), ("%", ["100%_"]), ("_", ["100%_"]), ("nothing", []),
    ("\u{0}", []),
  ])
  func titlesMatchByWords(text: String, titles: [String]) async throws {
    let store = try await folder.open()
    for title in ["Lease of flat 7", "LEASE", "Straße", "Cafe\u{301}", "", "100%_"] {
      _ = try await store.createDocument(title: title)
    }
    let list = try await store.documents(limit: 10, matching: text)
    #expect(list.entries.map(\.document.title) == titles)
  }

  @Test(.folderOnly) func aDamagedEntryHidesNoOther() async throws {
    let store = try await folder.open()
    for number in 0..<5 { _ = try await store.createDocument(title: "\(number)") }
    await store.close()
    try await folder.changeCatalog { db in
      try db.execute(sql: "UPDATE document SET title = 'x' WHERE id = 3")
    }
    let reader = try await folder.open { $0.access = .readOnly }
    for order in DocumentOrder.allCases {
      let parts = try await all(of: reader, limit: 2, order: order)
      #expect(parts.flatMap(\.damaged) == [DocumentID(3)], "\(order)")
      #expect(Set(parts.flatMap(\.entries).map(\.id.rawValue)) == [1, 2, 4, 5], "\(order)")
      #expect(parts.map { $0.entries.count + $0.damaged.count } == [2, 2, 1], "\(order)")
    }
  }

  @Test(.folderOnly, arguments: 1...2) func anEarlierVersionIsListed(version: Int) async throws {
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    let page = try await store.append(TestPage.input(1), to: document).id
    await store.close()
    try await folder.makeCatalog(ofVersion: version)
    let reader = try await folder.open { $0.access = .readOnly }
    for order in DocumentOrder.allCases {
      let list = try await reader.documents(limit: 5, order: order, matching: "lease")
      #expect(list.entries.map(\.id) == [document] && list.entries[0].cover?.id == page)
    }
  }

  @Test func aCursorHasOneText() throws {
    for text in ["oldest.7", "newest.-1", "modified.9.1700000000000"] {
      #expect(DocumentCursor(text)?.description == text)
    }
    for text in [
      "", "oldest", "oldest.", "oldest.7.1", "modified.7", "title.7", "oldest.07", "oldest.+7",
      "oldest. 7", "newest.9223372036854775808", "modified.1.2.3", ".1", "oldest.1\n",
    ] { #expect(DocumentCursor(text) == nil, "\(text)") }
  }
}

// MARK: - Random programs

extension DocumentListTests {
  enum Step {
    case create(String)
    case rename(Int, String)
    case change(Int)
    case trash(Int)
    case restore(Int)
  }

  @Test func partsAreThoseOfTheSortedDocuments() async {
    await checkProperty(
      seed: 4711, runs: 20,
      generate: { random in
        (0..<Int.random(in: 1...30, using: &random)).map { _ in Self.step(&random) }
      }, check: { await problem(after: $0) })
  }

  private static func step(_ random: inout SeededGenerator) -> Step {
    let number = Int.random(in: 0..<20, using: &random)
    let title = ["Lease", "letter 7", "LETTER", "Receipt", ""].randomElement(using: &random) ?? ""
    return switch Int.random(in: 0..<9, using: &random) {
    case 0..<4: .create(title)
    case 4: .rename(number, title)
    case 5: .change(number)
    case 6..<8: .trash(number)
    default: .restore(number)
    }
  }

  private func take(_ step: Step, _ store: PageStore) async throws {
    func pick(_ number: Int, _ documents: [Document]) -> DocumentID? {
      documents.isEmpty ? nil : documents[number % documents.count].id
    }
    let (present, trashed) = (try await store.documents(), try await store.trashedDocuments())
    switch step {
    case .create(let title): _ = try await store.createDocument(title: title)
    case .rename(let number, let title):
      if let id = pick(number, present) { try await store.updateDocument(id, title: title) }
    case .change(let number):
      if let id = pick(number, present) { try await store.append(TestPage.input(number), to: id) }
    case .trash(let number):
      if let id = pick(number, present) { try await store.deleteDocument(id) }
    case .restore(let number):
      if let id = pick(number, trashed) { try await store.restoreDocument(id) }
    }
  }

  private func problem(after steps: [Step]) async -> String? {
    do {
      let folder = try TestFolder()
      let store = try await folder.open()
      for step in steps { try await take(step, store) }
      for isTrashed in [false, true] {
        let documents =
          try await isTrashed ? store.trashedDocuments() : store.documents()
        for order in DocumentOrder.allCases {
          for (text, limit) in [("", 1), ("", 3), ("letter", 2), ("e", 100)] {
            let parts = try await all(
              of: store, limit: limit, order: order, matching: text, isTrashed: isTrashed)
            let expected = sorted(documents, order).filter {
              text.isEmpty || $0.title.range(of: text, options: .caseInsensitive) != nil
            }
            guard parts.flatMap(\.entries).map(\.document) == expected else {
              return "\(order) \(text) \(limit) \(isTrashed)"
            }
            guard parts.dropLast().allSatisfy({ $0.entries.count == limit }) else {
              return "a part of \(order) is short"
            }
          }
        }
      }
      await store.close()
      return nil
    } catch {
      return "threw \(error)"
    }
  }

  private func sorted(_ documents: [Document], _ order: DocumentOrder) -> [Document] {
    documents.sorted { one, other in
      switch order {
      case .oldest: one.id.rawValue < other.id.rawValue
      case .newest: one.id.rawValue > other.id.rawValue
      case .modified:
        (one.modified, one.id.rawValue) > (other.modified, other.id.rawValue)
      }
    }
  }
}
