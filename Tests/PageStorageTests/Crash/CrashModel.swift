// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage

/// The expected contents of a document after changes, on plain arrays.
struct CrashModel: Equatable {
  struct Item: Equatable {
    /// `nil` for a page whose identifier the killed process did not report.
    var id: UInt64?
    var number: Int
    var turns = 0
  }

  var pages: [Item] = []
  var trash: [(item: Item, index: Int)] = []

  static func == (first: Self, second: Self) -> Bool {
    first.pages == second.pages && first.trash.map(\.item) == second.trash.map(\.item)
  }

  /// Applies a change in the syntax of the child.
  ///
  /// - Parameters:
  ///   - words: The change.
  ///   - new: The identifiers of the new pages, 0 for a refused one; `nil` if all were added and
  ///     the identifiers are unknown.
  mutating func apply(_ words: [String], new: [UInt64]?) {
    let numbers = words.dropFirst().map { Int($0) ?? 0 }
    let index = pages.firstIndex { $0.id == numbers.first.map { UInt64($0) } }
    switch words[0] {
    case "append": pages.append(Item(id: new?.first, number: numbers[0]))
    case "ingest":
      for place in 0..<numbers[1] {
        let id = new?[place]
        if id != 0 { pages.append(Item(id: id, number: numbers[0] + place)) }
      }
    case "delete": if let index { trash.append((pages.remove(at: index), index)) }
    case "restore":
      guard let place = trash.firstIndex(where: { $0.item.id == UInt64(numbers[0]) }) else {
        return
      }
      let entry = trash.remove(at: place)
      pages.insert(entry.item, at: 0)
    case "move": if let index { pages.insert(pages.remove(at: index), at: numbers[1]) }
    case "replace":
      guard let index else { return }
      pages[index].number = numbers[1]
      pages[index].turns = 0
    case "rotate": if let index { pages[index].turns = (pages[index].turns + 1) % 4 }
    case "purge": trash = []
    default: break
    }
  }

  /// The number of words of a change, without the identifiers of new pages.
  static func wordCount(_ change: [String]) -> Int {
    ["ingest": 3, "move": 3, "replace": 3, "purge": 1][change[0]] ?? 2
  }
}

extension CrashModel {
  /// Reads the contents of a store.
  init(_ store: PageStore, _ document: DocumentID) async throws {
    let count = try await store.document(document).pageCount
    for page in try await store.pages(in: 0..<count, of: document) {
      pages.append(try await Self.item(page, in: store))
    }
    for page in try await store.trash(of: document) {
      trash.append((try await Self.item(page, in: store), page.trash?.index ?? -1))
    }
  }

  /// A page with the number encoded in its bytes, -1 for bytes that were never stored.
  private static func item(_ page: StoredPage, in store: PageStore) async throws -> Item {
    let bytes = try await store.bytes(of: page.id)
    let number = Int(bytes.last ?? 0)
    return Item(
      id: page.id.rawValue, number: bytes == CrashPage.bytes(number) ? number : -1,
      turns: page.rotation.count)
  }

  /// Whether a store has these pages.
  ///
  /// Unknown identifiers match any; the order in the trash of pages deleted in the same
  /// millisecond is ignored.
  func matches(_ found: CrashModel) -> Bool {
    guard pages.count == found.pages.count, trash.count == found.trash.count else { return false }
    let isSame = zip(pages, found.pages).allSatisfy { expected, found in
      expected.number == found.number && expected.turns == found.turns
        && (expected.id == nil || expected.id == found.id)
    }
    return isSame
      && trash.allSatisfy { entry in
        found.trash.contains { $0.item == entry.item && $0.index == entry.index }
      }
  }
}
