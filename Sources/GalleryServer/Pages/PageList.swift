// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PageStorage

/// The operations that list the pages of a document.
struct PageListOperations: Sendable {
  let store: PageStore
  let root: String

  private static let pattern = "/api/v1/documents/{document}/pages"

  var operations: [Operation] {
    [
      .get(Self.pattern, query: ["from", "limit"], list),
      .get("/api/v1/documents/{document}/trash", trash),
    ]
  }

  /// A part of the pages, with the URL of the next one.
  struct Window: Encodable {
    var revision: Int
    var pageCount: Int
    var pages: [PageRepresentation]
    var next: String?
  }

  @Sendable private func list(_ call: Call) async throws -> Response {
    let document = try call.document()
    let start = try call.query.number("from", in: 0...Identifiers.maximum)
    let limit = try call.query.number("limit", in: 1...1000)
    guard start == nil, limit == nil else {
      return try await window(start ?? 0, limit ?? 100, of: document, call)
    }
    return try await columns(of: document, call)
  }

  private func columns(of document: DocumentID, _ call: Call) async throws -> Response {
    let reading = try await PageColumnsReading.begin(document, in: store)
    return try await call.respond(tag: reading.tag, policy: .revalidated) {
      Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody { writer in
          var position = PageColumns.Position()
          while let portion = try await reading.portion(at: &position) {
            try await writer.write(portion)
          }
          try await writer.finish(nil)
        })
    }
  }

  private func window(
    _ start: Int, _ limit: Int, of document: DocumentID, _ call: Call
  ) async throws -> Response {
    let found = try await store.window(start..<start + limit, of: document)
    let pages = found.pages.enumerated().map { PageRepresentation($1, index: found.start + $0) }
    let end = found.start + pages.count
    var list = Window(revision: found.revision, pageCount: found.pageCount, pages: pages)
    if end < found.pageCount {
      list.next =
        "\(root)/api/v1/documents/\(document.rawValue)/pages?from=\(end)&limit=\(limit)"
    }
    let tag = PagesTag.text(revision: found.revision, pages: found.pages)
    return try await call.respond(tag: tag, policy: .revalidated) { try .json(list) }
  }

  /// The pages of a document in the trash, last deleted first.
  struct Trash: Encodable {
    var pages: [PageRepresentation]
  }

  @Sendable private func trash(_ call: Call) async throws -> Response {
    let pages = try await store.trash(of: call.document())
    let list = Trash(pages: pages.map { PageRepresentation($0, index: nil) })
    return try await .hashedJSON(list, for: call)
  }
}
