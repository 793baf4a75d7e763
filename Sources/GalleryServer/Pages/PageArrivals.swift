// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import PageStorage

/// The operations that receive the bytes of pages, and the deletion of several pages.
struct PageArrivalOperations: Sendable {
  let store: PageStore
  let root: String

  /// The maximum number of bytes of a page.
  let limit: Int

  let preparation: ThumbnailPreparation

  private static let pattern = "/api/v1/documents/{document}/pages"

  var operations: [Operation] {
    [
      .change(.post, Self.pattern, query: ["before"], add),
      .change(.delete, Self.pattern, query: ["ids"], delete).decidedInTransaction(),
      .change(.put, "/api/v1/pages/{page}", replace),
    ]
  }

  @Sendable private func add(_ call: Call) async throws -> Response {
    let document = try call.document()
    let next = try call.query.text("before").map(Identifiers.page)
    let edit = PageEdit(condition: try call.tags(.ifMatch))
    // Reject what cannot succeed before anything is received.
    try edit.check(try await store.document(document))
    if let next { _ = try await store.index(of: next, in: document) }
    let staged = try await ReceivedBody(call: call, store: store, limit: limit).stage()
    let response = try await insert(staged, before: next, edit, document, call)
    preparation([staged.id])
    return response
  }

  private func insert(
    _ page: StagedPage, before next: PageID?, _ edit: PageEdit, _ document: DocumentID, _ call: Call
  ) async throws -> Response {
    let location = "\(root)/api/v1/pages/\(page.id.rawValue)"
    let perform = { (edit: StoreEdit<DocumentChange>) in
      try await call.perform(edit, in: store) { (change, edited) throws(PageStoreError) in
        try .page(page.id, after: change, edited, status: .created, fields: [.location: location])
      }
    }
    // At any revision, so that the pages of many clients share a commit.
    guard edit.condition != nil else {
      return try await perform(.insert(page, before: next, of: document))
    }
    let pages = [next].compactMap(\.self)
    return try await perform(
      edit(of: document, pages, adding: [page]) { edited in
        let index = try edited.gap(before: next)
        return StoreChangeset(insertions: [.init(index: index, page: page)])
      })
  }

  @Sendable private func replace(_ call: Call) async throws -> Response {
    let page = try call.page()
    let edit = PageEdit(condition: try call.tags(.ifMatch))
    let place = try await store.place(of: page)
    guard place.index != nil else { throw PageStoreError.notFound(.page(page)) }
    try edit.check(place.document)
    let staged = try await ReceivedBody(call: call, store: store, limit: limit).stage()
    let replacement = edit([page], adding: [staged], replacesBytes: true) { edited in
      let index = try edited.index(of: page)
      return StoreChangeset(replacements: [.init(index: index, content: staged)])
    }
    let response = try await call.perform(replacement, in: store) {
      (change, edited) throws(PageStoreError) in try .page(page, after: change, edited)
    }
    preparation([page])
    return response
  }

  @Sendable private func delete(_ call: Call) async throws -> Response {
    let document = try call.document()
    let pages = try pages(in: call.query.text("ids"))
    let edit = PageEdit(condition: try call.tags(.ifMatch))
    let deletion = edit(of: document, pages, freesRoom: true) { edited in
      StoreChangeset(deletions: try pages.map { try edited.index(of: $0) })
    }
    return try await call.perform(deletion, in: store) { change, _ in .noContent(after: change) }
  }

  /// Parses a list of different pages, separated by commas.
  private func pages(in text: String?) throws(Problem) -> [PageID] {
    guard let text else { throw .malformed("The query parameter ids is missing.") }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 1000 else { throw .malformed("There are more than 1000 ids.") }
    var pages: [PageID] = []
    for part in parts { pages.append(try Identifiers.page(String(part))) }
    guard Set(pages).count == pages.count else { throw .malformed("An id occurs twice.") }
    return pages
  }
}
