// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import GalleryTestSupport
import PageStorage

/// One edit of a random program whose store is copied meanwhile; the numbers select documents and pages.
enum CopyStep: CaseIterable {
  case create, append, appendMany, delete, restore, move, rotate, replace, split, merge, duplicate
  case rename, describe, describePage, trashDocument, restoreDocument, purge, catchUp, copyAgain
}

/// A step with its numbers.
struct NumberedCopyStep {
  let step: CopyStep
  let first: Int
  let second: Int

  static func random(using random: inout SeededGenerator) -> Self {
    Self(
      step: CopyStep.allCases.randomElement(using: &random) ?? .create,
      first: .random(in: 0..<100, using: &random), second: .random(in: 0..<100, using: &random))
  }
}

extension NumberedCopyStep {
  /// Makes the edit; one that has nothing to change is skipped.
  func make(in store: PageStore) async throws {
    let documents = try await store.documents()
    guard !documents.isEmpty, step != .create else {
      _ = try await store.createDocument(title: "Title \(first)", metadata: ["key": "\(second)"])
      return
    }
    let document = documents[first % documents.count].id
    let pages = try await store.pageIDs(of: document)
    let page = pages.isEmpty ? nil : pages[second % pages.count]
    switch step {
    case .append: _ = try await store.append(TestPage.input(second), to: document)
    case .appendMany:
      _ = await store.ingest((0..<second).map { TestPage.input($0 * 3) }, into: document)
    case .restore:
      let trash = try await store.trash(of: document)
      if !trash.isEmpty { _ = try await store.restore(trash[second % trash.count].id) }
    case .rename: try await store.updateDocument(document, title: "Cafe\u{301} \(second)")
    case .describe: try await store.updateDocument(document, metadata: ["a": "\(second)"])
    case .trashDocument: try await store.deleteDocument(document)
    case .restoreDocument:
      guard let trashed = try await store.trashedDocuments().first else { return }
      _ = try await store.restoreDocument(trashed.id)
    case .purge: _ = try await store.purge(deletedBefore: .distantFuture)
    case .duplicate: _ = try await store.duplicate(document)
    case .split:
      _ = try await store.split(document, at: second % (pages.count + 1), title: "Part")
    case .merge:
      let other = documents[second % documents.count].id
      if other != document { try await store.merge(document, into: other) }
    default: if let page { try await make(of: page, pages.count, in: store) }
    }
  }

  private func make(of page: PageID, _ count: Int, in store: PageStore) async throws {
    switch step {
    case .delete: _ = try await store.delete(page)
    case .move: _ = try await store.move(page, to: first % count)
    case .rotate: _ = try await store.rotate(page, by: .clockwise)
    case .replace: _ = try await store.replace(page, with: TestPage.input(first + 40))
    case .describePage:
      try await store.setMetadata(
        first % 3 == 0 ? PageMetadata() : PageMetadata(fileName: "\(second).png"), of: page)
    default: break
    }
  }
}
