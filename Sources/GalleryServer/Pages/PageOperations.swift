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
      .change(.patch, Self.pattern, rotate).decidedInTransaction(),
      .change(.delete, Self.pattern, delete).decidedInTransaction(),
      .change(.post, Self.pattern + "/move", move).decidedInTransaction(),
      .change(.post, Self.pattern + "/restore", restore).decidedInTransaction(),
    ]
  }

  @Sendable private func get(_ call: Call) async throws -> Response {
    // From one state: a tag that is newer than the page would hide what has changed in between.
    let place = try await store.place(of: call.page())
    let tag = PagesTag.text(of: place.page, revision: place.document.revision)
    return try await call.respond(tag: tag, policy: .revalidated, isCompressible: true) {
      let name = try await fileName(of: place.page.id)
      return try .json(PageRepresentation(place.page, index: place.index, fileName: name))
    }
  }

  /// Returns the file name of a page; damaged metadata do not hide the page.
  private func fileName(of page: PageID) async throws(PageStoreError) -> String? {
    do throws(PageStoreError) {
      return try await store.metadata(of: page).exportName
    } catch .corrupted {
      return nil
    }
  }

  @Sendable private func rotate(_ call: Call) async throws -> Response {
    let page = try call.page()
    let turns = try await call.json(RotationBody.self).turns
    return try await edited(page, call) { edited in
      StoreChangeset(rotations: [.init(index: try edited.index(of: page), turns: turns)])
    }
  }

  @Sendable private func delete(_ call: Call) async throws -> Response {
    let page = try call.page()
    let edit = PageEdit(condition: try call.tags(.ifMatch))([page], freesRoom: true) { edited in
      StoreChangeset(deletions: [try edited.index(of: page)])
    }
    return try await call.perform(edit, in: store) { change, _ in .noContent(after: change) }
  }

  @Sendable private func move(_ call: Call) async throws -> Response {
    let page = try call.page()
    let next = try await call.json(MoveBody.self).before
    return try await edited(page, call) { edited in
      let source = try edited.index(of: page)
      let gap = next == page ? source : try edited.gap(before: next)
      let destination = gap > source ? gap - 1 : gap
      guard destination != source else { return StoreChangeset() }
      return StoreChangeset(moves: [.init(source: source, destination: destination)])
    }
  }

  @Sendable private func restore(_ call: Call) async throws -> Response {
    let page = try call.page()
    return try await edited(page, call) { edited in try edited.restoration(of: page) }
  }

  private func edited(
    _ page: PageID, _ call: Call, _ plan: @escaping StoreEdit<DocumentChange>.Plan
  ) async throws -> Response {
    let edit = PageEdit(condition: try call.tags(.ifMatch))([page], plan)
    return try await call.perform(edit, in: store) { (change, edited) throws(PageStoreError) in
      try .page(page, after: change, edited)
    }
  }
}
