// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PageStorage

/// The operations that make changes against a revision and list later ones.
struct ChangeOperations: Sendable {
  let store: PageStore
  let uploads: UploadRegistry
  let origins: ChangeOrigins
  let preparation: ThumbnailPreparation

  private static let pattern = "/api/v1/documents/{document}/changes"

  var operations: [Operation] {
    [
      .get(Self.pattern, query: ["after"], list),
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
    guard let revision = known.revision else {
      throw Problem.malformed("The header If-Match of a change is one revision, such as \"r17\".")
    }
    let body = try await call.json(ChangeBody.self)
    let found = try await store.document(document)
    guard found.revision == revision else { throw try await conflict(document, revision) }
    do {
      let made = try await make(body, of: call.client.id, in: document, revision)
      return try .json(
        Outcome(revision: made.revision, pageCount: found.pageCount + body.countChange),
        headers: [.eTag: "\"r\(made.revision)\""])
    } catch PageStoreError.conflict {
      throw try await conflict(document, revision)
    }
  }

  /// Makes a change with its uploads, which are used only if it succeeds.
  private func make(
    _ body: ChangeBody, of client: ClientID, in document: DocumentID, _ revision: Int
  ) async throws -> DocumentChange {
    let claim = try uploads.claim(try body.uploads(), of: client)
    do {
      let change = body.changeset(claim.pages)
      let made = try await origins.recording(body.origin, of: document, revision: revision + 1) {
        try await store.apply(change, to: document, expecting: revision)
      }
      claim.end(in: document)
      if !claim.pages.isEmpty { await preparation(made) }
      return made
    } catch {
      claim.end(in: nil)
      throw error
    }
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
  /// The revision, if this is a single strong tag such as `"r17"`.
  fileprivate var revision: Int? {
    guard let tag = tags?.first, tags?.count == 1, !tag.isWeak, tag.text.hasPrefix("\"r") else {
      return nil
    }
    return Identifiers.number(tag.text.dropFirst(2).dropLast())
  }
}
