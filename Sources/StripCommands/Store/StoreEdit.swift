// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// An operation that changes named pages, those of a document in one step.
struct StoreEdit {
  let store: PageStore

  // A document that still conflicts after so many attempts is busy.
  private static let attemptLimit = 20

  /// Returns the pages by document, in the order in which they were named.
  ///
  /// - Throws: `PageStoreError.notFound` if a page does not exist, `PathProblem` if one is in the
  ///   trash. Nothing has changed then.
  func documents(of pages: [PageID]) async throws -> [(document: DocumentID, pages: [PageID])] {
    var order: [DocumentID] = []
    var byDocument: [DocumentID: [PageID]] = [:]
    for page in pages {
      if try await store.page(page).trash != nil {
        throw PathProblem(problem: .pageInTrash, path: Path(StoreName.page(page)))
      }
      let document = try await store.location(of: page).document
      if byDocument[document] == nil { order.append(document) }
      byDocument[document, default: []].append(page)
    }
    return order.map { ($0, byDocument[$0] ?? []) }
  }

  /// Makes a change given by indexes, even if others change the document concurrently.
  func apply(
    to document: DocumentID, pages: [PageID], _ make: ([Int]) throws -> StoreChangeset
  ) async throws -> DocumentChange {
    var attempt = 1
    while true {
      let revision = try await store.document(document).revision
      var indexes: [Int] = []
      for page in pages { indexes.append(try await store.location(of: page).index) }
      let change = try make(indexes)
      do throws(PageStoreError) {
        return try await store.apply(change, to: document, expecting: revision)
      } catch {
        guard case .conflict = error, attempt < Self.attemptLimit else { throw error }
        attempt += 1
      }
    }
  }
}

/// The target position of pages, as given on the command line.
struct PageTarget {
  let argument: ActivePage

  /// Returns the index among `count` pages.
  ///
  /// - Throws: `Problem.usage` if the position does not exist.
  func index(count: Int) throws(Problem) -> Int {
    guard let index = argument.index(pageCount: count) else {
      let pages = count == 1 ? "1 page" : "\(count) pages"
      throw .usage("There is no position \(argument): the document has \(pages).")
    }
    return index
  }
}
