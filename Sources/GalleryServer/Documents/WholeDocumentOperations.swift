// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import PageStorage

/// The operations that make one document of two, or two of one.
struct WholeDocumentOperations: Sendable {
  let store: PageStore

  /// The path below which the server is mounted.
  let root: String

  private static let document = "/api/v1/documents/{document}"

  /// The number of attempts to copy a document that others change.
  private static let attemptCount = 8

  var operations: [Operation] {
    // They concern other documents than the one in the path.
    [("/duplicate", duplicate), ("/split", split), ("/merge", merge)].map { name, handler in
      Operation(.post, Self.document + name, scope: .write, reach: .library, handler)
    }
  }

  @Sendable private func duplicate(_ call: Call) async throws -> Response {
    let id = try call.document()
    let body = try await call.json(DuplicateBody.self)
    let condition = try call.tags(.ifMatch)
    let precondition = Precondition(condition)
    return try await precondition.explained {
      // Without a condition, a page that arrives meanwhile is part of the copy.
      for _ in 1..<Self.attemptCount where condition == nil {
        let edit = try await store.duplication(of: id, title: body.title)
        do { return try await create(edit, call) } catch PageStoreError.conflict { continue }
      }
      let edit = try await store.duplication(
        of: id, title: body.title, where: precondition.check)
      return try await create(edit, call)
    }
  }

  @Sendable private func split(_ call: Call) async throws -> Response {
    let id = try call.document()
    let body = try await call.json(SplitBody.self)
    let precondition = Precondition(try call.tags(.ifMatch))
    return try await precondition.explained {
      try await create(
        .split(id, before: body.before, title: body.title, where: precondition.check), call)
    }
  }

  @Sendable private func merge(_ call: Call) async throws -> Response {
    let id = try call.document()
    let body = try await call.json(MergeBody.self)
    guard body.document != id else {
      throw Problem(
        .invalidChange, "The document to merge is the receiving document; name another one.")
    }
    let precondition = Precondition(try call.tags(.ifMatch))
    return try await precondition.explained {
      let edit = StoreEdit<Document>.merge(body.document, into: id, where: precondition.check)
      return try await call.perform(edit, in: store) {
        (document, edited) throws(PageStoreError) in try .document(document, edited)
      }
    }
  }

  /// Performs an edit that creates a document.
  private func create(_ edit: StoreEdit<Document>, _ call: Call) async throws -> Response {
    let base = root + "/api/v1/documents"
    return try await call.perform(edit, in: store) {
      (document, edited) throws(PageStoreError) in
      try .document(
        document, edited, status: .created, fields: [.location: "\(base)/\(document.id.rawValue)"])
    }
  }
}
