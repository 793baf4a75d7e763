// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import Hummingbird
import PageStorage

/// The operations of documents and their list.
struct DocumentOperations: Sendable {
  let store: PageStore

  /// The path below which the server is mounted.
  let root: String

  private static let collection = "/api/v1/documents"
  private static let document = "/api/v1/documents/{document}"

  var operations: [Operation] {
    [
      .get(Self.collection, query: ["after", "limit", "q", "order", "trash"], list).inTurns(),
      .change(.post, Self.collection, create).decidedInTransaction(),
      .get(Self.document, get).inTurns(),
      .change(.patch, Self.document, update).decidedInTransaction(),
      .change(.delete, Self.document, delete).decidedInTransaction(),
      .change(.post, Self.document + "/restore", restore).decidedInTransaction(),
    ]
  }

  /// A part of the list, with the URL of the next one.
  struct List: Encodable {
    var documents: [DocumentRepresentation]
    var damaged: [Int64]?
    /// The version of the store after which the events of the library continue the list.
    var version: Int
    var next: String?
  }

  @Sendable private func list(_ call: Call) async throws -> Response {
    var query = DocumentQuery(limit: try call.query.number("limit", in: 1...1000) ?? 100)
    query.text = call.query.text("q")
    query.order = try call.query.word("order", DocumentOrder.self) ?? .newest
    query.isTrashed = try call.query.flag("trash")
    if let text = call.query.text("after") { try query.start(at: text) }
    let version = try await store.version()
    let found = try await query.run(in: store)
    let list = List(
      documents: found.entries.map { DocumentRepresentation($0.document, cover: $0.cover) },
      damaged: found.damaged.isEmpty ? nil : found.damaged.map(\.rawValue), version: version,
      next: found.next.map { root + Self.collection + query.continuation(at: $0) })
    return try await .hashedJSON(list, for: call)
  }

  @Sendable private func create(_ call: Call) async throws -> Response {
    let body = try await call.json(NewDocumentBody.self, upTo: Call.jsonByteLimit)
    let base = root + Self.collection
    let edit = StoreEdit<Document>.createDocument(title: body.title, metadata: body.metadata)
    return try await call.perform(edit, in: store) {
      (document, edited) throws(PageStoreError) in
      try .document(
        document, edited, status: .created, fields: [.location: "\(base)/\(document.id.rawValue)"])
    }
  }

  @Sendable private func get(_ call: Call) async throws -> Response {
    let found = try await store.entry(of: call.document())
    let tag = found.document.entityTag(coverDamage: found.cover?.damage)
    return try await call.respond(tag: tag, policy: .revalidated, isCompressible: true) {
      try .json(DocumentRepresentation(found.document, cover: found.cover))
    }
  }

  @Sendable private func update(_ call: Call) async throws -> Response {
    let id = try call.document()
    guard let expected = try call.tags(.ifMatch) else { throw Problem.preconditionRequired }
    let body = try await call.json(DocumentPatchBody.self, upTo: Call.jsonByteLimit)
    let precondition = Precondition(expected)
    return try await precondition.explained {
      let edit = StoreEdit<Document>.updateDocument(
        id, title: body.title, metadata: body.metadata, where: precondition.check)
      return try await call.perform(edit, in: store) {
        (document, edited) throws(PageStoreError) in try .document(document, edited)
      }
    }
  }

  @Sendable private func delete(_ call: Call) async throws -> Response {
    let id = try call.document()
    let precondition = Precondition(try call.tags(.ifMatch))
    return try await precondition.explained {
      let edit = StoreEdit<Document>.deleteDocument(id, where: precondition.check)
      return try await call.perform(edit, in: store) { document, _ in
        KeptResponse(.noContent, fields: [.eTag: document.entityTag])
      }
    }
  }

  @Sendable private func restore(_ call: Call) async throws -> Response {
    let id = try call.document()
    let precondition = Precondition(try call.tags(.ifMatch))
    return try await precondition.explained {
      let edit = StoreEdit<Document>.restoreDocument(id, where: precondition.check)
      return try await call.perform(edit, in: store) {
        (document, edited) throws(PageStoreError) in try .document(document, edited)
      }
    }
  }
}
