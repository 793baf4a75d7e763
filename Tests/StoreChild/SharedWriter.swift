// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryTestData
import PageStorage

/// A writer that changes documents that other processes change as well, based on state it read some
/// calls ago.
///
/// There are few pages and few different originals, so that several processes change the same page
/// at a time, and one removes bytes while another stores them again.
struct SharedWriter {
  private struct View {
    var document: DocumentID
    var pages: [PageID] = []
    var revision = 0
    var deleted: PageID?
  }

  private let store: PageStore
  private var views: [View]
  private var random: SeededGenerator

  init(_ store: PageStore, seed: UInt64) async throws(PageStoreError) {
    self.store = store
    views = try await store.documents().map { View(document: $0.id) }
    random = SeededGenerator(seed: seed)
  }

  /// Makes a number of changes.
  mutating func run(_ count: Int) async {
    for _ in 0..<count {
      let place = views.indices.randomElement(using: &random) ?? 0
      if random.chance(0.4) { await refresh(place) }
      await change(place)
    }
  }

  private mutating func refresh(_ place: Int) async {
    var view = views[place]
    await SharedReader.readAll(store, view.document) { pages, revision in
      (view.pages, view.revision) = (pages.map(\.id), revision)
    }
    views[place] = view
  }

  private mutating func change(_ place: Int) async {
    let view = views[place]
    let number = Int.random(in: 0..<24, using: &random)
    let index = Int.random(in: 0...view.pages.count, using: &random)
    guard let page = view.pages.randomElement(using: &random) else {
      return await append(number, view)
    }
    let choice = Int.random(in: 0..<20, using: &random)
    switch choice {
    case 0..<3 where view.pages.count < 24: await append(number, view)
    case 0..<6: await delete(page, place)
    case 6..<8: await restore(view)
    case 8..<11:
      await edit(view, "move \(page.rawValue) \(index)") {
        [store] () async throws(PageStoreError) in
        try await store.move(page, to: index)
      }
    case 11..<13:
      await edit(view, "rotate \(page.rawValue)") { [store] () async throws(PageStoreError) in
        try await store.rotate(page, by: .clockwise)
      }
    case 13..<16: await replace(page, number, view)
    case 16..<19: await exchange(index, number, view)
    default:
      await CallLog.record(nil, "purge") { [store] () async throws(PageStoreError) in
        "\(try await store.purge(deletedBefore: .distantFuture))"
      }
    }
  }
}

// MARK: - Changes

extension SharedWriter {
  private func edit(
    _ view: View, _ operation: String,
    _ body: () async throws(PageStoreError) -> DocumentChange
  ) async {
    await CallLog.record(view.document, operation) { () async throws(PageStoreError) in
      "\(try await body().revision)"
    }
  }

  private func append(_ number: Int, _ view: View) async {
    await CallLog.record(view.document, "append \(number)") { () async throws(PageStoreError) in
      let page = try await store.append(.bytes(CrashPage.bytes(number)), to: view.document)
      return "\(page.id.rawValue)"
    }
  }

  private mutating func delete(_ page: PageID, _ place: Int) async {
    await edit(views[place], "delete \(page.rawValue)") { [store] () async throws(PageStoreError) in
      try await store.delete(page)
    }
    views[place].deleted = page
  }

  private func restore(_ view: View) async {
    guard let page = view.deleted else { return }
    // An index of its own: former places depend on what the calls do not tell, such as a purge.
    let index = Int(page.rawValue % 4)
    await edit(view, "restore \(page.rawValue) \(index)") { () async throws(PageStoreError) in
      try await store.restore(page, at: index)
    }
  }

  private func replace(_ page: PageID, _ number: Int, _ view: View) async {
    let operation = "replace \(page.rawValue) \(number)"
    await CallLog.record(view.document, operation) { () async throws(PageStoreError) in
      let input = PageInput.bytes(CrashPage.bytes(number))
      return "\(try await store.replace(page, with: input).contentVersion)"
    }
  }

  /// Deletes the first page and inserts another one, as one change of the known revision.
  private func exchange(_ index: Int, _ number: Int, _ view: View) async {
    var staged: StagedPage?
    await CallLog.record(nil, "stage") { () async throws(PageStoreError) in
      let page = try await store.stage(.bytes(CrashPage.bytes(number)))
      staged = page
      return "\(page.id.rawValue)"
    }
    guard let staged else { return }
    let index = min(index, view.pages.count - 1)
    let change = StoreChangeset(deletions: [0], insertions: [.init(index: index, page: staged)])
    let operation = "exchange \(view.revision) \(index) \(number) \(staged.id.rawValue)"
    await edit(view, operation) { () async throws(PageStoreError) in
      try await store.apply(change, to: view.document, expecting: view.revision)
    }
  }
}
