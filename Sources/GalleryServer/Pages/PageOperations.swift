// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import PageStorage

/// The operations of single pages.
struct PageOperations: Sendable {
  let store: PageStore

  private static let pattern = "/api/v1/pages/{page}"

  var operations: [Operation] {
    [
      .get(Self.pattern, get),
      .change(.patch, Self.pattern, rotate),
      .change(.delete, Self.pattern, delete),
      .change(.post, Self.pattern + "/move", move),
      .change(.post, Self.pattern + "/restore", restore),
    ]
  }

  @Sendable private func get(_ call: Call) async throws -> Response {
    let page = try await store.page(call.page())
    let document = try await store.document(page.document)
    return try await call.respond(tag: document.pagesTag, policy: .revalidated) {
      let index = page.trash == nil ? try await store.location(of: page.id).index : nil
      return try .json(PageRepresentation(page, index: index))
    }
  }

  @Sendable private func rotate(_ call: Call) async throws -> Response {
    let page = try call.page()
    let turns = try await call.json(RotationBody.self).turns
    return try await edited(page, call) { state in
      StoreChangeset(rotations: [.init(index: try await state.index(of: page), turns: turns)])
    }
  }

  @Sendable private func delete(_ call: Call) async throws -> Response {
    let page = try call.page()
    let change = try await PageEdit(store: store, condition: call.tags(.ifMatch))(page) { state in
      StoreChangeset(deletions: [try await state.index(of: page)])
    }
    return Response(status: .noContent, headers: [.eTag: "\"r\(change.revision)\""])
  }

  @Sendable private func move(_ call: Call) async throws -> Response {
    let page = try call.page()
    let next = try await call.json(MoveBody.self).before
    return try await edited(page, call) { state in
      let source = try await state.index(of: page)
      let gap = next == page ? source : try await state.gap(before: next)
      let destination = gap > source ? gap - 1 : gap
      guard destination != source else { return StoreChangeset() }
      return StoreChangeset(moves: [.init(source: source, destination: destination)])
    }
  }

  @Sendable private func restore(_ call: Call) async throws -> Response {
    let page = try call.page()
    return try await edited(page, call) { state in
      guard let trash = try await store.page(page).trash else {
        throw PageStoreError.notFound(.trashedPage(page))
      }
      let index = min(trash.index, state.document.pageCount)
      return StoreChangeset(restorations: [.init(index: index, page: page)])
    }
  }

  private func edited(
    _ page: PageID, _ call: Call, _ make: (PageEdit.State) async throws -> StoreChangeset
  ) async throws -> Response {
    let change = try await PageEdit(store: store, condition: call.tags(.ifMatch))(page, make)
    return try await .page(page, after: change, in: store)
  }
}

extension Response {
  /// The page after an edit, with the revision of the edit.
  static func page(
    _ page: PageID, after change: DocumentChange, in store: PageStore,
    status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) async throws -> Response {
    let stored = try await store.page(page)
    // Another client may have deleted it since.
    let index = try? await store.location(of: page).index
    var fields = headers
    fields[.eTag] = "\"r\(change.revision)\""
    return try .json(PageRepresentation(stored, index: index), status: status, headers: fields)
  }
}
