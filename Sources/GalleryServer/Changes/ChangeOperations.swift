// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PageStorage
import Synchronization

/// The operations that make changes against a revision and list later ones.
struct ChangeOperations: Sendable {
  let store: PageStore
  let uploads: UploadRegistry
  let origins: ChangeOrigins
  let preparation: ThumbnailPreparation

  private static let pattern = "/api/v1/documents/{document}/changes"

  var operations: [Operation] {
    [
      .get(Self.pattern, query: ["after"], list).inTurns(),
      .change(.post, Self.pattern, apply),
    ]
  }

  /// The later changes, or the instruction to read the pages again.
  struct List: Encodable {
    var revision: Int
    var changes: [ChangeRepresentation]?
    var reset: Bool?
  }

  @Sendable private func list(_ call: Call) async throws -> Response {
    let document = try call.document()
    guard let after = try call.query.number("after", in: 0...Identifiers.maximum) else {
      throw Problem.malformed("The query parameter after is missing.")
    }
    let history = try await ChangeHistory(
      of: document, after: after, in: store, origins: origins)
    let list = List(
      revision: history.revision, changes: history.changes,
      reset: history.changes == nil ? true : nil)
    return try .json(list, headers: [.cacheControl: CachePolicy.revalidated.rawValue])
  }

  /// The state after a change.
  struct Outcome: Encodable {
    var revision: Int
    var pageCount: Int
  }

  @Sendable private func apply(_ call: Call) async throws -> Response {
    let document = try call.document()
    guard let known = try call.tags(.ifMatch) else { throw Problem.preconditionRequired }
    guard let (revision, place) = known.parts else {
      throw Problem.malformed("The header If-Match of a change is one revision, such as \"r17\".")
    }
    let body = try await call.json(ChangeBody.self, upTo: Call.jsonByteLimit)
    let found = try await store.document(document)
    guard found.revision == revision, place.map({ $0 == document.rawValue }) ?? true else {
      throw try await conflict(document, revision)
    }
    do {
      return try await make(body, for: call, in: document, revision)
    } catch PageStoreError.conflict {
      throw try await conflict(document, revision)
    }
  }

  /// Makes a change with its uploads, which are used only if it succeeds.
  private func make(
    _ body: ChangeBody, for call: Call, in document: DocumentID, _ revision: Int
  ) async throws -> Response {
    let claim = try uploads.claim(try body.uploads(), of: call.client.id)
    do {
      let edit = StoreEdit<DocumentChange>.apply(
        body.changeset(claim.pages), to: document, expecting: revision)
      let (response, made) = try await origins.recording(
        body.origin, of: document, revision: revision + 1
      ) {
        try await perform(edit, for: call, in: document)
      }
      claim.end(in: made == nil ? nil : document)
      if let made, !claim.pages.isEmpty { await preparation(made) }
      return response
    } catch {
      claim.end(in: nil)
      throw error
    }
  }

  /// Performs an edit.
  ///
  /// - Returns: The response, and the change; `nil` if this is the response of an earlier request.
  private func perform(
    _ edit: StoreEdit<DocumentChange>, for call: Call, in document: DocumentID
  ) async throws -> (response: Response, change: DocumentChange?) {
    let change = Mutex<DocumentChange?>(nil)
    let response = try await call.perform(edit, in: store) {
      (made, edited) throws(PageStoreError) in
      let count = try edited.document(document).pageCount
      change.withLock { $0 = made }
      return try .json(
        Outcome(revision: made.revision, pageCount: count),
        fields: [.eTag: "\"r\(made.revision)\""])
    }
    return (response, change.withLock(\.self))
  }

  /// Describes a conflict, with the changes since the revision that the client knows.
  private func conflict(_ document: DocumentID, _ revision: Int) async throws -> Problem {
    let history = try await ChangeHistory(
      of: document, after: revision, in: store, origins: origins)
    var problem = Problem.conflict(found: history.revision)
    if let changes = history.changes { problem.facts["changes"] = changes }
    return problem
  }
}

extension EntityTagList {
  /// The revision and perhaps the document, if this is a single strong tag of pages, such as `"r17"`.
  fileprivate var parts: (revision: Int, document: Int?)? {
    guard let tag = tags?.first, tags?.count == 1, !tag.isWeak else { return nil }
    return PagesTag.parts(of: tag.text)
  }
}
